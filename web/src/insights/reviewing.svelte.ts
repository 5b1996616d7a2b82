// Having one's games reviewed, one after the other, as long as the page is there and wants it.

import { Refused } from '../core/api';
import { attempt } from '../core/notes.svelte';
import type { LearningProgress } from '../types';
import { reviewMore } from './requests';

const AGAIN = 3000;

export class Reviewing {
    progress = $state.raw<LearningProgress | null>(null);
    #going = $state.raw<AbortController | null>(null);

    /** `onlearnt` is called whenever another game has been reviewed. */
    constructor(readonly onlearnt: () => void) {}

    get isGoing(): boolean {
        return this.#going !== null;
    }

    start(): void {
        const going = new AbortController();
        this.#going = going;
        void attempt(() => this.#go(going.signal)).finally(() => {
            if (this.#going === going) this.#going = null;
        });
    }

    stop(): void {
        this.#going?.abort();
        this.#going = null;
    }

    async #go(left: AbortSignal): Promise<void> {
        try {
            for (;;) {
                const before = this.progress?.reviewed ?? null;
                this.progress = await this.#asked(left);
                if (this.progress.reviewed !== before) this.onlearnt();
                if (this.progress.table === null) return;
            }
        } catch (wrong) {
            if (!left.aborted) throw wrong;
        }
    }

    async #asked(left: AbortSignal): Promise<LearningProgress> {
        for (;;) {
            try {
                return await reviewMore(left);
            } catch (wrong) {
                // Others come first: after a while there is room.
                if (!(wrong instanceof Refused) || wrong.problem.code !== 'too-many') throw wrong;
                await new Promise((done) => setTimeout(done, AGAIN));
                left.throwIfAborted();
            }
        }
    }
}
