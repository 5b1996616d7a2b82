import { expect, test } from 'vitest';

import { type Box, bubbleCorner } from './bubble';
import type { Point } from './geometry';

const bubble = { width: 100, height: 40 };
const tile: Box = { left: 150, right: 210, top: 180, bottom: 210 };
const boardOf = (right: number, bottom: number): Box => ({ left: 0, top: 0, right, bottom });
const board = boardOf(400, 400);
const around = { tile, counted: [], pieces: [], area: board };
const covering = ([x, y]: Point): Point => [x + 50, y + 20];

/** The cells of a line, 30 pixels wide, from a first one on. */
function line([x, y]: Point, [dx, dy]: Point, count: number): Box[] {
    return Array.from({ length: count }, (_, k) => ({
        left: x + k * dx,
        right: x + k * dx + 30,
        top: y + k * dy,
        bottom: y + k * dy + 30,
    }));
}

test('the bubble is above the tile where nothing is covered', () => {
    expect(bubbleCorner(bubble, around)).toEqual([130, 130]);
});

test('it goes where it covers the fewest pieces', () => {
    const above: Point = [180, 150];
    const below: Point = [180, 240];
    expect(bubbleCorner(bubble, { ...around, pieces: [above] })).toEqual([130, 220]);
    // The bubble above would begin at 130, and hide a part of a piece whose middle is at 125.
    expect(bubbleCorner(bubble, { ...around, pieces: [[180, 125]] })).toEqual([130, 220]);
    expect(bubbleCorner(bubble, { ...around, pieces: [above, below] })).toEqual([220, 175]);
    const right = covering([220, 175]);
    const pieces = [above, below, right];
    expect(bubbleCorner(bubble, { ...around, pieces })).toEqual([40, 175]);
});

test('it does not cover the lines it talks about', () => {
    const up = line([150, 150], [0, -30], 3);
    const down = line([150, 210], [0, 30], 3);
    expect(bubbleCorner(bubble, { ...around, counted: up })).toEqual([130, 220]);
    // Left of the line is further from the middle of the tile than right of it.
    expect(bubbleCorner(bubble, { ...around, counted: [...up, ...down] })).toEqual([184, 130]);
});

test('it covers pieces rather than lines', () => {
    const up = line([150, 150], [0, -30], 3);
    const pieces: Point[] = [
        [140, 230],
        [180, 230],
        [220, 230],
    ];
    expect(bubbleCorner(bubble, { ...around, counted: up, pieces })).toEqual([184, 130]);
});

test('at the edge of a phone it goes around the lines', () => {
    // A tile at the left edge with a line up and a line to the right, as on a phone.
    const left: Box = { left: 10, right: 70, top: 180, bottom: 210 };
    const counted = [...line([10, 150], [0, -30], 3), ...line([70, 180], [30, 0], 3)];
    expect(bubbleCorner(bubble, { ...around, tile: left, counted })).toEqual([4, 220]);
    const low = boardOf(400, 214);
    expect(bubbleCorner(bubble, { ...around, tile: left, counted, area: low })).toEqual([44, 130]);
});

test('where there is room beside the board, it may go there', () => {
    const counted = [
        ...line([150, 150], [0, -30], 6),
        ...line([150, 210], [0, 30], 6),
        ...line([210, 180], [30, 0], 6),
    ];
    const narrow = { ...board, left: 140, right: 250 };
    const wide = { ...board, left: 20, right: 250 };
    const free = ([x, y]: Point) =>
        [tile, ...counted].every(
            ({ left, right, top, bottom }) =>
                x >= right || x + 100 <= left || y >= bottom || y + 40 <= top,
        );
    expect(free(bubbleCorner(bubble, { ...around, counted, area: narrow }))).toBe(false);
    expect(bubbleCorner(bubble, { ...around, counted, area: wide })).toEqual([40, 175]);
});

test('it stays on the board, and off the tile', () => {
    const corner = { left: 0, right: 60, top: 0, bottom: 30 };
    expect(bubbleCorner(bubble, { ...around, tile: corner })).toEqual([4, 40]);
    expect(bubbleCorner(bubble, { ...around, area: boardOf(220, 260) })).toEqual([116, 130]);
    const wide = { width: 240, height: 40 };
    expect(bubbleCorner(wide, { ...around, area: boardOf(220, 300) })).toEqual([-10, 130]);
});

test('where the rule against a place is told above, it goes below', () => {
    const pieces: Point[] = [[180, 240]];
    expect(bubbleCorner(bubble, { ...around, pieces, firstBelow: true })).toEqual([130, 220]);
});
