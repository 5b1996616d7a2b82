// The review of a finished game, which fills in while one looks.

import * as api from '../core/api';
import type { Problem, ReviewView } from '../types';
import { joined } from './steps';

const AGAIN = 3000;

/** Where parts of the page find a review. */
export type ReviewSource = Pick<ReviewStore, 'view' | 'problem' | 'follow'>;

export class ReviewStore {
    /** What is known so far. */
    view = $state.raw<ReviewView | null>(null);
    /** Why there is no more. */
    problem = $state.raw<Problem | null>(null);

    /** Ask for a table's review until all of it is there; returns how to stop. */
    follow(table: string): () => void {
        const left = new AbortController();
        void this.#ask(table, left.signal).catch((wrong: unknown) => {
            if (!left.signal.aborted) throw wrong;
        });
        return () => left.abort();
    }

    async #ask(table: string, left: AbortSignal): Promise<void> {
        let busy = 0;
        while (!this.view?.complete) {
            const since = this.view ? this.view.steps.length : null;
            try {
                this.view = joined(this.view, await api.review(table, since, left));
            } catch (wrong) {
                if (!(wrong instanceof api.Refused)) throw wrong;
                // Others come first: after a while there is room.
                if (wrong.problem.code !== 'too-many' || ++busy > 20) {
                    this.problem = wrong.problem;
                    return;
                }
                await new Promise((done) => setTimeout(done, AGAIN));
                left.throwIfAborted();
            }
        }
    }
}
