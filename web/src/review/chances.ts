// What a game was worth to each seat from its start to its end, as lines with marks on them.

import type { ReviewView } from '../types';

export const WIDTH = 420;
export const HEIGHT = 180;
const LEFT = 8;
const TOP = 12;

/** Luck of less than this is not marked. */
const MUCH = 0.03;

export interface Mark {
    /** Which step it is. */
    number: number;
    kind: 'error' | 'large-error' | 'luck' | 'bad-luck';
    x: number;
    y: number;
}

export interface ChanceGraph {
    /** The path of each line. */
    lines: string[];
    /** In the order of the lines, those of each in order. */
    marks: Mark[][];
    across: (event: number) => number;
    up: (worth: number) => number;
    /** The step that a place is nearest to, from left to right. */
    stepAt: (x: number) => number;
}

/** What it was worth to a seat: at the start, and after every step. */
export function curve({ start, steps }: ReviewView, seat: number): number[] {
    const found = [start[seat] ?? 0];
    for (const step of steps) found.push((found.at(-1) ?? 0) + (step.change[seat] ?? 0));
    return found;
}

/** Of which seats there is a line: of one alone where the other's tells the same upside down. */
export function linesOf(
    review: ReviewView,
    parties: readonly (readonly number[])[],
    own: number | undefined,
): number[] {
    const firsts = parties.map((party) => party.find((seat) => seat === own) ?? party[0] ?? 0);
    const [one, other] = firsts;
    if (firsts.length !== 2 || one === undefined || other === undefined) return firsts;
    const against = curve(review, other);
    const mirrored = curve(review, one).every(
        (worth, k) => Math.abs(worth + (against[k] ?? 0) - 1) < 0.01,
    );
    return mirrored ? [own === other ? other : one] : firsts;
}

/** The graph of some seats' lines; null before anything is known. */
export function chanceGraph(review: ReviewView, seats: readonly number[]): ChanceGraph | null {
    if (review.steps.length === 0) return null;
    const curves = seats.map((seat) => curve(review, seat));
    const all = curves.flat();
    const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
    const across = (event: number): number =>
        LEFT + (event / Math.max(1, review.events)) * (WIDTH - 2 * LEFT);
    const up = (worth: number): number =>
        TOP + ((high - worth) / (high - low)) * (HEIGHT - 2 * TOP);
    const ends = [0, ...review.steps.map(({ after }) => after)];
    const point = (worths: readonly number[], k: number): string =>
        `${across(ends[k] ?? 0).toFixed(1)} ${up(worths[k] ?? 0).toFixed(1)}`;
    return {
        lines: curves.map((worths) => `M${worths.map((_, k) => point(worths, k)).join('L')}`),
        marks: curves.map((worths, line) =>
            marksOf(review, seats, line).map(({ number, kind }) => ({
                number,
                kind,
                x: across(ends[number + 1] ?? 0),
                y: up(worths[number + 1] ?? 0),
            })),
        ),
        across,
        up,
        stepAt: (x) => {
            const far = ends.slice(1).map((after) => Math.abs(across(after) - x));
            return far.indexOf(Math.min(...far));
        },
    };
}

/** The steps that are marked on a line: its seats' errors, and draws that changed much for it. */
function marksOf(
    { steps, start }: ReviewView,
    seats: readonly number[],
    line: number,
): Pick<Mark, 'number' | 'kind'>[] {
    const seat = seats[line] ?? 0;
    // One line for two shows the errors of both.
    const isOwn = (other: number) => other === seat || (seats.length === 1 && start.length === 2);
    return steps.flatMap((step, number): Pick<Mark, 'number' | 'kind'>[] => {
        if (step.kind === 'decision') {
            if (!isOwn(step.seat)) return [];
            if (step.band === 'large') return [{ number, kind: 'large-error' }];
            return step.band === 'medium' ? [{ number, kind: 'error' }] : [];
        }
        const luck = step.change[seat] ?? 0;
        if (Math.abs(luck) < MUCH) return [];
        return [{ number, kind: luck > 0 ? 'luck' : 'bad-luck' }];
    });
}

/** How a mark is drawn: errors are crosses, luck points up or down. */
export const SHAPES: Readonly<Record<Mark['kind'], string>> = {
    error: 'M-3-3L3 3M3-3L-3 3',
    'large-error': 'M-5-5L5 5M5-5L-5 5',
    luck: 'M0-6L5 4H-5Z',
    'bad-luck': 'M0 6L5-4H-5Z',
};
