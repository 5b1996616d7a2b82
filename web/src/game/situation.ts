/** The board that a game is played on, and what placing has to know of what lies there. */

import type { Appearance } from '../types';
import { fallen, RAMP_ROWS, ROWS_ABOVE } from './areas';
import { boundedGrid, type Grid, openGrid } from './geometry';
import type { LegalMoves } from './moves';
import type { Fall, Situation } from './placement';
import type { Cells, Position } from './position';

/** Whether a game is played on a table without edges. */
export function isOpen(appearance: Pick<Appearance, 'places'>): boolean {
    return Object.keys(appearance.places).length === 0;
}

export function gridOf(
    appearance: Pick<Appearance, 'cell' | 'places'>,
    { area, cells, ramps }: Pick<Position, 'area' | 'cells' | 'ramps'>,
): Grid {
    if (isOpen(appearance)) return openGrid(Object.keys(cells));
    if (ramps.length > 0) return rampGrid(appearance, area);
    return boundedGrid(appearance.cell, area, appearance.places);
}

/** A ramp with the rows above it, where a tile is held before it slides down. */
function rampGrid(appearance: Pick<Appearance, 'cell' | 'places'>, area: readonly string[]): Grid {
    const places: Record<string, readonly number[]> = { ...appearance.places };
    const beyond: string[] = [];
    for (const cell of area.filter((name) => name.endsWith('1'))) {
        const [x = 0, y = 0] = appearance.places[cell] ?? [];
        for (let row = RAMP_ROWS + 1; row <= RAMP_ROWS + ROWS_ABOVE; row++) {
            const name = `${cell[0]}${row}`;
            places[name] = [x, y + row - 1];
            beyond.push(name);
        }
    }
    return boundedGrid(appearance.cell, area, places, beyond);
}

/** How a game's tiles lie: how many cells one covers, on others or only beside them, and whether
 * they slide down. */
export interface Manner {
    readonly size: 1 | 2;
    readonly stacked: boolean;
    readonly slides: boolean;
}

export function situationOf(
    grid: Grid,
    legal: LegalMoves,
    cells: Cells,
    { size, stacked, slides }: Manner,
): Situation {
    const taken = (cell: string): boolean => !stacked && cell in cells;
    const common = { grid, legal, size, taken };
    return slides ? { ...common, fall: fallOnto(taken) } : common;
}

function fallOnto(taken: (cell: string) => boolean): Fall {
    return {
        rest: (cells) => fallen(taken, cells),
        lift: (cell) => `${cell[0]}${RAMP_ROWS - 2}`,
    };
}
