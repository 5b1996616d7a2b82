import { describe, expect, it } from 'vitest';

import { decidingOf } from './deciding';
import type { Standing } from './results';

function standing(place: number, scores: number[] | null, points: number[] = []): Standing {
    const colours = scores?.map((score, k) => ({ letter: 'ABC'[k] ?? '', score })) ?? null;
    return { place, seats: [place - 1], colours, points };
}

describe('what decided a game', () => {
    it('is the lowest colour where it differs', () => {
        const all = [standing(1, [4, 9, 9]), standing(2, [3, 18, 18])];
        expect(decidingOf(all)).toEqual({ rank: 1, first: 4, second: 3 });
    });
    it('is the next lowest where the lowest are equal', () => {
        const all = [standing(1, [3, 7, 9]), standing(2, [3, 6, 18])];
        expect(decidingOf(all)).toEqual({ rank: 2, first: 7, second: 6 });
    });
    it('is the sum of points where there are no colours', () => {
        const all = [standing(1, null, [2, 5]), standing(2, null, [3, -1])];
        expect(decidingOf(all)).toEqual({ rank: null, first: 7, second: 2 });
    });
    it('is nothing at a tie, alone, and where somebody gave up at equal points', () => {
        expect(decidingOf([standing(1, [3, 7]), standing(1, [3, 7])])).toBeNull();
        expect(decidingOf([standing(1, [3, 7])])).toBeNull();
        expect(decidingOf([standing(1, null, [0]), standing(2, null, [0])])).toBeNull();
    });
});
