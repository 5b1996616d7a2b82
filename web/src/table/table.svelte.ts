// A table as the page sees it: what the server last said, and commands to it.

import * as api from '../core/api';
import { catalogue } from '../core/catalogue.svelte';
import { preloaded } from '../core/preloaded';
import { ensureMe, identity } from '../core/identity.svelte';
import { LiveTable, liveAddress, type Connection } from '../core/live';
import { dismiss, note } from '../core/notes.svelte';
import { reloadIfReachable } from '../core/reloading';
import { localised } from '../core/words.svelte';
import { seatingOf } from '../game/seating';
import type {
    CommandAnswer,
    EntryView,
    Explained,
    GameView,
    NewCommand,
    Presence,
    Problem,
    TableView,
    Update,
    Words,
    You,
} from '../types';
import { callBetween, calledNow, type Call } from './calls';
import { merged } from './entries';

export interface News {
    update: Update;
    /** Entries that were not there before; none when the page has just come. */
    fresh: EntryView[];
    before: TableView | null;
    /** Who has just filled a colour. */
    called: Call | null;
}

/** What a window hears of when its device wakes, or its network. */
const WAKING = ['online', 'focus', 'pageshow'] as const;

export class TableStore {
    table = $state.raw<TableView | null>(null);
    you = $state.raw<You | null>(null);
    view = $state.raw<GameView | null>(null);
    entries = $state.raw<EntryView[]>([]);
    /** Who has filled a colour with the last placement. */
    called = $state.raw<Call | null>(null);
    connection = $state<Connection>('connecting');
    watching = $state(0);
    here = $state.raw<readonly string[] | null>(null);
    /** Why there is nothing to see here. */
    refused = $state.raw<Problem | null>(null);
    /** Why the last move was not made. */
    problem = $state.raw<Words | null>(null);
    /** Whether a move is on its way. */
    busy = $state(false);

    readonly #live: LiveTable;
    /** What the server said of the wait for a bot: true until the game goes on. */
    #noticed: number | null = null;
    readonly #listeners = new Set<(news: News) => void>();
    /** Told to look again when the network or the person is back. */
    readonly #awake = () => {
        if (document.visibilityState === 'visible') this.#live.wake();
    };

    readonly #doubtful = () => this.#live.doubt();

    constructor(readonly id: string) {
        const first = preloaded<Update>(api.tableAddress(id));
        if (first) this.#hear(first);
        const events = {
            update: (update: Update) => this.#hear(update),
            presence: ({ here, watching }: Presence) => {
                this.here = here;
                this.watching = watching;
            },
            notice: (text: Words) => (this.#noticed = note(localised(text))),
            refused: (problem: Problem) => {
                this.refused = problem;
                if (problem.code === 'old-page') void reloadIfReachable();
            },
            connection: (connection: Connection) => (this.connection = connection),
        };
        this.#live = new LiveTable(liveAddress(id), events, first?.table.number ?? null);
        for (const event of WAKING) window.addEventListener(event, this.#awake);
        window.addEventListener('offline', this.#doubtful);
        document.addEventListener('visibilitychange', this.#awake);
    }

    close(): void {
        for (const event of WAKING) window.removeEventListener(event, this.#awake);
        window.removeEventListener('offline', this.#doubtful);
        document.removeEventListener('visibilitychange', this.#awake);
        this.#live.close();
    }

    /** What the server's clock shows now. */
    get now(): number {
        return this.#live.time.now;
    }

    /** Be told of everything that happens from now on. */
    listen(listener: (news: News) => void): () => void {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
    }

    /** Whether somebody is at the table now. */
    isHere(person: string | null): boolean {
        if (person === null) return false;
        if (this.here) return this.here.includes(person);
        return (
            this.table?.seats.some((seat) => seat.person === person && seat.here === true) ?? false
        );
    }

    /** Send a command; what is refused is told. */
    async command(command: NewCommand): Promise<CommandAnswer | null> {
        try {
            if (!identity.me) await this.#comeIn();
        } catch (problem) {
            if (problem instanceof api.Refused) note(localised(problem.problem.text), 'problem');
            return null;
        }
        const answer = await this.#live.command(command);
        if (!answer.ok) note(localised(answer.text), 'problem');
        return answer;
    }

    /** Play a move of the seat through which we look; why not is shown at the board. */
    async play(move: string): Promise<boolean> {
        const view = this.view;
        if (!view || this.busy) return false;
        this.busy = true;
        this.problem = null;
        const seat = typeof view.viewer === 'number' ? { seat: view.viewer } : {};
        const answer = await this.#live.command({
            type: 'move',
            move,
            expected: view.after,
            ...seat,
        });
        this.busy = false;
        if (!answer.ok) this.problem = answer.text;
        return answer.ok;
    }

    explain(move: string): Promise<Explained | Problem> {
        const viewer = this.view?.viewer;
        return this.#live.explain(move, typeof viewer === 'number' ? viewer : null);
    }

    /** Look through another seat of our own. */
    look(seat: number): void {
        this.#live.look(seat);
    }

    async #comeIn(): Promise<void> {
        await ensureMe();
        // The socket was opened by nobody in particular.
        if (this.you?.person !== identity.me?.person) this.#live.restart();
    }

    #hear(update: Update): void {
        const before = this.table;
        const known = new Set(this.entries.map((entry) => entry.number));
        const fresh = before ? update.entries.filter((entry) => !known.has(entry.number)) : [];
        if (update.game?.after !== this.view?.after) {
            this.problem = null;
            if (this.#noticed !== null) dismiss(this.#noticed);
            this.#noticed = null;
        }
        this.entries = merged(this.entries, update);
        this.table = update.table;
        this.you = update.you;
        const { game } = update;
        const seating = game && seatingOf(catalogue.game(game.game), game);
        const called = callBetween(this.view, game, seating?.track_ends ?? []);
        this.called = calledNow(this.called, called, game);
        // A table that is closed in the midst of a game has none; what showed it goes only now.
        this.view = update.game ?? this.view;
        for (const listener of this.#listeners) listener({ update, fresh, before, called });
    }
}
