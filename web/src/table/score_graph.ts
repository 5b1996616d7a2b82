// How the score of a game went, as the steps of lines.

import type { PointsAfter } from '../types';

export const HEIGHT = 112;
const MARGIN = 16;

export interface ScoreGraph {
    /** The path of each seat's line. */
    lines: string[];
    /** Where nought is, if it is within the picture and not at its edge. */
    nought: number | null;
    /** The most that anybody had. */
    high: number;
    /** Where an event is from left to right. */
    across: (event: number) => number;
}

/** The lines of some seats, from nought at the beginning; null where nothing was ever counted. */
export function scoreGraph(
    points: readonly PointsAfter[],
    seats: readonly number[],
    width: number,
): ScoreGraph | null {
    const last = points.at(-1);
    const valueOf = (each: PointsAfter, seat: number): number => each.values[seat] ?? 0;
    const all = seats.flatMap((seat) => points.map((each) => valueOf(each, seat)));
    const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)];
    if (!last || low === high) return null;
    const across = (event: number): number => MARGIN + (event / last.after) * (width - 2 * MARGIN);
    const up = (value: number): number =>
        HEIGHT - MARGIN - ((value - low) / (high - low)) * (HEIGHT - 2 * MARGIN);
    const lines = seats.map((seat) => {
        const steps = points.map(
            (each) => `H${across(each.after).toFixed(1)}V${up(valueOf(each, seat)).toFixed(1)}`,
        );
        return `M${across(0).toFixed(1)} ${up(0).toFixed(1)}${steps.join('')}`;
    });
    return { lines, nought: low < 0 ? up(0) : null, high, across };
}
