import { expect, test } from 'vitest';

import type { EntryView, GameView } from '../types';
import { finishedRound } from './finished';

let number = 0;
const entry = (kind: string, event: object): EntryView =>
    ({ number: number++, time: 0, kind, event }) as unknown as EntryView;
const draw = (chance: string) => entry('chance', { chance });
const lay = (seat: number, more: object = {}) => entry('move', { seat, move: 'OB a1 a2', ...more });
const view = (round: number, own: object, more: object = {}): GameView =>
    ({
        game: 'bits',
        viewer: 0,
        round,
        cells: [own, {}],
        hands: [],
        ...more,
    }) as unknown as GameView;

// One card, after which the second round begins: events 0 to 5, and the task is the sixth.
const first = [draw('task four'), draw('start OB'), draw('card OO'), lay(0), lay(1)];
const second = [draw('task I'), draw('task L'), draw('start OO')];

test('a round that has ended is shown until its viewer begins the next', () => {
    expect(finishedRound(view(2, {}), [...first, ...second])).toEqual({ round: 1, after: 5 });
    // Others may have begun.
    const begun = [...first, ...second, lay(1, { move: null })];
    expect(finishedRound(view(2, {}), begun)).toEqual({ round: 1, after: 5 });
    expect(finishedRound(view(2, { a1: 'O' }), [...begun, lay(0)])).toBeNull();
});

test('nothing is shown in the first round, after the end, or to who only looks on', () => {
    expect(finishedRound(view(1, {}), first)).toBeNull();
    expect(finishedRound(view(2, {}, { over: true }), [...first, ...second])).toBeNull();
    expect(finishedRound(view(2, {}, { viewer: null }), [...first, ...second])).toBeNull();
});

test('what was taken back does not count', () => {
    const undone = { undone: true };
    const back = [...first, lay(0, undone), ...second];
    expect(finishedRound(view(2, {}), back)).toEqual({ round: 1, after: 5 });
});
