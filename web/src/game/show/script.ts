/** What a placement is shown to bring, one thing after the other: times in milliseconds. */

import type { GameView } from '../../types';
import type { Grid, Point } from '../geometry';
import { drawnLines } from '../lines';
import { parseMove } from '../moves';

export interface ShownLine {
    /** The colour, shape or symbol that it counts. */
    of: string;
    points: readonly Point[];
    /** The points that it brings; 0 where lines are not counted by points. */
    worth: number;
    /** When it lights up. */
    at: number;
}

export interface Script {
    seat: number;
    /** The cells of the tile that lands. */
    cells: readonly string[];
    lines: readonly ShownLine[];
    /** Where pieces are put up. */
    stones: readonly Point[];
    /** Whether another turn was earned. */
    extra: boolean;
    /** When all of it has been seen. */
    length: number;
}

export const LANDING = 220;
/** Between two lines; many of them come faster, so that nobody waits for long. */
const BETWEEN = 160;
const ALL_LINES = 800;
/** How long the last thing is seen. */
export const SEEN = 620;

/** The show between two views, if a tile was laid between them and the server tells what it
 * counted; nothing where the later one is no step forward. */
export function scriptOf(
    before: GameView | null,
    view: GameView,
    grid: Grid,
    { points }: { points: boolean },
): Script | null {
    const { last } = view;
    if (!before || !last?.counted || view.after <= before.after) return null;
    const move = parseMove(last.move);
    if (move.kind !== 'place' || before.last?.move === last.move) return null;
    const { lines, pyramids, extra_turns: extra } = last.counted;
    const between = Math.min(BETWEEN, ALL_LINES / Math.max(1, lines.length));
    const drawn = drawnLines(grid, move.halves, lines);
    return {
        seat: last.seat,
        cells: last.cells,
        lines: lines.map((line, k) => ({
            of: line.of,
            points: drawn[k] ?? [],
            worth: points ? line.points : 0,
            at: LANDING + k * between,
        })),
        stones: pyramids.flatMap(({ cell }) => {
            const point = grid.place(cell);
            return point ? [point] : [];
        }),
        extra: extra > 0,
        length: LANDING + Math.max(0, lines.length - 1) * between + SEEN,
    };
}
