/** Why a move may not be: asked of the server, and shown until something else is done. */

import type { Words } from '../types';
import type { Scene } from './scene.svelte';

export class Objection {
    shown = $state.raw<{ text: Words; rule: string | null } | null>(null);

    readonly #scene: Scene;

    constructor(scene: Scene) {
        this.#scene = scene;
    }

    async ask(move: string | null): Promise<void> {
        if (move === null || !this.#scene.legal.known) return;
        const { after } = this.#scene.view;
        try {
            const answer = await this.#scene.given.onexplain(move);
            if (after !== this.#scene.view.after || !('text' in answer)) return;
            this.shown = { text: answer.text, rule: answer.rule };
        } catch {
            // The connection is gone, and the page says so.
        }
    }

    forget(): void {
        this.shown = null;
    }
}
