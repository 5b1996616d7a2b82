/** What the server says about a considered move: asked once, a moment after the tile stops. */

import type { Explained, Problem } from '../types';
import { isProblem } from '../types';

const PAUSE = 90;
/** How long an answer is waited for before what needs it is shown without. */
const PATIENCE = 400;

export class Explaining {
    /** What was said about the move asked about last. */
    answer: Explained | Problem | null = $state.raw(null);
    /** Whether an answer is on its way, and is worth waiting for. */
    asking = $state(false);
    private move: string | null = null;
    private known = new Map<string, Explained | Problem>();
    private timer: ReturnType<typeof setTimeout> | undefined;
    private impatience: ReturnType<typeof setTimeout> | undefined;
    private after = -1;

    constructor(private readonly ask: (move: string) => Promise<Explained | Problem>) {}

    get explained(): Explained | null {
        return this.answer && !isProblem(this.answer) ? this.answer : null;
    }

    get problem(): Problem | null {
        return this.answer && isProblem(this.answer) ? this.answer : null;
    }

    /** Ask about a move in the position after so many events; nothing to forget the last one.
     * A tile that lies does not move on: there is nothing to wait for. */
    about(move: string | null, after: number, lies = false): void {
        if (after !== this.after) {
            this.after = after;
            this.known.clear();
            this.move = null;
        }
        if (move === this.move) return;
        this.move = move;
        this.waitNoMore();
        this.answer = move === null ? null : (this.known.get(move) ?? null);
        if (move !== null && this.answer === null) {
            this.asking = true;
            this.impatience = setTimeout(() => (this.asking = false), PATIENCE);
            this.timer = setTimeout(() => void this.fetch(move, after), lies ? 0 : PAUSE);
        }
    }

    stop(): void {
        this.waitNoMore();
        this.move = null;
    }

    private waitNoMore(): void {
        clearTimeout(this.timer);
        clearTimeout(this.impatience);
        this.asking = false;
    }

    private async fetch(move: string, after: number): Promise<void> {
        let answer: Explained | Problem;
        try {
            answer = await this.ask(move);
        } catch {
            // Without the server there is no explanation; the move can still be sent.
            if (move === this.move) this.waitNoMore();
            return;
        }
        if (after !== this.after) return;
        this.known.set(move, answer);
        if (move !== this.move) return;
        this.answer = answer;
        this.waitNoMore();
    }
}
