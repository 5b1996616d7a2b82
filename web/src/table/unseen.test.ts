import { expect, test } from 'vitest';

import type { GameView } from '../types';
import { unseenPlace, unseenTiles } from './unseen';

const of = (changes: object) => unseenTiles(changes as GameView);
const where = (changes: object) => unseenPlace(changes as GameView);

test('tiles with their counts, single tiles, or nothing', () => {
    expect(of({ unseen: { GG: 5, GO: 0 } })).toEqual([{ tile: 'GG', count: 5 }]);
    expect(of({ unseen: ['Ys'] })).toEqual([{ tile: 'Ys', count: 1 }]);
    expect(of({ left: { OB: 2 } })).toEqual([{ tile: 'OB', count: 2 }]);
    expect(of({ left: 60 })).toBeNull();
});

test('where they are, as each booklet calls it', () => {
    expect(where({ unseen: { GG: 5 }, bag: 80 })).toBe('bag');
    expect(where({ unseen: ['Ys'], stack: 20 })).toBe('stack');
    expect(where({ left: { OB: 2 } })).toBe('cards');
});
