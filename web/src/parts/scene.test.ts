import { expect, test } from 'vitest';

import { cellsOf, laidOf } from './scene';

const SCENE = { rows: ['. R B', 'G . Y'], shifts: [0.5], tiles: [[2, 0, 2, 1]] } as const;

test('every cell has its place', () => {
    const cells = cellsOf({ ...SCENE, rows: [...SCENE.rows], shifts: [0.5], tiles: [] }, 2);
    expect(cells.map(({ value, x, y }) => [value, x, y])).toEqual([
        ['.', 0.5, 0],
        ['R', 1.5, 0],
        ['B', 2.5, 0],
        ['G', 0, 2],
        ['.', 1, 2],
        ['Y', 2, 2],
    ]);
});

test('single tiles are laid first, then the pairs, and nothing twice', () => {
    const scene = { rows: [...SCENE.rows], shifts: [], tiles: [[2, 0, 2, 1]] };
    const laid = laidOf(scene as never, cellsOf(scene as never, 1));
    expect(laid.map((tile) => tile.map(({ value }) => value).join(''))).toEqual(['R', 'G', 'BY']);
});
