/** Where the bubble at a tile goes: beside the tile, off the lines that count, and over as little
 * of the rest of the game as it can. */

import type { Point } from './geometry';
import type { Size } from './viewport';

export interface Box {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
}

export interface Surroundings {
    readonly tile: Box;
    /** Cells that the bubble talks about: those of the lines that count. */
    readonly counted: readonly Box[];
    /** What else lies on the board. */
    readonly pieces: readonly Point[];
    /** Where the bubble may be. */
    readonly area: Box;
    /** Whether the rule against a place is told above, so that below is better. */
    readonly firstBelow?: boolean;
}

const GAP = 10;
/** How near to the edge of the board, or to a line, it may come. */
const EDGE = 4;
/** Covering a piece is as bad as being so many pixels further from the tile; a line is far worse. */
const PIECE = 50;
/** Of a cell: a piece of which less is seen beyond its middle counts as covered. */
const SEEN = 0.25;
const COUNTED = 100_000;
const FORBIDDEN = 1_000_000;

/** The corner of a bubble; everything is in pixels of the board.
 *
 * The best place touches something that it must not cover: only such places are compared. */
export function bubbleCorner(bubble: Size, around: Surroundings): Point {
    const { counted, area, firstBelow = false } = around;
    const tile = grown(around.tile, GAP);
    const pieces = firstBelow ? [] : around.pieces;
    const margin = cellOf(around.tile) * SEEN;
    const kept = [tile, ...counted.map((each) => grown(each, EDGE))];
    const xs = starts(
        bubble.width,
        area.left,
        area.right,
        kept.map(({ left, right }) => [left, right]),
    );
    const ys = starts(
        bubble.height,
        area.top,
        area.bottom,
        kept.map(({ top, bottom }) => [top, bottom]),
    );
    let best: Point = [xs[0] ?? 0, Math.max(area.top, area.bottom - bubble.height - EDGE)];
    let least = Infinity;
    for (const y of ys) {
        for (const x of xs) {
            const box = { left: x, top: y, right: x + bubble.width, bottom: y + bubble.height };
            if (overlap(box, tile)) continue;
            let cost = distance(box, tile);
            if (firstBelow) cost += box.bottom <= tile.top ? FORBIDDEN : 0;
            else cost += box.top >= tile.bottom ? 1 : 0; // of two that are as good, above
            for (const each of counted) if (overlap(box, each)) cost += COUNTED;
            if (cost >= least) continue;
            for (const each of pieces) if (holds(grown(box, margin), each)) cost += PIECE;
            if (cost >= least) continue;
            least = cost;
            best = [x, y];
        }
    }
    return best;
}

type Span = readonly [number, number];

/** Where a side of the bubble may begin: at the middle of the tile, before and after each thing
 * that is not to be covered, and at the edges. */
function starts(length: number, from: number, to: number, spans: readonly Span[]): number[] {
    const [[first, last]] = spans as [Span];
    const room = to - from - length;
    if (room < 2 * EDGE) return [from + room / 2]; // wider than the board: centred on it
    const least = from + EDGE;
    const most = to - length - EDGE;
    const middle = Math.min(Math.max((first + last - length) / 2, least), most);
    const beside = spans.flatMap(([start, end]) => [end, start - length]);
    const inside = [...beside, least, most].filter((start) => start >= least && start <= most);
    return [...new Set([middle, ...inside])];
}

function grown({ left, top, right, bottom }: Box, by: number): Box {
    return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}

/** How large a cell is: a tile covers one, or two beside each other. */
function cellOf({ left, top, right, bottom }: Box): number {
    return Math.min(right - left, bottom - top);
}

function overlap(one: Box, other: Box): boolean {
    return (
        one.left < other.right &&
        one.right > other.left &&
        one.top < other.bottom &&
        one.bottom > other.top
    );
}

function holds(box: Box, [x, y]: Point): boolean {
    return x > box.left && x < box.right && y > box.top && y < box.bottom;
}

/** How far the middle of one box is from that of the other. */
function distance(one: Box, other: Box): number {
    return (
        Math.hypot(
            one.left + one.right - other.left - other.right,
            one.top + one.bottom - other.top - other.bottom,
        ) / 2
    );
}
