/** What is drawn around the cells of a board: its panel, and the names of rows and columns. */

import { type Box, boxAround, type Grid, type Point, rounded } from './geometry';

export interface Label {
    name: string;
    at: Point;
}

const GAP = 0.8;

/** From the outermost centres of hexagons to the corners of their board. */
const HEXAGONS_TO_CORNER = 1.35;
/** Room for the names of rows and columns. */
const NAMES = 0.42;
const RAMP_NAMES = 0.5;
/** Rows above a ramp's own that are in sight: there a tile sticks out that does not fit. */
const ABOVE = 1;
/** An open table shows at least this far around its start. */
const LEAST_REACH = 3;

/** What has to be in sight of a board with an edge, of a ramp, or of an open table. */
export function boxOf(grid: Grid, kind: 'board' | 'ramp' | 'open'): Box {
    if (kind === 'open') {
        const corners = [`${LEAST_REACH},${LEAST_REACH}`, `-${LEAST_REACH},-${LEAST_REACH}`];
        return boxAround(grid, [...grid.cells, ...corners], 0.6);
    }
    if (grid.shape === 'hexagon') {
        const inner = boxAround(grid, grid.cells, HEXAGONS_TO_CORNER);
        const height = (inner.width * Math.sqrt(3)) / 2;
        return { ...inner, top: inner.top + (inner.height - height) / 2, height };
    }
    const inner = boxAround(grid, grid.cells, 0.62);
    const [names, above] = kind === 'ramp' ? [RAMP_NAMES, ABOVE] : [NAMES, 0];
    return {
        left: inner.left - names,
        top: inner.top - above,
        width: inner.width + names,
        height: inner.height + names + above,
    };
}

/** The names of columns below them and of rows on their left. */
export function coordinatesOf(grid: Grid, ramp = false): Label[] {
    const columns = new Map<string, Point>();
    const rows = new Map<string, Point>();
    for (const cell of grid.cells) {
        const at = grid.place(cell);
        if (!at) continue;
        // On hexagons letters name the rows and numbers the diagonals.
        const [column, row] =
            grid.shape === 'hexagon'
                ? [cell.slice(1), cell.slice(0, 1)]
                : [cell.slice(0, 1), cell.slice(1)];
        const lowest = columns.get(column);
        if (!lowest || at[1] > lowest[1]) columns.set(column, at);
        const left = rows.get(row);
        if (!left || at[0] < left[0]) rows.set(row, at);
    }
    const down: Point = grid.shape === 'hexagon' ? [0.5 * GAP, (Math.sqrt(3) / 2) * GAP] : [0, GAP];
    const side = ramp ? 0.88 : GAP;
    return [
        ...[...columns].map(([name, [x, y]]) => ({
            name,
            at: [x + down[0], y + (ramp ? side : down[1])] as Point,
        })),
        ...[...rows].map(([name, [x, y]]) => ({ name, at: [x - side, y] as Point })),
    ];
}

/** The board itself: as hexagonal as its cells; a ramp is open at the top. */
export function panelOf(grid: Grid, box: Box, ramp = false): string {
    const { left, top, width, height } = box;
    const right = left + width;
    const bottom = top + height;
    if (ramp) {
        const wall = left + RAMP_NAMES;
        const floor = bottom - RAMP_NAMES;
        const up = top - ABOVE; // beyond what is seen, so that its walls have no end there
        return `M${wall} ${up}L${wall} ${floor}L${right} ${floor}L${right} ${up}`;
    }
    const corners: Point[] = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
    ];
    if (grid.shape === 'hexagon') {
        const x = left + width / 2;
        const y = top + height / 2;
        const reach = width / 2;
        const around = [0, 1, 2, 3, 4, 5].map((k): Point => {
            const turn = (k * Math.PI) / 3;
            return [x + reach * Math.cos(turn), y + reach * Math.sin(turn)];
        });
        return rounded(around, 0.5);
    }
    return rounded(corners, 0.4);
}
