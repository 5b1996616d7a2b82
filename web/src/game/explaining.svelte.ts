/** What the server says about a considered move: asked once, a moment after the tile stops. */

import type { Explained, Problem } from '../types';
import { isProblem } from '../types';

const PAUSE = 90;

export class Explaining {
    /** What was said about the move asked about last. */
    answer: Explained | Problem | null = $state.raw(null);
    private move: string | null = null;
    private known = new Map<string, Explained | Problem>();
    private timer: ReturnType<typeof setTimeout> | undefined;
    private after = -1;

    constructor(private readonly ask: (move: string) => Promise<Explained | Problem>) {}

    get explained(): Explained | null {
        return this.answer && !isProblem(this.answer) ? this.answer : null;
    }

    get problem(): Problem | null {
        return this.answer && isProblem(this.answer) ? this.answer : null;
    }

    /** Ask about a move in the position after so many events; nothing to forget the last one. */
    about(move: string | null, after: number): void {
        if (after !== this.after) {
            this.after = after;
            this.known.clear();
            this.move = null;
        }
        if (move === this.move) return;
        this.move = move;
        clearTimeout(this.timer);
        this.answer = move === null ? null : (this.known.get(move) ?? null);
        if (move !== null && this.answer === null) {
            this.timer = setTimeout(() => void this.fetch(move, after), PAUSE);
        }
    }

    stop(): void {
        clearTimeout(this.timer);
        this.move = null;
    }

    private async fetch(move: string, after: number): Promise<void> {
        let answer: Explained | Problem;
        try {
            answer = await this.ask(move);
        } catch {
            return; // without the server there is no explanation; the move can still be sent
        }
        if (after !== this.after) return;
        this.known.set(move, answer);
        if (move === this.move) this.answer = answer;
    }
}
