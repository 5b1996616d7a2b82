import { expect, test } from 'vitest';

import type { EntryView, GameDescription, TableView } from '../types';
import { isBeginning, startLine } from './starting';

const table = {
    players: 2,
    seats: [{ name: 'Kasia' }, { name: 'Ania' }],
} as unknown as TableView;
const [kasia, ania, both, nobody] = [[0], [1], [0, 1], []];
const game = { simultaneous: false } as GameDescription;
const log = (start: object, ...moves: number[]) =>
    [{ kind: 'start', ...start }, ...moves.map((seat) => ({ kind: 'move', event: { seat } }))].map(
        (entry, number) => ({ ...entry, number, time: 0 }) as unknown as EntryView,
    );

test('who starts by lot is told to each in their own words', () => {
    const line = (own: number[], language: 'en' | 'pl' = 'pl') =>
        startLine(language, log({ first: 1, lot: true }), table, own, game);
    expect(line(ania)).toBe('Losowanie: zaczyna Kasia.');
    expect(line(kasia)).toBe('Losowanie: zaczynasz.');
    expect(line(nobody)).toBe('Losowanie: zaczyna Kasia.');
    expect(line(both)).toBe('Losowanie: zaczyna Kasia.');
    expect(line(ania, 'en')).toBe('Drawn by lot: Kasia starts.');
    expect(line(kasia, 'en')).toBe('Drawn by lot: you start.');
});

test('who starts by choice is told without a lot, and nothing where nobody starts', () => {
    expect(startLine('pl', log({ first: 0 }), table, ania, game)).toBe('Zaczyna Kasia.');
    expect(startLine('en', log({ first: 0 }), table, kasia, game)).toBe('You start.');
    expect(startLine('pl', log({}), table, ania, game)).toBe('');
    const bits = { simultaneous: true } as GameDescription;
    expect(startLine('pl', log({ first: 0 }), table, ania, bits)).toBe('');
});

test('it is told until the viewer has moved', () => {
    expect(isBeginning(log({}), ania)).toBe(true);
    expect(isBeginning(log({}, 0), ania)).toBe(true);
    expect(isBeginning(log({}, 0, 1), ania)).toBe(false);
    expect(isBeginning(log({}), nobody)).toBe(true);
    expect(isBeginning(log({}, 0), nobody)).toBe(false);
});
