/** What something beside the board points at on it. */

/** A move that is considered, as a ghost with its number. */
export interface Hinted {
    number: number;
    move: string;
    why: string;
}

class Pointed {
    /** The cells of a move that is looked at in a list. */
    cells: readonly string[] = $state.raw([]);
    hints: readonly Hinted[] = $state.raw([]);
    /** Which hint is looked at; 0 while none is. */
    hint = $state(0);
}

export const pointed = new Pointed();
