import { expect, test } from 'vitest';

import type { GameDescription, StartEntry, TableView } from '../types';
import { isBeginning, startLine } from './starting';
import { moved, numbered } from './testing';

const table = {
    players: 2,
    seats: [{ name: 'Kasia' }, { name: 'Ania' }],
} as unknown as TableView;
const [kasia, ania, both, nobody] = [[0], [1], [0, 1], []];
const game = { simultaneous: false } as GameDescription;
const log = (start: Partial<StartEntry>, ...moves: number[]) =>
    numbered([
        { number: 0, time: 0, kind: 'start', salt: '', ...start },
        ...moves.map((seat) => moved(seat)),
    ]);

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
    const atOnce = { simultaneous: true } as GameDescription;
    expect(startLine('pl', log({ first: 0 }), table, ania, atOnce)).toBe('');
});

test('it is told until the viewer has moved', () => {
    expect(isBeginning(log({}), ania)).toBe(true);
    expect(isBeginning(log({}, 0), ania)).toBe(true);
    expect(isBeginning(log({}, 0, 1), ania)).toBe(false);
    expect(isBeginning(log({}), nobody)).toBe(true);
    expect(isBeginning(log({}, 0), nobody)).toBe(false);
});
