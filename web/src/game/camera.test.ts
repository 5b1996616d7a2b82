import { describe, expect, it } from 'vitest';

import { Camera } from './camera.svelte';

/** Ten cells by ten, on a screen with 300 pixels by 300. */
function camera(more: { open?: boolean; width?: number } = {}) {
    const looked = {
        box: { left: 0, top: 0, width: 10, height: 10 },
        size: { width: more.width ?? 300, height: 300 },
        open: more.open ?? false,
    };
    return { looked, camera: new Camera(looked) };
}

describe('a board with edges', () => {
    it('is seen whole, has no tools and cannot be moved', () => {
        const { camera: one } = camera();
        expect(one.view).toEqual({ x: 5, y: 5, scale: 30 });
        expect([one.free, one.tools]).toEqual([false, false]);
        one.panBy(50, 50);
        expect(one.view).toEqual({ x: 5, y: 5, scale: 30 });
    });

    it('has tools once somebody has zoomed, and can be moved up to its edge', () => {
        const { camera: one } = camera();
        one.zoomBy(2);
        expect(one.view).toEqual({ x: 5, y: 5, scale: 60 });
        expect([one.free, one.tools]).toEqual([true, true]);
        expect(one.clear).toEqual({ width: 300, height: 248 });
        one.panBy(1000, 0); // five of ten cells are seen: the middle is 2.5 cells from the edge
        expect(one.view.x).toBe(2.5);
        one.panBy(0, -1000); // and the lower edge can be moved up from under the tools
        expect(one.view.y).toBeCloseTo(10 + 52 / 60 - 2.5);
    });

    it('is whole again when it is zoomed out', () => {
        const { camera: one } = camera();
        one.zoomBy(2);
        one.zoomBy(0.1);
        expect(one.view).toEqual({ x: 5, y: 5, scale: 30 });
        expect(one.tools).toBe(false);
    });

    it('is magnified for a finger, without tools, until the tile is gone', () => {
        const { camera: one } = camera();
        one.magnify([2, 3]);
        expect(one.view).toEqual({ x: 2, y: 3, scale: 54 });
        expect([one.free, one.tools]).toEqual([true, false]);
        one.magnify([4, 4]); // large enough by now: it stays where it is
        expect(one.view).toEqual({ x: 2, y: 3, scale: 54 });
        one.endMagnifying();
        expect(one.view).toEqual({ x: 5, y: 5, scale: 30 });
    });

    it('goes back to what was chosen by hand before it was magnified', () => {
        const { camera: one } = camera();
        one.zoomBy(1.2, [0, 0]);
        const { view } = one;
        expect(view.scale).toBe(36);
        one.magnify([2, 3]);
        one.endMagnifying();
        expect(one.view).toEqual(view);
    });

    it('hides nothing, and knows the point at a pixel', () => {
        const { camera: one } = camera();
        expect(one.hides([99, 99])).toBe(false);
        expect(one.pointAt(0, 300)).toEqual([0, 10]);
        expect(one.pixelOf([0, 10])).toEqual([0, 300]);
        expect(one.viewBox).toBe('0 0 10 10');
    });
});

describe('a table without edges', () => {
    it('keeps the view that it had first, however it grows', () => {
        const { looked, camera: one } = camera({ open: true });
        one.settle();
        const { view } = one;
        expect(view.scale).toBeCloseTo(24.8); // 248 pixels above the tools for ten cells
        looked.box = { left: 0, top: 0, width: 20, height: 10 };
        one.settle();
        expect(one.view).toEqual(view);
        expect(one.hides([19, 5])).toBe(true);
        expect(one.hides([5, 5])).toBe(false);
    });

    it('has a first view only when it has a size', () => {
        const { looked, camera: one } = camera({ open: true, width: 0 });
        one.settle();
        expect(one.hides([99, 99])).toBe(false);
        looked.size = { width: 500, height: 552 };
        expect(new Camera(looked).view.scale).toBe(50);
    });

    it('can be moved until only its edge is seen, and shown whole', () => {
        const { camera: one } = camera({ open: true });
        one.panBy(-5000, 0);
        expect(one.view.x).toBe(10);
        one.showAll();
        expect(one.view.x).toBe(5);
        expect(one.tools).toBe(true);
    });

    it('is not zoomed out further than cells can be told apart', () => {
        const { camera: one } = camera({ open: true });
        one.zoomBy(0.01);
        expect(one.view.scale).toBe(16);
    });
});
