/** What a board as text shows: its rows, and which places for a tile come first. */

import type { Traits } from '../types';
import type { Grid } from './geometry';
import type { LegalMoves, LegalPlacement } from './moves';

/**
 * The board row by row from the top. Boards of squares have the same columns in every row, with
 * nothing where a row has no cell; rows of hexagons lie half a cell aside, so they have none.
 */
export function rowsInWords(grid: Pick<Grid, 'shape' | 'cells' | 'place'>): (string | null)[][] {
    const rows = new Map<number, Map<number, string>>();
    const columns = new Set<number>();
    for (const cell of grid.cells) {
        const at = grid.place(cell);
        if (!at) continue;
        const [x, y] = [Math.round(at[0] * 100), Math.round(at[1] * 100)];
        rows.set(y, (rows.get(y) ?? new Map<number, string>()).set(x, cell));
        columns.add(x);
    }
    const inOrder = (numbers: Iterable<number>): number[] =>
        [...numbers].sort((one, other) => one - other);
    return inOrder(rows.keys()).map((y) => {
        const row = rows.get(y) ?? new Map<number, string>();
        const across = grid.shape === 'square' ? columns : row.keys();
        return inOrder(across).map((x) => row.get(x) ?? null);
    });
}

/** Places for a tile, those that bring most first: points and lines. It is a rough order. */
export function byWorth(
    { columns }: Pick<LegalMoves, 'columns'>,
    places: readonly LegalPlacement[],
    consequences: Traits['consequences'],
): LegalPlacement[] {
    const worth = ({ row }: LegalPlacement): number =>
        columns.reduce(
            (sum, column, k) => sum + (row[k] ?? 0) * (consequences[column]?.worth ?? 1),
            0,
        );
    return [...places].sort((one, other) => worth(other) - worth(one));
}

/** The order of the cells' names, as they stand on the board: a to z, then 1 to 13. */
export function byPlace(one: LegalPlacement, other: LegalPlacement): number {
    const cells = ({ halves }: LegalPlacement) => halves.map(({ cell }) => cell).join(' ');
    return cells(one).localeCompare(cells(other), 'en', { numeric: true });
}
