// What happens is shown one thing after the other: a queue between what is known and what is drawn.

/** For how many milliseconds what somebody does is seen before the next thing. */
export const RESTS = { slow: 1300, normal: 700, fast: 350, once: 0 };

/** How a state follows the one before it. */
export type Following =
    /** Something has happened that is to be seen by itself. */
    | 'event'
    /** Nothing new on the board: it belongs to whatever was taken before it. */
    | 'same'
    /** It is shown now, and all that was still waiting is skipped. */
    | 'now';

/** More than so many waiting are no story any more. */
export const MOST_WAITING = 12;
/** A timer that rings so many milliseconds late: the device has slept. */
export const LATE = 2000;

export class Pace<State> {
    #waiting: State[] = [];
    /** When the next event may be shown. */
    #free = 0;
    #timer: ReturnType<typeof setTimeout> | undefined;

    constructor(
        /** Draws a state; how many are still waiting after it. */
        private readonly show: (state: State, waiting: number) => void,
        /** For how many milliseconds a state is to be seen before the next event. */
        private readonly rests: (state: State) => number,
        private readonly now: () => number = () => performance.now(),
    ) {}

    take(state: State, following: Following): void {
        if (following === 'same') {
            if (this.#waiting.length > 0) this.#waiting[this.#waiting.length - 1] = state;
            else this.show(state, 0);
            return;
        }
        this.#waiting.push(state);
        if (following === 'now' || this.#waiting.length > MOST_WAITING) this.skip();
        else this.#goOn();
    }

    /** Show what is so now, without what came before it. */
    skip(): void {
        const last = this.#waiting.pop();
        this.#waiting = [];
        if (last !== undefined) this.#draw(last);
    }

    /** Nothing more is shown. */
    close(): void {
        clearTimeout(this.#timer);
        this.#waiting = [];
    }

    #draw(state: State): void {
        clearTimeout(this.#timer);
        this.#timer = undefined;
        this.#free = this.now() + this.rests(state);
        this.show(state, this.#waiting.length);
        this.#goOn();
    }

    #goOn(): void {
        if (this.#timer !== undefined || this.#waiting.length === 0) return;
        const wait = this.#free - this.now();
        if (wait <= 0) this.#drawNext();
        else this.#timer = setTimeout(() => this.#ring(), wait);
    }

    #ring(): void {
        this.#timer = undefined;
        if (this.now() - this.#free > LATE) this.skip();
        else this.#drawNext();
    }

    #drawNext(): void {
        const next = this.#waiting.shift();
        if (next !== undefined) this.#draw(next);
    }
}
