/** The lines that a considered move counts, ready to be drawn. */

import type { CountedCells } from '../types';
import { DIRECTIONS, directionBetween, type Grid, type Point, pointsOf } from './geometry';
import type { Half } from './moves';

/** The points that each line runs through, beginning at the half that counts it. */
export function drawnLines(
    grid: Grid,
    halves: readonly Half[],
    lines: readonly CountedCells[],
): Point[][] {
    const own = new Set(halves.map((half) => half.cell));
    const used = new Set<string>();
    return lines.map((line) => {
        let cells = line.cells;
        if (!cells.some((cell) => own.has(cell))) {
            const start = startOf(grid, halves, line, used);
            if (start) cells = [start, ...cells];
        }
        return pointsOf(grid, cells);
    });
}

/** The half that a line begins at; one cell can be counted by both halves, once each. */
function startOf(
    grid: Grid,
    halves: readonly Half[],
    line: CountedCells,
    used: Set<string>,
): string | null {
    const [first = '', second] = line.cells;
    for (const half of halves) {
        const direction = directionBetween(grid, half.cell, first);
        const name = `${half.cell} ${first}`;
        if (half.face !== line.of || direction === null || used.has(name)) continue;
        if (second !== undefined && grid.neighbour(first, direction) !== second) continue;
        const back =
            (direction + DIRECTIONS[grid.shape].length / 2) % DIRECTIONS[grid.shape].length;
        if (grid.neighbour(first, back) !== half.cell) continue;
        used.add(name);
        return half.cell;
    }
    return null;
}
