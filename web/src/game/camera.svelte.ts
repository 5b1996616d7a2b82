/** Which part of a board is seen: it moves by hand, and by itself only for a finger. */

import { untrack } from 'svelte';

import type { Box, Point } from './geometry';
import * as viewing from './viewport';

/** What a camera looks at. */
export interface Looked {
    readonly box: Box;
    readonly size: viewing.Size;
    /** A table without edges: what is seen never moves by itself. */
    readonly open: boolean;
}

/** A target smaller than this is magnified for a finger. */
const LEAST_TARGET = 40;
const MAGNIFIED = 54;
/** Cells of an open table are not drawn larger than this by themselves. */
const LARGEST = 72;
/** Cells of an open table are not drawn smaller than this. */
const LEAST_SCALE = 16;
/** The lower edge of a board that has tools on it: nothing to press lies below them. */
const TOOLS = 52;

export class Camera {
    readonly #looked: Looked;
    // Nothing is chosen by hand until somebody zooms or moves the board: then it stays as it is.
    #chosen: viewing.Viewport | null = $state.raw(null);
    #magnified = $state(false);
    /** What was seen before the board was magnified for a finger. */
    #earlier: viewing.Viewport | null = null;
    #atFirst: viewing.Viewport | null = $state.raw(null);

    constructor(looked: Looked) {
        this.#looked = looked;
    }

    readonly #whole = $derived.by(() => {
        const { box, size, open } = this.#looked;
        return open ? viewing.fitAbove(box, size, TOOLS, LARGEST) : viewing.fit(box, size);
    });
    readonly view = $derived.by(
        () => this.#chosen ?? (this.#looked.open ? (this.#atFirst ?? this.#whole) : this.#whole),
    );
    readonly #zoomed = $derived.by(() => this.#isCloser(this.view));
    /** Whether the board can be moved. */
    readonly free = $derived.by(() => this.#looked.open || this.#zoomed);
    /** Whether there are buttons to zoom with. */
    readonly tools = $derived.by(() => this.#looked.open || (this.#zoomed && !this.#magnified));
    /** The part of the screen that nothing lies over. */
    readonly clear = $derived.by((): viewing.Size => {
        const { size } = this.#looked;
        return this.tools ? { ...size, height: size.height - TOOLS } : size;
    });
    readonly viewBox = $derived.by(() => {
        const { size, box } = this.#looked;
        return viewing.viewBox(this.view, size.width > 0 ? size : box);
    });
    /** Returns the pixel at a point of the board. */
    readonly pixelOf = $derived.by(() => {
        const { view } = this;
        const { size } = this.#looked;
        return (point: Point) => viewing.pixel(view, size, point);
    });

    #isCloser(view: viewing.Viewport): boolean {
        return view.scale > this.#whole.scale * 1.01;
    }

    /** An open table keeps the view that it had when it first had a size. */
    settle(): void {
        if (this.#looked.open && this.#looked.size.width > 0) {
            untrack(() => (this.#atFirst ??= this.#whole));
        }
    }

    /** Whether a point of an open table is beyond what is seen. */
    hides(point: Point): boolean {
        if (!this.#looked.open || this.#looked.size.width === 0) return false;
        const [x, y] = this.pixelOf(point);
        return x < 0 || y < 0 || x > this.clear.width || y > this.clear.height;
    }

    /** The point of the board at a pixel. */
    pointAt(x: number, y: number): Point {
        return viewing.boardPoint(this.view, this.#looked.size, x, y);
    }

    showAll(): void {
        this.#magnified = false;
        this.#chosen = this.#looked.open ? this.#whole : null;
    }

    zoomBy(factor: number, at: Point = [this.view.x, this.view.y]): void {
        this.#magnified = false;
        const least = this.#looked.open ? LEAST_SCALE : this.#whole.scale;
        this.#look(viewing.zoom(this.view, factor, at, least));
    }

    panBy(dx: number, dy: number): void {
        if (this.free) this.#look(viewing.pan(this.view, dx, dy));
    }

    /** What a finger pressed comes to the middle, with all its neighbours, where it was small. */
    magnify(point: Point): void {
        if (this.view.scale >= LEAST_TARGET) return;
        if (!this.#magnified) this.#earlier = this.#chosen;
        this.#chosen = { x: point[0], y: point[1], scale: MAGNIFIED };
        this.#magnified = true;
    }

    /** All is seen again as it was before a finger pressed. */
    endMagnifying(): void {
        if (!untrack(() => this.#magnified)) return;
        this.#magnified = false;
        this.#chosen = this.#earlier;
    }

    #look(next: viewing.Viewport): void {
        const { open, box, size } = this.#looked;
        if (open || this.#magnified) this.#chosen = viewing.near(next, box);
        else if (!this.#isCloser(next)) this.#chosen = null;
        else {
            // Cells at the lower edge can be moved out from under the tools.
            const higher = { ...box, height: box.height + TOOLS / next.scale };
            this.#chosen = viewing.within(next, higher, size);
        }
    }
}
