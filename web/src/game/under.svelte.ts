/** Looking under tiles that lie on others: up to one level, or under the topmost for a moment. */

import { Layers } from './history.svelte';
import type { Scene } from './scene.svelte';

export class Under {
    /** Up to which level tiles are shown; 0 for all. */
    level = $state(0);
    #peeking = $state(false);
    readonly #scene: Scene;
    readonly #layers: Layers;

    constructor(scene: Scene) {
        this.#scene = scene;
        this.#layers = new Layers(() => recordOf(scene));
        $effect(() => {
            const { view, position, traits } = scene;
            if (traits.stacks) {
                void this.#layers.follow(position.cells, view.after, view.last?.move ?? null);
            }
        });
        $effect(() => {
            if (this.#after >= 0) this.level = 0; // what has just been laid is never out of sight
        });
    }

    /** How many tiles lie on one another at most. */
    get highest(): number {
        return this.#layers.highest;
    }

    readonly #after = $derived.by(() => this.#scene.view.after);
    /** The level that is seen now. */
    readonly seen = $derived.by(() =>
        this.#peeking && this.level === 0 ? Math.max(1, this.highest - 1) : this.level,
    );
    readonly cells = $derived.by(() =>
        this.seen > 0 ? this.#layers.cells(this.seen) : this.#scene.position.cells,
    );
    readonly joints = $derived.by(() =>
        this.#scene.traits.stacks ? this.#layers.joints(this.seen > 0 ? this.seen : Infinity) : [],
    );

    peek(): void {
        this.#peeking = this.#scene.traits.stacks && this.#scene.view.after > 0;
    }

    stopPeeking(): void {
        this.#peeking = false;
    }
}

async function recordOf({ given }: Scene): Promise<unknown> {
    if (given.record) return given.record();
    const answer = await fetch(`/api/tables/${encodeURIComponent(given.table.id)}/record`);
    if (!answer.ok) throw new Error(answer.statusText);
    return answer.json() as Promise<unknown>;
}
