import { expect, test } from 'vitest';

import { Faces } from './faces';
import { LETTERS } from './letters';
import { GARDEN, gardenWith } from './testing';

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
const appearanceOf = (shapes: Record<string, typeof star>) => ({
    ...GARDEN,
    colours: Object.fromEntries(Object.entries(COLOURS).map(([k, name]) => [k, look(name)])),
    shapes,
});

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

test('what has no symbol is written, and pieces are what the game calls them', () => {
    const faces = new Faces(GARDEN, 'vivid', 'en');
    expect(faces.of('7')).toMatchObject({ text: '7', name: '7', letter: '' });
    expect(faces.of('G')).toMatchObject({ text: '', name: 'green', letter: 'G', height: 1 });
    expect(faces.stone).toBe(faces.of('^'));
    expect(faces.of('^')).toMatchObject({ name: 'stone', fill: '#7d7363', letter: '' });
});

test('heights are told where tiles lie on tiles, and no initials where symbols are letters', () => {
    const stacked = new Faces({ ...gardenWith({ stacks: true }), initials: false }, 'vivid', 'en');
    expect(stacked.of('G3')).toMatchObject({ name: 'green', height: 3, letter: '' });
});
