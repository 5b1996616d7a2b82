// What groups of games come to, as figures: where things lie on a line, and how they are written.

import { number } from '../review/worth';
import type { Language } from '../settings';
import type { MeanView, NamedGroup } from '../types';

/** From left to right of a little figure. */
export const WIDTH = 100;
/** Luck of so much either way ends at the edge of its figure. */
const MUCH = 0.2;

/** Where a mean lies from 0 to `WIDTH`, and where its interval begins and ends. */
export interface OnLine {
    at: number;
    from: number;
    to: number;
}

function onLine({ mean, half }: MeanView, place: (value: number) => number): OnLine {
    return { at: place(mean), from: place(mean - (half ?? 0)), to: place(mean + (half ?? 0)) };
}

const within = (place: number) => Math.min(WIDTH, Math.max(0, place));

/** An accuracy from 0 to 100. */
export const accuracyOnLine = (mean: MeanView): OnLine => onLine(mean, within);

/** Luck: in the middle there is none. */
export const luckOnLine = (mean: MeanView): OnLine =>
    onLine(mean, (luck) => within((WIDTH / 2) * (1 + luck / MUCH)));

/** A mean with its interval: 83.4 ± 5.1; of shares as hundredths. */
export function meanText(
    language: Language,
    mean: MeanView | null,
    { times = 1, signed = false } = {},
): string {
    if (!mean) return '–';
    const value = number(language, times * mean.mean, 1);
    const sign = signed && mean.mean > 0 && /[1-9]/.test(value) ? '+' : '';
    const half = mean.half === null ? '' : ` ± ${number(language, times * mean.half, 1)}`;
    return `${sign}${value}${half}`;
}

export interface MonthsGraph {
    accuracy: readonly OnGraph[];
    results: readonly OnGraph[];
}
interface OnGraph {
    x: number;
    y: number;
    low: number;
    high: number;
}

export const GRAPH = { width: 320, height: 140, margin: 14 } as const;

/** Month after month from left to right, from 0 at the bottom to 100 at the top. */
export function monthsGraph(months: readonly NamedGroup[]): MonthsGraph {
    const { width, height, margin } = GRAPH;
    const across = (width - 2 * margin) / Math.max(1, months.length - 1);
    const up = (value: number) =>
        height - margin - (Math.min(100, Math.max(0, value)) / 100) * (height - 2 * margin);
    const points = (what: (group: NamedGroup) => MeanView | null, times: number): OnGraph[] =>
        months.flatMap((month, k) => {
            const mean = what(month);
            if (!mean) return [];
            const [value, half] = [times * mean.mean, times * (mean.half ?? 0)];
            return [
                {
                    x: margin + k * across,
                    y: up(value),
                    low: up(value - half),
                    high: up(value + half),
                },
            ];
        });
    return {
        accuracy: points(({ accuracy }) => accuracy, 1),
        results: points(({ without_luck }) => without_luck, 100),
    };
}

/** A month such as "2026-11", as people write it. */
export function monthText(language: Language, month: string): string {
    const format = new Intl.DateTimeFormat(language, {
        month: 'long',
        year: 'numeric',
        timeZone: 'UTC',
    });
    return format.format(new Date(`${month}-01T00:00:00Z`));
}
