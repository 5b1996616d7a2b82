/** What a mouse, fingers and a wheel do on a board: point, press, drag, pinch, turn. */

export type PointerKind = 'mouse' | 'touch';

export type Pointer = Pick<
    PointerEvent,
    'pointerId' | 'pointerType' | 'button' | 'buttons' | 'clientX' | 'clientY'
>;
export type Wheel = Pick<
    WheelEvent,
    'deltaY' | 'ctrlKey' | 'clientX' | 'clientY' | 'preventDefault'
>;

/** What a board makes of gestures; places and ways are in pixels of the screen. */
export interface Gestured {
    /** Changes with the position: a press that began before does not count after. */
    readonly epoch: number;
    /** What the wheel does, if anything: turn the tile in hand, or zoom the board. */
    readonly wheels: 'turn' | 'zoom' | null;
    hover(x: number, y: number): void;
    press(x: number, y: number, kind: PointerKind): void;
    pan(dx: number, dy: number): void;
    zoom(factor: number, x: number, y: number): void;
    turn(by: 1 | -1): void;
    /** Hear of a pointer that drags wherever it goes. */
    hold(pointerId: number): void;
}

/** Pixels after which a press is a drag. */
const DRAG = 8;
/** Pixels of the wheel that turn a tile once. */
const WHEEL_STEP = 40;

interface Press {
    x: number;
    y: number;
    dragged: boolean;
    epoch: number;
}

export class Gestures {
    readonly #board: Gestured;
    readonly #pressed = new Map<number, Press>();
    #wheeled = 0;

    constructor(board: Gestured) {
        this.#board = board;
    }

    down({ button, pointerId, clientX, clientY }: Pointer): void {
        if (button !== 0) return;
        const { epoch } = this.#board;
        this.#pressed.set(pointerId, { x: clientX, y: clientY, dragged: false, epoch });
        if (this.#pressed.size > 1) {
            for (const press of this.#pressed.values()) press.dragged = true;
        }
    }

    moved(pointer: Pointer): void {
        if (pointer.buttons === 0) this.gone(pointer); // let go where nobody could see it
        const { clientX, clientY, pointerId, pointerType } = pointer;
        const press = this.#pressed.get(pointerId);
        if (!press) {
            if (pointerType !== 'touch') this.#board.hover(clientX, clientY);
            return;
        }
        if (!press.dragged && Math.hypot(clientX - press.x, clientY - press.y) < DRAG) return;
        if (!press.dragged) {
            press.dragged = true;
            this.#board.hold(pointerId);
        }
        if (this.#pressed.size === 2) this.#pinch(pointer, press);
        else this.#board.pan(clientX - press.x, clientY - press.y);
        press.x = clientX;
        press.y = clientY;
    }

    #pinch({ clientX, clientY }: Pointer, press: Press): void {
        const other = [...this.#pressed.values()].find((one) => one !== press);
        if (!other) return;
        const before = Math.hypot(press.x - other.x, press.y - other.y);
        const after = Math.hypot(clientX - other.x, clientY - other.y);
        this.#board.zoom(after / (before || 1), (clientX + other.x) / 2, (clientY + other.y) / 2);
        this.#board.pan((clientX - press.x) / 2, (clientY - press.y) / 2);
    }

    up(pointer: Pointer): void {
        const press = this.#pressed.get(pointer.pointerId);
        this.gone(pointer);
        if (!press || press.dragged || press.epoch !== this.#board.epoch) return;
        const kind = pointer.pointerType === 'mouse' ? 'mouse' : 'touch';
        this.#board.press(pointer.clientX, pointer.clientY, kind);
    }

    /** A press that leaves the board, or is taken away, ends wherever it ends. */
    gone({ pointerId }: Pick<Pointer, 'pointerId'>): void {
        this.#pressed.delete(pointerId);
    }

    wheel(event: Wheel): void {
        const does = event.ctrlKey ? 'zoom' : this.#board.wheels;
        if (does === null) return;
        event.preventDefault();
        if (does === 'zoom') {
            const factor = Math.exp(-event.deltaY / (event.ctrlKey ? 120 : 400));
            this.#board.zoom(factor, event.clientX, event.clientY);
            return;
        }
        this.#wheeled += event.deltaY;
        if (Math.abs(this.#wheeled) >= WHEEL_STEP) {
            this.#board.turn(this.#wheeled > 0 ? 1 : -1);
            this.#wheeled = 0;
        }
    }
}
