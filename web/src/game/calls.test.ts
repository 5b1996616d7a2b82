import { expect, test } from 'vitest';

import type { GameDescription, GameView, TableView } from '../types';
import { callBetween, calledNow, callLine } from './calls';

const between = (one: GameView | null, other: GameView | null) => callBetween(one, other, [18, 36]);

const view = (scores: number[][], cells: string[], players = 2) =>
    ({ players, scores, last: { seat: 1, move: '', cells } }) as unknown as GameView;
const before = view([[3], [17]], ['a1', 'a2']);

test('who brings a marker to the end of a card calls it, once', () => {
    expect(between(before, view([[3], [18]], ['b1', 'b2']))).toEqual({
        seat: 1,
        cells: 'b1,b2',
    });
    expect(between(before, view([[3], [17]], ['b1', 'b2']))).toBeNull();
    expect(between(view([[18], [18]], []), view([[18], [18]], ['c1', 'c2']))).toBeNull();
    expect(between(null, view([[18], [18]], []))).toBeNull();
    expect(callBetween(before, view([[3], [18]], ['b1', 'b2']), [])).toBeNull();
});

test('the end of a second card counts too, and alone nobody calls', () => {
    expect(between(view([[35], [0]], []), view([[36], [0]], ['b1', 'b2']))?.seat).toBe(1);
    expect(between(view([[20], [0]], []), view([[30], [0]], ['b1', 'b2']))).toBeNull();
    expect(between(view([[17]], [], 1), view([[18]], ['b1', 'b2'], 1))).toBeNull();
});

test('it stands until the next placement', () => {
    const full = view([[3], [18]], ['b1', 'b2']);
    const called = calledNow(null, between(before, full), full);
    expect(calledNow(called, null, full)).toEqual(called);
    expect(calledNow(called, null, view([[4], [18]], ['c1', 'c2']))).toBeNull();
});

test('others hear who calls, and nobody where the game has no call', () => {
    const table = { seats: [{ name: 'Ania' }, { name: 'Kasia' }] } as unknown as TableView;
    const game = { call: { en: 'Full!', pl: 'Full!' } } as GameDescription;
    const called = { seat: 1, cells: 'b1,b2' };
    expect(callLine('pl', called, table, [0], game)).toBe('Kasia: Full!');
    expect(callLine('pl', called, table, [1], game)).toBe('Full!');
    expect(callLine('pl', called, table, [0, 1], game)).toBe('Kasia: Full!');
    expect(callLine('pl', null, table, [0], game)).toBe('');
    expect(callLine('pl', called, table, [0], { ...game, call: null })).toBe('');
});
