import { expect, test } from 'vitest';

import type { Appearance } from '../types';
import { Faces } from './faces';
import { LETTERS } from './letters';

const COLOURS = {
    Y: { en: 'yellow', pl: 'żółty' },
    R: { en: 'red', pl: 'czerwony' },
    O: { en: 'orange', pl: 'pomarańczowy' },
    V: { en: 'violet', pl: 'fioletowy' },
    G: { en: 'green', pl: 'zielony' },
    B: { en: 'blue', pl: 'niebieski' },
};
const look = (name: { en: string; pl: string }) => ({ name, fill: '#2463c4', symbol: '' });
const star = look({ en: 'star', pl: 'gwiazda' });
const appearanceOf = (shapes: Record<string, unknown>) =>
    ({
        cell: 'square',
        colours: Object.fromEntries(Object.entries(COLOURS).map(([k, name]) => [k, look(name)])),
        places: {},
        shapes,
    }) as unknown as Appearance;

test.each([
    ['en', 'YROVGB'],
    ['pl', 'ŻCPFZN'],
] as const)('the letter on a tile is that of its colour in %s', (language, letters) => {
    const shaped = new Faces(appearanceOf({ s: star }), 'vivid', language);
    const plain = new Faces(appearanceOf({}), 'vivid', language);
    const codes = Object.keys(COLOURS);
    expect(codes.map((code) => shaped.of(`${code}s`).mark).join('')).toBe(letters);
    expect(codes.map((code) => plain.of(code).letter).join('')).toBe(letters);
    expect([...letters].filter((letter) => !LETTERS[letter])).toEqual([]);
});
