/** The cell of a board that has the focus, or gets it next. */

import { tick } from 'svelte';

import type Board from './Board.svelte';
import type { Scene } from './scene.svelte';

/** What is drawn, as soon as it is. */
export interface Drawn {
    readonly board: Pick<Board, 'focusCell'> | undefined;
    /** The board with everything around it. */
    readonly area: HTMLElement | undefined;
}

export class BoardFocus {
    #chosen = $state('');

    readonly #scene: Scene;
    readonly #drawn: Drawn;

    constructor(scene: Scene, drawn: Drawn) {
        this.#scene = scene;
        this.#drawn = drawn;
    }

    /** The cell that was chosen last, if there is one; else one in the middle. */
    readonly cell = $derived.by(() => {
        const { grid } = this.#scene;
        // Above a ramp there are places that are no cells: nothing there can have the focus.
        if (grid.cells.includes(this.#chosen)) return this.#chosen;
        return grid.cells[Math.floor(grid.cells.length / 2)] ?? '';
    });

    /** Somebody has gone to a cell. */
    isAt(cell: string): void {
        this.#chosen = cell;
    }

    /** Follow a tile with the focus, wherever it was before. */
    follow(cell: string | undefined): void {
        if (cell === undefined || !this.#scene.grid.place(cell)) return;
        this.#chosen = cell;
        void this.#drawn.board?.focusCell(cell);
    }

    /** Take the focus over from a button that has done its work: it goes, or can not be pressed
     * any more. Whoever is elsewhere stays there. */
    takeOver(cell: string | undefined, from = 'button'): void {
        const button = document.activeElement;
        if (!button?.matches(from) || !this.#drawn.area?.contains(button)) return;
        if (cell !== undefined && this.#scene.grid.place(cell)) this.#chosen = cell;
        void this.#drawn.board?.focusCell(this.cell, !button.matches(':focus-visible'));
    }

    /** Go to the button that plays the tile, once it is there. */
    async toBubble(): Promise<void> {
        await tick();
        this.#drawn.area?.querySelector<HTMLElement>('.bubble .buttons button')?.focus();
    }
}
