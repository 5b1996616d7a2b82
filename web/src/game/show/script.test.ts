import { expect, test } from 'vitest';

import type { GameView } from '../../types';
import { boundedGrid } from '../geometry';
import { GARDEN } from '../testing';
import { LANDING, scriptOf, SEEN } from './script';

const grid = boundedGrid('square', Object.keys(GARDEN.places), GARDEN.places);
const line = (of: string, cells: string[], points: number) => ({ of, cells, points });
const view = (after: number, move: string | null, counted: object | null = {}) =>
    ({
        after,
        last: move && {
            seat: 1,
            move,
            cells: move.split(' ').slice(1),
            counted: counted && {
                lines: [],
                pyramids: [],
                extra_turns: 0,
                ...counted,
            },
        },
    }) as unknown as GameView;
const between = (one: GameView | null, other: GameView) =>
    scriptOf(one, other, grid, { points: true });

test('the lines that a placement counts light up one after the other, from its halves', () => {
    const lines = [line('G', ['b1', 'c1'], 2), line('R', ['b2'], 1)];
    const script = between(view(3, null), view(4, 'GR a1 a2', { lines }));
    expect(script?.seat).toBe(1);
    expect(script?.lines).toEqual([
        // In the units of the board y goes downwards.
        {
            of: 'G',
            points: [
                [0, 0],
                [1, 0],
                [2, 0],
            ],
            worth: 2,
            at: LANDING,
        },
        {
            of: 'R',
            points: [
                [0, -1],
                [1, -1],
            ],
            worth: 1,
            at: LANDING + 160,
        },
    ]);
    expect(script?.length).toBe(LANDING + 160 + SEEN);
});

test('many lines take no longer than 0.8 s in all', () => {
    const lines = Array.from({ length: 16 }, () => line('G', ['b1'], 1));
    const script = between(view(3, null), view(4, 'GR a1 a2', { lines }));
    expect(script?.lines.map(({ at }) => at - LANDING)).toEqual(
        Array.from({ length: 16 }, (_, k) => 50 * k),
    );
});

test('pieces that are put up and turns that are earned are told', () => {
    const counted = { pyramids: [{ cell: 'b2', points: {} }, { cell: 'z9' }], extra_turns: 1 };
    const script = between(view(3, null), view(4, 'GR a1 a2', counted));
    expect(script?.stones).toEqual([[1, -1]]);
    expect(script?.extra).toBe(true);
});

test('where lines bring no points none are told', () => {
    const lines = [line('G', ['b1'], 1)];
    const after = view(4, 'GR a1 a2', { lines });
    expect(scriptOf(view(3, null), after, grid, { points: false })?.lines[0]?.worth).toBe(0);
});

test('there is no show of the first view, of a step back, nor of what lays nothing', () => {
    expect(between(null, view(4, 'GR a1 a2'))).toBeNull();
    expect(between(view(4, 'GR a1 a2'), view(3, 'GR b1 b2'))).toBeNull();
    expect(between(view(4, 'GR a1 a2'), view(5, 'GR a1 a2'))).toBeNull();
    expect(between(view(4, 'GR a1 a2'), view(5, 'swap', null))).toBeNull();
    expect(between(view(4, 'GR a1 a2'), view(5, 'take Gs'))).toBeNull();
});
