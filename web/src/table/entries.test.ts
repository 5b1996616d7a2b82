import { expect, test } from 'vitest';

import type { EntryView, Update } from '../types';
import { dealtEvents, lastMoveOf, merged, movesOf } from './entries';
import { drawn, moved, numbered, said, takenBack } from './testing';

const log = numbered([
    { number: 0, kind: 'open', time: 0, host: 'a' },
    { number: 1, kind: 'start', time: 0, salt: '' },
    drawn('draw RB', { seat: 0 }),
    drawn('draw', { seat: 1 }),
    moved(0, 'RB f7 f8'),
    drawn('draw GG', { seat: 0 }),
    moved(1, 'OO a1 a2', { undone: true }),
    takenBack(1, 4),
    moved(1, 'OO b1 b2'),
]);

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
    const hint: EntryView = { number: 9, kind: 'hint', time: 0, seat: 0, event: 5 };
    expect(movesOf([...log, hint])).toHaveLength(2);
});

test('an update adds entries and replaces those that show now', () => {
    const update = {
        type: 'update',
        since: 8,
        entries: numbered([moved(1, 'shown'), said('a')], 8),
    } as Update;
    const after = merged(log, update);
    expect(after.map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(movesOf(after)[1]?.move).toBe('shown');
});

test('a move that is taken back while we look is marked, as after a reload', () => {
    const asked: EntryView = {
        number: 2,
        kind: 'propose',
        time: 0,
        what: 'take-back',
        seat: 0,
        person: 'a',
    };
    const begun = numbered([drawn('draw OX'), moved(0, 'OX a1 a2')]);
    const news = (since: number, ...entries: EntryView[]): Update =>
        ({ type: 'update', since, entries: numbered(entries, since) }) as Update;
    let known = merged(begun, news(2, asked, takenBack(0, 1)));
    expect(movesOf(known)).toEqual([]);
    known = merged(known, news(4, moved(0, 'OX b1 b2'), said('a')));
    expect(movesOf(known).map(({ number, move }) => [number, move])).toEqual([[1, 'OX b1 b2']]);
    known = merged(known, news(6, takenBack(0, 1), moved(0, 'OX c1 c2')));
    expect(movesOf(known).map(({ number, move }) => [number, move])).toEqual([[1, 'OX c1 c2']]);
    expect(begun[1]).not.toHaveProperty('event.undone');
    const reloaded = { type: 'snapshot', since: 0, entries: known } as Update;
    expect(merged([], reloaded)).toEqual(known);
});

test('a snapshot from the start forgets what was known', () => {
    const update = { type: 'snapshot', since: 0, entries: [log[0]] } as Update;
    expect(merged(log, update)).toEqual([log[0]]);
});
