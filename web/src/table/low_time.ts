// When time gets short: told once, by sound and by the clock's look.

import type { TableView } from '../types';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** From how many milliseconds on time is short: a fifth of a game of minutes, but no more than a
 * minute; three hours where days are given. */
export function shortTime(clock: TableView['settings']['clock']): number {
    if (clock?.kind === 'days') return 3 * HOUR;
    return clock ? Math.min(MINUTE, (clock.minutes * MINUTE) / 5) : MINUTE;
}

/** Rings once for each time that a clock runs from enough to short. */
export class LowTime {
    #enough: boolean | null = null;

    constructor(private readonly ring: () => void) {}

    /** The time left on the clock that runs for the viewer; null while none does. */
    left(time: number | null, short: number): void {
        if (time === null) return;
        const enough = time >= short;
        if (this.#enough === true && !enough && time > 0) this.ring();
        this.#enough = enough;
    }
}
