import { expect, test } from 'vitest';

import { bubbleCorner } from './bubble';
import type { Point } from './geometry';

const bubble = { width: 100, height: 40 };
const board = { width: 400, height: 400 };
const tile = { left: 150, right: 210, top: 180, bottom: 210 };
const covering = ([x, y]: Point): Point => [x + 50, y + 20];

test('the bubble is above the tile where nothing is covered', () => {
    expect(bubbleCorner(bubble, tile, board, [])).toEqual([130, 130]);
});

test('it goes where it covers the fewest pieces', () => {
    const above: Point = [180, 150];
    const below: Point = [180, 240];
    expect(bubbleCorner(bubble, tile, board, [above])).toEqual([130, 220]);
    expect(bubbleCorner(bubble, tile, board, [above, below])).toEqual([220, 175]);
    const right = covering([220, 175]);
    expect(bubbleCorner(bubble, tile, board, [above, below, right])).toEqual([40, 175]);
});

test('it stays on the board, and off the tile', () => {
    const corner = { left: 0, right: 60, top: 0, bottom: 30 };
    expect(bubbleCorner(bubble, corner, board, [])).toEqual([4, 40]);
    expect(bubbleCorner(bubble, tile, { width: 220, height: 260 }, [])).toEqual([116, 130]);
    expect(bubbleCorner({ width: 240, height: 40 }, tile, { width: 220, height: 300 }, [])).toEqual(
        [-10, 130],
    );
});

test('where the rule against a place is told above, it goes below', () => {
    expect(bubbleCorner(bubble, tile, board, [[180, 240]], true)).toEqual([130, 220]);
});
