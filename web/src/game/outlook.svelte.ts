/** Where the tile on its way may lie, and what it would bring where it is. */

import { onDestroy } from 'svelte';

import { Explaining } from './explaining.svelte';
import { NO_GAIN } from './gains';
import { DIRECTIONS } from './geometry';
import { drawnLines } from './lines';
import type { Placing } from './placing.svelte';
import type { Cells } from './position';
import type { Scene } from './scene.svelte';

export class Outlook {
    readonly #explaining: Explaining;

    readonly #scene: Scene;
    readonly #placing: Placing;

    constructor(scene: Scene, placing: Placing) {
        this.#scene = scene;
        this.#placing = placing;
        this.#explaining = new Explaining((move) => scene.given.onexplain(move));
        $effect(() => {
            const asked = scene.legal.known && !scene.busy ? placing.move : null;
            this.#explaining.about(asked, scene.view.after, placing.pinned);
        });
        onDestroy(() => this.#explaining.stop());
    }

    // What it would bring

    /** What the server says of the placement, if there is one. */
    readonly #explained = $derived.by(() =>
        this.#placing.placement ? this.#explaining.explained : null,
    );
    /** Whether the server is being asked what the placement brings, and may still answer soon. */
    get asking(): boolean {
        return this.#placing.placement !== null && this.#explaining.asking;
    }
    readonly gain = $derived.by(() => {
        const { placement } = this.#placing;
        return placement ? this.#scene.gainOf(placement, this.#explained) : NO_GAIN;
    });
    readonly gains = $derived.by((): Record<string, number> => {
        const { placement } = this.#placing;
        if (!placement) return {};
        const { legal } = this.#scene;
        return Object.fromEntries(
            legal.columns.map((column) => [column, legal.number(placement, column)]),
        );
    });
    readonly lines = $derived.by(() =>
        this.#explained
            ? drawnLines(this.#scene.grid, this.#placing.halves, this.#explained.lines)
            : [],
    );
    readonly pyramids = $derived(this.#explained?.pyramids.map(({ cell }) => cell) ?? []);
    /** How high what lies under each half is stacked. */
    readonly heights = $derived.by(() => {
        const { traits, faces, position } = this.#scene;
        if (!traits.stacks) return [];
        return this.#placing.halves.map(
            ({ cell }) =>
                faces.of(position.cells[cell] ?? '').height + (cell in position.cells ? 1 : 0),
        );
    });
    /** What lies on the board, with the tile as if it lay there. */
    readonly cells = $derived.by(() => {
        const { placement, halves } = this.#placing;
        const laid = placement ? halves.map(({ cell, face }) => [cell, face]) : [];
        return { ...this.#scene.position.cells, ...(Object.fromEntries(laid) as Cells) };
    });

    // Where it may lie: only what decides about the dots, which are not drawn anew while it moves

    readonly #seeking = $derived.by(() =>
        ['chosen', 'hovering', 'half'].includes(this.#placing.draft.stage),
    );
    readonly #first = $derived.by(() => {
        const { draft, halves } = this.#placing;
        return draft.stage === 'half' ? (halves[0] ?? null) : null;
    });
    readonly #firstCell = $derived(this.#first?.cell ?? '');
    readonly #firstFace = $derived(this.#first?.face ?? '');
    readonly targets = $derived.by((): ReadonlySet<string> => {
        const { legal, traits } = this.#scene;
        if (!this.#seeking || !legal.known || traits.slides) return new Set();
        const first = this.#firstCell ? { cell: this.#firstCell, face: this.#firstFace } : null;
        return legal.targets(this.#placing.tile, first);
    });
    /** Cells of an open table beside others, where the tile may not lie. */
    readonly forbidden = $derived.by((): ReadonlySet<string> => {
        const { isOpen, legal, position, grid } = this.#scene;
        const { tile } = this.#placing;
        if (!isOpen || !tile || legal.placements.length === 0) return new Set();
        const allowed = legal.targets(tile);
        const beside = Object.keys(position.cells).flatMap((cell) =>
            DIRECTIONS.square.map((_, k) => grid.neighbour(cell, k) ?? cell),
        );
        return new Set(beside.filter((cell) => !(cell in position.cells) && !allowed.has(cell)));
    });
}
