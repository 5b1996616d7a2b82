import { expect, test } from 'vitest';

import type { EntryView, Update } from '../types';
import { dealtEvents, lastMoveOf, merged, movesOf } from './entries';

const entry = (number: number, kind: string, event?: object): EntryView =>
    ({ number, kind, time: 0, ...(event ? { event } : {}) }) as EntryView;

const log = [
    entry(0, 'open'),
    entry(1, 'start'),
    entry(2, 'chance', { chance: 'draw RB', seat: 0 }),
    entry(3, 'chance', { chance: 'draw', seat: 1 }),
    entry(4, 'move', { seat: 0, move: 'RB f7 f8' }),
    entry(5, 'chance', { chance: 'draw GG', seat: 0 }),
    entry(6, 'move', { seat: 1, move: 'OO a1 a2', undone: true }),
    entry(7, 'take-back'),
    entry(8, 'move', { seat: 1, move: 'OO b1 b2' }),
];

test('moves are numbered, with the events after them; what was taken back is gone', () => {
    expect(movesOf(log).map(({ number, move, after }) => [number, move, after])).toEqual([
        [1, 'RB f7 f8', 4],
        [2, 'OO b1 b2', 5],
    ]);
    expect(dealtEvents(log)).toBe(2);
});

test('what others did since my last move', () => {
    expect(lastMoveOf(log, [0])).toBe(4);
    expect(lastMoveOf(log, [1])).toBeNull(); // nobody has moved since
    expect(lastMoveOf(log, [2])).toBeNull(); // no move yet
    expect(lastMoveOf(log, [0, 1])).toBeNull();
    expect(lastMoveOf(log, [])).toBeNull(); // who watches
});

test('a hint is no move', () => {
    const hint = { number: 9, kind: 'hint', time: 0, seat: 0, event: 5 } as unknown as EntryView;
    expect(movesOf([...log, hint])).toHaveLength(2);
});

test('an update adds entries and replaces those that show now', () => {
    const update = {
        type: 'update',
        since: 8,
        entries: [entry(8, 'move', { seat: 1, move: 'shown' }), entry(9, 'chat')],
    } as unknown as Update;
    const after = merged(log, update);
    expect(after.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(movesOf(after)[1]?.move).toBe('shown');
});

test('a move that is taken back while we look is marked, as after a reload', () => {
    const takeBack = (number: number, to: number): EntryView =>
        ({ number, kind: 'take-back', time: 0, seat: 0, to }) as unknown as EntryView;
    const deal = entry(0, 'chance', { chance: 'draw OX' });
    const first = entry(1, 'move', { seat: 0, move: 'OX a1 a2' });
    const again = entry(4, 'move', { seat: 0, move: 'OX b1 b2' });
    const news = (...entries: EntryView[]): Update =>
        ({ type: 'update', since: entries[0]?.number, entries }) as unknown as Update;
    let known = merged([deal, first], news(entry(2, 'propose'), takeBack(3, 1)));
    expect(movesOf(known)).toEqual([]);
    known = merged(known, news(again, entry(5, 'chat')));
    expect(movesOf(known).map(({ number, move }) => [number, move])).toEqual([[1, 'OX b1 b2']]);
    known = merged(known, news(takeBack(6, 1), entry(7, 'move', { seat: 0, move: 'OX c1 c2' })));
    expect(movesOf(known).map(({ number, move }) => [number, move])).toEqual([[1, 'OX c1 c2']]);
    expect(first).not.toHaveProperty('event.undone');
    const reloaded = { type: 'snapshot', since: 0, entries: known } as unknown as Update;
    expect(merged([], reloaded)).toEqual(known);
});

test('a snapshot from the start forgets what was known', () => {
    const update = { type: 'snapshot', since: 0, entries: [log[0]] } as unknown as Update;
    expect(merged(log, update)).toEqual([log[0]]);
});
