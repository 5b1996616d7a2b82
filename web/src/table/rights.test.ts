import { expect, test } from 'vitest';

import type { TableView } from '../types';
import { canTakeBack, resigning } from './rights';
import { drawn, moved, said, takenBack } from './testing';

const seat = (person: string | null = null, resigned: string | null = null) => ({
    person,
    bot: person === null ? 'level-1' : null,
    resigned,
    stand_in: null,
});
const at = (seats: object[], more: object = {}): TableView =>
    ({ players: seats.length, seats, settings: {}, proposal: null, ...more }) as TableView;

test('only the last thing that happened can be taken back, if it was a move of one’s own', () => {
    const table = at([seat('Ania'), seat('Kasia')]);
    const mine = moved(0, 'OX a1 a2');
    const theirs = moved(1, 'OX b1 b2');
    const draw = drawn('draw OX');
    expect(canTakeBack(table, [draw, mine, said('Ania')], [0])).toBe(true);
    expect(canTakeBack(table, [mine, theirs], [0])).toBe(false);
    expect(canTakeBack(table, [mine, theirs], [0, 1])).toBe(true);
    expect(canTakeBack(table, [mine, draw], [0])).toBe(false);
    expect(canTakeBack(table, [], [0])).toBe(false);
    const undone = moved(0, 'OX c1 c2', { undone: true });
    expect(canTakeBack(table, [theirs, undone, takenBack(0, 0)], [0])).toBe(false);
    const rated = { ...table, settings: { rated: true } };
    expect(canTakeBack(rated, [mine], [0])).toBe(false);
});

test('among bots one’s last decision can be taken back, whatever has happened since', () => {
    const mine = moved(0, 'OX a1 a2');
    const theirs = moved(1, 'OX b1 b2');
    const draw = drawn('draw OX', { seat: 0 });
    const table = at([seat('Ania'), seat(), seat()]);
    expect(canTakeBack(table, [mine, draw, theirs], [0])).toBe(true);
    expect(canTakeBack(table, [draw, theirs], [0])).toBe(false);
    const undone = moved(0, 'OX c1 c2', { undone: true });
    expect(canTakeBack(table, [draw, undone], [0])).toBe(false);
    expect(canTakeBack(at([seat('Ania')]), [mine, draw], [0])).toBe(false);
    const withKasia = at([seat('Ania'), seat(), seat('Kasia')]);
    expect(canTakeBack(withKasia, [mine, theirs], [0])).toBe(false);
});

test('what resigning brings about', () => {
    expect(resigning(at([seat('Ania')]), false, 0)).toBe('alone');
    expect(resigning(at([seat('Ania'), seat('Kasia')]), false, 0)).toBe('lost');
    const four = ['Ania', 'Kasia', 'Julia', 'Jan'].map((name) => seat(name));
    expect(resigning(at(four), false, 0)).toBe('playedOn');
    expect(resigning(at(four), true, 0)).toBe('playedOn');
    expect(resigning(at([...four.slice(0, 2), seat('Julia', 'resigned')]), false, 0)).toBe('lost');
    const pairs = [seat('Ania'), seat('Kasia'), seat('Julia', 'resigned'), seat('Jan')];
    expect(resigning(at(pairs), true, 0)).toBe('lost');
    expect(resigning(at([seat('Ania'), seat(), seat()]), false, 0)).toBe('onlyBots');
});
