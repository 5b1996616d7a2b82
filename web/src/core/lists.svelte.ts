// The lists of tables and today's challenge: asked for once, and again when the server says that
// they have changed. At home a socket says so, at a table the table's own.

import type { DailySummary, ListsChanged, MyTable, Problem, TableView } from '../types';
import * as api from './api';
import { identity } from './identity.svelte';
import { LiveTable, liveAddress } from './live';
import { pagesOf } from './paging';
import { reloadIfReachable } from './reloading';
import { ServerTime } from './server_time';

type Kind = ListsChanged['changed'][number];

const ALL: readonly Kind[] = ['mine', 'public', 'daily'];
/** Milliseconds of silence after which a page that only listens asks whether it is heard. */
const IDLE = 20_000;
/** What a window hears of when its device wakes, or its network. */
const WAKING = ['online', 'pageshow'] as const;

class Lists {
    /** My tables, those that wait for me first. */
    mine = $state.raw<readonly MyTable[]>([]);
    open = $state.raw<readonly TableView[]>([]);
    playing = $state.raw<readonly TableView[]>([]);
    today = $state.raw<DailySummary | null>(null);
    /** Whether there are more pages of my tables and of open ones. */
    more = $state.raw({ mine: false, open: false });
    #pages = { mine: 1, open: 1 };
    #asked = new Map<Kind, number>();

    /** Ask for lists; what cannot be had stays as it was. */
    async ask(kinds: readonly Kind[] = ALL): Promise<void> {
        await Promise.all(kinds.map((kind) => this.#ask(kind).catch(() => undefined)));
    }

    async showMore(which: 'mine' | 'open'): Promise<void> {
        this.#pages[which] += 1;
        await this.ask([which === 'mine' ? 'mine' : 'public']);
    }

    /** Keep the lists as they are on the server, until the returned function is called. */
    follow(): () => void {
        void this.ask();
        const live = new LiveTable(
            liveAddress(null),
            {
                update: () => undefined,
                presence: () => undefined,
                notice: () => undefined,
                connection: () => undefined,
                lists: (changed) => void this.ask(changed),
                refused: ({ code }: Problem) => {
                    if (code === 'old-page') void reloadIfReachable();
                },
            },
            0, // what came with the page is drawn first
            undefined,
            undefined,
            new ServerTime(),
            IDLE,
        );
        const wake = () => {
            if (document.visibilityState === 'visible') live.wake();
        };
        for (const event of WAKING) window.addEventListener(event, wake);
        document.addEventListener('visibilitychange', wake);
        return () => {
            for (const event of WAKING) window.removeEventListener(event, wake);
            document.removeEventListener('visibilitychange', wake);
            live.close();
        };
    }

    async #ask(kind: Kind): Promise<void> {
        const turn = (this.#asked.get(kind) ?? 0) + 1;
        this.#asked.set(kind, turn);
        const show = await this.#answer(kind);
        // An answer that another has overtaken is old.
        if (this.#asked.get(kind) === turn) show();
    }

    async #answer(kind: Kind): Promise<() => void> {
        switch (kind) {
            case 'mine': {
                const pages = identity.me
                    ? await pagesOf(
                          this.#pages.mine,
                          (after) => api.myTables(false, after),
                          ({ table }) => table.id,
                      )
                    : { rows: [], more: false };
                return () => {
                    this.mine = pages.rows;
                    this.more = { ...this.more, mine: pages.more };
                };
            }
            case 'public': {
                const [open, playing] = await Promise.all([
                    pagesOf(this.#pages.open, api.openTables, (table) => table.id),
                    api.watchableTables(),
                ]);
                return () => {
                    this.open = open.rows;
                    this.playing = playing;
                    this.more = { ...this.more, open: open.more };
                };
            }
            case 'daily': {
                const today = await api.today();
                return () => (this.today = today);
            }
        }
    }
}

export const lists = new Lists();
