import { expect, test } from 'vitest';

import type { EntryView, GameView } from '../types';
import { finishedRound as finished } from './finished';
import { drawn, moved } from './testing';

const finishedRound = (shown: GameView, entries: readonly EntryView[], draw = 'task') =>
    finished(shown, entries, { new_round: draw });
const view = (round: number, own: object, more: object = {}): GameView =>
    ({
        viewer: 0,
        round,
        cells: [own, {}],
        hands: [],
        ...more,
    }) as unknown as GameView;

// One card, after which the second round begins: events 0 to 5, and the task is the sixth.
const first = [drawn('task four'), drawn('start OB'), drawn('card OO'), moved(0), moved(1)];
const second = [drawn('task I'), drawn('task L'), drawn('start OO')];

test('a round that has ended is shown until its viewer begins the next', () => {
    expect(finishedRound(view(2, {}), [...first, ...second])).toEqual({ round: 1, after: 5 });
    // Others may have begun.
    const begun = [...first, ...second, moved(1, null)];
    expect(finishedRound(view(2, {}), begun)).toEqual({ round: 1, after: 5 });
    expect(finishedRound(view(2, { a1: 'O' }), [...begun, moved(0)])).toBeNull();
});

test('nothing is shown in the first round, after the end, or to who only looks on', () => {
    expect(finishedRound(view(1, {}), first)).toBeNull();
    expect(finishedRound(view(2, {}), [...first, ...second], '')).toBeNull();
    expect(finishedRound(view(2, {}, { over: true }), [...first, ...second])).toBeNull();
    expect(finishedRound(view(2, {}, { viewer: null }), [...first, ...second])).toBeNull();
});

test('what was taken back does not count', () => {
    const back = [...first, moved(0, 'OB a1 a2', { undone: true }), ...second];
    expect(finishedRound(view(2, {}), back)).toEqual({ round: 1, after: 5 });
});
