/** The board that a game is played on, and what placing has to know of what lies there. */

import type { Appearance, Traits } from '../types';
import { boundedGrid, type Grid, openGrid, type Point } from './geometry';
import type { LegalMoves } from './moves';
import type { Fall, Situation } from './placement';
import type { Cells, Position } from './position';

type Looks = Pick<Appearance, 'cell' | 'places'> & { traits: Pick<Traits, 'slides'> };

/** Whether a game is played on a table without edges. */
export function isOpen(appearance: Pick<Appearance, 'places'>): boolean {
    return Object.keys(appearance.places).length === 0;
}

export function gridOf(appearance: Looks, { area, cells }: Pick<Position, 'area' | 'cells'>): Grid {
    if (isOpen(appearance)) return openGrid(Object.keys(cells));
    const { cell, places, traits } = appearance;
    const used = area.length > 0 ? area : Object.keys(places);
    return traits.slides ? slidingGrid(cell, used, places) : boundedGrid(cell, used, places);
}

/** Rows above a board that tiles slide down: there one sticks out that does not fit. */
const ROWS_ABOVE = 2;

/** A board with rows above it, where a tile is held before it slides down. */
function slidingGrid(
    shape: Appearance['cell'],
    area: readonly string[],
    places: Appearance['places'],
): Grid {
    const beyond: Appearance['places'] = {};
    for (const cell of area) {
        const [x, y] = places[cell] ?? [0, 0];
        for (let rows = 1; rows <= ROWS_ABOVE; rows++) {
            // Rows are counted from the lowest: what is above the last has the next number.
            const name = cell.replace(/\d+$/, (row) => `${Number(row) + rows}`);
            if (!area.includes(name)) beyond[name] = [x, y + rows];
        }
    }
    return boundedGrid(shape, area, { ...places, ...beyond }, Object.keys(beyond));
}

export function situationOf(
    grid: Grid,
    legal: LegalMoves,
    cells: Cells,
    size: 1 | 2,
    { stacks, slides }: Pick<Traits, 'stacks' | 'slides'>,
): Situation {
    const taken = (cell: string): boolean => !stacks && cell in cells;
    const common = { grid, legal, size, taken };
    return slides ? { ...common, fall: fallOnto(grid, taken) } : common;
}

/** How far below the top row a tile is held that can still be turned. */
const ROOM_TO_TURN = 2;

function fallOnto(grid: Grid, taken: (cell: string) => boolean): Fall {
    const place = (cell: string): Point => grid.place(cell) ?? [0, 0];
    const column = (x: number): string[] => grid.cells.filter((cell) => place(cell)[0] === x);
    const heights = (cells: readonly string[]): number[] => cells.map((cell) => place(cell)[1]);
    /** Where what lies in a column ends, or its floor. */
    const surface = (x: number): number => {
        const all = column(x);
        return Math.min(Math.max(...heights(all)) + 1, ...heights(all.filter(taken)));
    };
    return {
        rest(cells) {
            const points = cells.map(place);
            const landing = Math.min(...points.map(([x]) => surface(x))) - 1;
            const down = landing - Math.max(...points.map(([, y]) => y));
            return points.map(([x, y], k) => grid.cellAt([x, y + down]) ?? cells[k] ?? '');
        },
        lift(cell) {
            const [x] = place(cell);
            const top = Math.min(...heights(column(x)));
            return grid.cellAt([x, top + ROOM_TO_TURN]) ?? cell;
        },
    };
}
