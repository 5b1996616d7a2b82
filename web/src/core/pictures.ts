// A little scene of each game, drawn from its appearance: what lies where. Each row is a line
// of cells from the left; a dot is an empty cell, a space none at all.

export interface Scene {
    /** Rows from the top; cells are separated by spaces. */
    rows: readonly string[];
    /** How far each row is shifted to the right, in cells. */
    shifts?: readonly number[];
    /** Pairs of cells (column, row) that are one tile. */
    tiles: readonly (readonly [number, number, number, number])[];
}

export const SCENES: Record<string, Scene> = {
    axio: {
        rows: ['. B . . . .', '. B R R O .', 'V V G B O .', '. O G G R R', '. . V V . .'],
        tiles: [
            [1, 0, 1, 1],
            [2, 1, 3, 1],
            [4, 1, 4, 2],
            [0, 2, 1, 2],
            [2, 2, 2, 3],
            [4, 3, 5, 3],
            [2, 4, 3, 4],
        ],
    },
    geniusz: {
        rows: ['. R R . .', '. B Y Y .', 'G G O B . .', '. O V V R', '. . . . .'],
        shifts: [0.5, 0, -0.5, 0, 0.5],
        tiles: [
            [1, 0, 2, 0],
            [2, 1, 3, 1],
            [0, 2, 1, 2],
            [2, 3, 3, 3],
        ],
    },
    bits: {
        rows: ['. . . .', '. Y . .', 'O Y V .', 'O O V V', 'B B O V'],
        tiles: [
            [1, 1, 1, 2],
            [0, 2, 0, 3],
            [2, 2, 2, 3],
            [0, 4, 1, 4],
            [3, 3, 3, 4],
        ],
    },
    exo: {
        rows: ['. . . . . .', '. O . X . .', '. X2 O2 X2 O .', '. O X O2 X .', '. . . . . .'],
        tiles: [
            [1, 1, 1, 2],
            [2, 2, 3, 2],
            [3, 3, 4, 3],
            [1, 3, 2, 3],
        ],
    },
    zawrot: {
        rows: ['. Bh . . .', '. Rh Yh Gh .', 'Rs Rf Ru . .', '. . Bu Bn .', '. . Ou . .'],
        tiles: [],
    },
};
