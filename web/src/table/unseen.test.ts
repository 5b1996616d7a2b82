import { expect, test } from 'vitest';

import type { GameView } from '../types';
import { unseenTiles } from './unseen';

const of = (changes: object) => unseenTiles(changes as GameView);

test('tiles with their counts, single tiles, or nothing', () => {
    expect(of({ unseen: { GG: 5, GO: 0 } })).toEqual([{ tile: 'GG', count: 5 }]);
    expect(of({ unseen: ['Ys'] })).toEqual([{ tile: 'Ys', count: 1 }]);
    expect(of({ left: { OB: 2 } })).toEqual([{ tile: 'OB', count: 2 }]);
    expect(of({ left: 60 })).toBeNull();
});
