// The boards of a round that has ended: they stay until their owner has seen them and goes on.

import * as api from '../core/api';
import { keep, kept } from '../core/kept';
import type { EntryView, GameView, TableView, Traits } from '../types';
import { finishedRound } from './finished';

interface Given {
    readonly table: TableView;
    readonly view: GameView;
    readonly entries: readonly EntryView[];
    readonly traits: Pick<Traits, 'new_round'>;
}

export class EndedRound {
    #found = $state.raw<{ key: string; view: GameView } | null>(null);
    /** What was seen last. */
    #seen = $state('');
    /** The game while the round was on: shown until its end is here. */
    #before: GameView | null = null;
    readonly #read: () => Given;

    constructor(read: () => Given) {
        this.#read = read;
        $effect.pre(() => {
            const { view, table } = read();
            if (this.#ended === null) this.#before = view;
            else void this.#fetch(table.id, view);
        });
    }

    readonly #ended = $derived.by(() => {
        const { table, view, entries, traits } = this.#read();
        const ended = table.status === 'playing' ? finishedRound(view, entries, traits) : null;
        if (ended === null) return null;
        const key = `kafelki.round.${table.id}.${String(view.viewer)}.${ended.round}`;
        return key === this.#seen || kept('session', key) !== null ? null : { ...ended, key };
    });

    /** The round that is still shown, from 1. */
    readonly round = $derived(this.#ended?.round ?? 0);

    /** The game as it was at its end; null where nothing is shown but the game itself. */
    readonly view = $derived.by(() => {
        if (this.#ended === null) return null;
        return this.#found?.key === this.#ended.key ? this.#found.view : this.#before;
    });

    goOn(): void {
        if (this.#ended === null) return;
        keep('session', this.#ended.key, 'seen');
        this.#seen = this.#ended.key;
    }

    async #fetch(table: string, { viewer }: GameView): Promise<void> {
        const wanted = this.#ended;
        if (wanted === null || typeof viewer !== 'number' || this.#found?.key === wanted.key)
            return;
        try {
            const view = await api.tableAt(table, wanted.after, viewer);
            this.#found = { key: wanted.key, view: { ...view, legal: null, rests: true } };
        } catch {
            this.goOn(); // the game goes on all the same
        }
    }
}
