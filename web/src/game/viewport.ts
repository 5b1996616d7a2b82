/** The part of a board that is seen: zoomed and moved without jumping. */

import type { Box, Point } from './geometry';

/** The middle of what is seen, and how many pixels a cell has. */
export interface Viewport {
    readonly x: number;
    readonly y: number;
    readonly scale: number;
}

export interface Size {
    readonly width: number;
    readonly height: number;
}

export const MOST_SCALE = 110;

/** The largest view of all of a box that fits. */
export function fit(box: Box, size: Size, most = Infinity): Viewport {
    const scale = Math.min(size.width / box.width, size.height / box.height, most);
    return {
        x: box.left + box.width / 2,
        y: box.top + box.height / 2,
        scale: scale > 0 ? scale : 1,
    };
}

/** The same above a strip that is kept free at the lower edge. */
export function fitAbove(box: Box, size: Size, strip: number, most = Infinity): Viewport {
    const view = fit(box, { width: size.width, height: size.height - strip }, most);
    return { ...view, y: view.y + strip / 2 / view.scale };
}

/** Zoom by a factor so that the point under the fingers stays where it is. */
export function zoom(
    view: Viewport,
    factor: number,
    at: Point,
    least: number,
    most = MOST_SCALE,
): Viewport {
    const scale = Math.min(Math.max(view.scale * factor, least), Math.max(most, least));
    const share = 1 - view.scale / scale;
    return { x: view.x + (at[0] - view.x) * share, y: view.y + (at[1] - view.y) * share, scale };
}

/** Move what is seen by pixels of the screen. */
export function pan(view: Viewport, dx: number, dy: number): Viewport {
    return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

/** Keep the box in sight: no empty margin while it is larger than the screen, else its middle. */
export function within(view: Viewport, box: Box, size: Size): Viewport {
    return {
        ...view,
        x: clamped(view.x, box.left, box.width, size.width / view.scale),
        y: clamped(view.y, box.top, box.height, size.height / view.scale),
    };
}

function clamped(middle: number, start: number, length: number, seen: number): number {
    if (seen >= length) return start + length / 2;
    return Math.min(Math.max(middle, start + seen / 2), start + length - seen / 2);
}

/** Keep at least the edge of a box in sight, on a table without edges. */
export function near(view: Viewport, box: Box): Viewport {
    return {
        ...view,
        x: Math.min(Math.max(view.x, box.left), box.left + box.width),
        y: Math.min(Math.max(view.y, box.top), box.top + box.height),
    };
}

export function viewBox(view: Viewport, size: Size): string {
    const width = size.width / view.scale;
    const height = size.height / view.scale;
    return `${view.x - width / 2} ${view.y - height / 2} ${width} ${height}`;
}

/** The point of the board at a pixel of the element. */
export function boardPoint(view: Viewport, size: Size, px: number, py: number): Point {
    return [
        view.x + (px - size.width / 2) / view.scale,
        view.y + (py - size.height / 2) / view.scale,
    ];
}

/** The pixel of the element at a point of the board. */
export function pixel(view: Viewport, size: Size, [x, y]: Point): Point {
    return [
        size.width / 2 + (x - view.x) * view.scale,
        size.height / 2 + (y - view.y) * view.scale,
    ];
}
