// The server's clock. The one of the device may be wrong by hours, and may be set while we look.

export class ServerTime {
    #asked = 0;
    /** The server's time less our own; nothing until it was heard. */
    #ahead: number | null = null;

    /** `own` only ever goes on, from wherever it began. */
    constructor(private readonly own: () => number = () => performance.now()) {}

    get known(): boolean {
        return this.#ahead !== null;
    }

    /** The server is asked for its time. */
    asked(): void {
        this.#asked = this.own();
    }

    /** It has answered: half of the time since is taken to be the way back. */
    heard(time: number): void {
        if (!Number.isFinite(time)) return;
        const own = this.own();
        this.#ahead = time + (own - this.#asked) / 2 - own;
    }

    /** Milliseconds since 1970 by the server's clock; 0 until it is known: then no time went by. */
    get now(): number {
        return this.#ahead === null ? 0 : this.own() + this.#ahead;
    }
}
