// What a position is worth, as people read it: a chance, an expected place, or points.

import type { Language } from '../settings';

export type Unit = 'chance' | 'place' | 'result';

export interface Scale {
    unit: Unit;
    /** How many sides there are. */
    parties: number;
    /** Alone: the points that a worth of 1 stands for. */
    whole: number;
}

export function unitOf(players: number, parties: number): Unit {
    if (players === 1) return 'result';
    return parties === 2 ? 'chance' : 'place';
}

/** A worth: 63 %, place 1.8, or 21.4 points. */
export function worthText(language: Language, worth: number, scale: Scale): string {
    if (scale.unit === 'chance') return percent(language, worth);
    if (scale.unit === 'place') return number(language, 1 + (1 - worth) * (scale.parties - 1), 1);
    return number(language, worth * scale.whole, 1);
}

/** A difference of worths by its size alone. */
export function sizeText(language: Language, difference: number, scale: Scale): string {
    const size = Math.abs(difference);
    if (scale.unit === 'chance') return percent(language, size, 1);
    if (scale.unit === 'place') return number(language, size * (scale.parties - 1), 2);
    return number(language, size * scale.whole, 1);
}

/** A difference of worths with its sign. */
export function changeText(language: Language, difference: number, scale: Scale): string {
    const size = sizeText(language, difference, scale);
    if (!/[1-9]/.test(size)) return size;
    return `${difference < 0 ? '−' : '+'}${size}`;
}

/** How sure a worth is: two standard errors; nothing where none can be seen. */
export function errorText(language: Language, error: number, scale: Scale): string {
    const size = sizeText(language, 1.96 * error, scale);
    return /[1-9]/.test(size) ? ` ± ${size}` : '';
}

function percent(language: Language, worth: number, digits = 0): string {
    return new Intl.NumberFormat(language, {
        style: 'percent',
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
    })
        .format(worth)
        .replace('-', '−');
}

export function number(language: Language, value: number, digits = 0): string {
    return new Intl.NumberFormat(language, {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
    })
        .format(value)
        .replace('-', '−');
}
