// What decided a game, in the numbers that the result itself is made of.

import { type Standing, total } from './results';

export interface Deciding {
    /** Which of the lowest colours decided, from 1; null where points did. */
    rank: number | null;
    first: number;
    second: number;
}

/** Where the winners and the next ones differ; null where nobody is behind, or no number tells. */
export function decidingOf(all: readonly Standing[]): Deciding | null {
    const [first, second] = all;
    if (!first || !second || first.place === second.place) return null;
    if (!first.colours || !second.colours) {
        const [most, less] = [total(first.points), total(second.points)];
        return most === less ? null : { rank: null, first: most, second: less };
    }
    const others = second.colours;
    const at = first.colours.findIndex(({ score }, k) => score !== others[k]?.score);
    if (at < 0) return null;
    return { rank: at + 1, first: first.colours[at]?.score ?? 0, second: others[at]?.score ?? 0 };
}
