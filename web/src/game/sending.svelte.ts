/** A move on its way to the server, and what everybody has gained since the viewer's last one. */

import { untrack } from 'svelte';

import { parseMove } from './moves';
import type { Scene } from './scene.svelte';

export class Sending {
    /** Until the game goes on or the server refuses it. */
    #sent = $state.raw<{ move: string; after: number } | null>(null);
    /** The scores before the viewer's last placement. */
    #before: readonly (readonly number[])[] = $state.raw([]);
    readonly #scene: Scene;

    constructor(scene: Scene) {
        this.#scene = scene;
        this.#before = untrack(() => scene.view.scores);
        $effect(() => {
            if (!scene.busy && scene.given.problem) this.#sent = null;
        });
    }

    /** What each seat has gained since, as its scores are listed. */
    readonly recent = $derived.by(() =>
        this.#scene.view.scores.map((scores, seat) =>
            scores.map((score, k) => score - (this.#before[seat]?.[k] ?? score)),
        ),
    );

    /** Whether nothing is on its way. */
    get idle(): boolean {
        return this.#sent === null;
    }

    note(move: string): void {
        const { after, scores } = this.#scene.view;
        if (parseMove(move).kind === 'place') this.#before = scores;
        this.#sent = { move, after };
    }

    forget(): void {
        this.#sent = null;
    }

    /** The move that was sent, once the game has gone on; it is told only once. */
    arrived(): string | null {
        if (!this.#sent || this.#scene.view.after === this.#sent.after) return null;
        const { move } = this.#sent;
        this.#sent = null;
        return move;
    }
}
