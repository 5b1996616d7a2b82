/** Text and marks can be read on what they stand on, by day and by night. */

import { describe, expect, it } from 'vitest';

import { contrast } from './game/palettes';
import tokens from './tokens.css?raw';

const THEMES = ['light', 'dark'] as const;

/** The colour that a word of the design stands for, by day or by night. */
function colour(name: string, theme: (typeof THEMES)[number]): string {
    const found = new RegExp(`--k-${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(tokens);
    return found?.[theme === 'light' ? 1 : 2] ?? `no ${name}`;
}

const GROUNDS = ['page', 'card', 'raised', 'slot', 'weak'];
const TEXTS = ['ink', 'muted', 'accent', 'accent-strong', 'warning', 'good'];

const pairs: [string, string, number][] = [
    ...TEXTS.flatMap((text) =>
        GROUNDS.map((ground): [string, string, number] => [text, ground, 4.5]),
    ),
    ...[0, 1, 2, 3].map((seat): [string, string, number] => ['on-seat', `seat-${seat}`, 4.5]),
    ...[0, 1, 2, 3].map((seat): [string, string, number] => [`seat-${seat}`, 'page', 3]),
    ['on-accent', 'accent', 4.5],
    ['on-accent', 'accent-strong', 4.5],
    ['on-good', 'good', 4.5],
    ['on-warning', 'warning', 4.5],
    ['control', 'page', 3],
    ['control', 'card', 3],
    ['focus', 'page', 3],
    ['focus', 'card', 3],
    ['focus', 'board', 3],
    ['label', 'board', 4.5],
];

describe.each(THEMES)('in the %s theme', (theme) => {
    it.each(pairs)('%s shows on %s', (mark, ground, least) => {
        expect(contrast(colour(mark, theme), colour(ground, theme))).toBeGreaterThanOrEqual(least);
    });
});
