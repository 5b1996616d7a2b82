/** Where the bubble at a tile goes: beside the tile, and over as little of the game as it can. */

import type { Point } from './geometry';
import type { Size } from './viewport';

export interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
}

const GAP = 10;
/** How near to the edge of the board it may come. */
const EDGE = 4;

/** The corner of a bubble; pieces are in pixels of the board, as the tile is.
 *
 * It never lies over the tile. Above comes first, but the lines that count run through pieces:
 * the side where the fewest are covered is taken. */
export function bubbleCorner(
    bubble: Size,
    tile: Box,
    board: Size,
    pieces: readonly Point[],
    firstBelow = false,
): Point {
    const x = within((tile.left + tile.right - bubble.width) / 2, board.width - bubble.width);
    const y = within((tile.top + tile.bottom - bubble.height) / 2, board.height - bubble.height);
    const above: Point = [x, tile.top - GAP - bubble.height];
    const below: Point = [x, tile.bottom + GAP];
    const sides: Point[] = [
        ...(firstBelow ? [below, above] : [above, below]),
        [tile.right + GAP, y],
        [tile.left - GAP - bubble.width, y],
    ];
    const fitting = sides.filter((corner) => fits(corner, bubble, board));
    const [first, ...others] = fitting;
    if (!first) return [x, Math.max(0, Math.min(below[1], board.height - bubble.height - 2))];
    if (firstBelow) return first;
    let best = { corner: first, covered: covered(first, bubble, pieces) };
    for (const corner of others) {
        const count = covered(corner, bubble, pieces);
        if (count < best.covered) best = { corner, covered: count };
    }
    return best.corner;
}

function within(from: number, room: number): number {
    return room < 2 * EDGE ? room / 2 : Math.max(EDGE, Math.min(from, room - EDGE));
}

function fits([x, y]: Point, bubble: Size, board: Size): boolean {
    const inHeight = y >= 2 && y + bubble.height <= board.height - 2;
    // Above and below, a bubble wider than the board is centred on it.
    return inHeight && (bubble.width > board.width || (x >= 2 && x + bubble.width <= board.width));
}

function covered([x, y]: Point, { width, height }: Size, pieces: readonly Point[]): number {
    return pieces.filter(([px, py]) => px > x && px < x + width && py > y && py < y + height)
        .length;
}
