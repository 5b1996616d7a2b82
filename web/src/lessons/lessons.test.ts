import { expect, test } from 'vitest';

import type { Explained, GameView } from '../types';
import { isDone } from './lessons';

const NOTHING: Explained = {
    points: {},
    lines: [],
    pyramids: [],
    areas: [],
    extra_turns: 0,
    ends: '',
    winner: null,
};
const before = { cells: { e5: 'X1', f5: 'O1' } } as unknown as GameView;
const after = { last: { seat: 0, move: 'XO e5 f5', cells: ['e5', 'f5'] } } as GameView;
const nowhere = { last: null } as GameView;

test('a task is done when everything that it asks for is there', () => {
    const scored = { ...NOTHING, points: { R: 3, B: 1 } };
    expect(isDone({ points: { R: 3 } }, scored, before, nowhere)).toBe(true);
    expect(isDone({ points: { R: 3, B: 2 } }, scored, before, nowhere)).toBe(false);
    expect(isDone({ points: { G: 1 } }, scored, before, nowhere)).toBe(false);
    expect(isDone({ extra_turns: 1 }, { ...NOTHING, extra_turns: 2 }, before, nowhere)).toBe(true);
    expect(isDone({ extra_turns: 1 }, NOTHING, before, nowhere)).toBe(false);
    expect(
        isDone(
            { pyramids: 1 },
            { ...NOTHING, pyramids: [{ cell: 'e5', points: { R: 1 } }] },
            before,
            nowhere,
        ),
    ).toBe(true);
    expect(isDone({ winner: 0 }, { ...NOTHING, winner: 0 }, before, nowhere)).toBe(true);
    expect(isDone({ winner: 0 }, { ...NOTHING, winner: 1 }, before, nowhere)).toBe(false);
    expect(isDone({ on: 2 }, NOTHING, before, after)).toBe(true);
    expect(isDone({ on: 2 }, NOTHING, before, nowhere)).toBe(false);
});
