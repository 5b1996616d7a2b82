// A table as the page sees it: what the server last said, and commands to it.

import * as api from '../core/api';
import { catalogue } from '../core/catalogue.svelte';
import { preloaded } from '../core/preloaded';
import { ensureMe, identity } from '../core/identity.svelte';
import { lists } from '../core/lists.svelte';
import { LiveTable, liveAddress, type Connection } from '../core/live';
import { dismiss, note } from '../core/notes.svelte';
import { reloadIfReachable } from '../core/reloading';
import { isStill } from '../core/motion';
import { localised } from '../core/words.svelte';
import { seatingOf } from '../game/seating';
import { settings } from '../settings.svelte';
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
import { callBetween, calledNow, type Call } from '../game/calls';
import { eventOf, merged } from './entries';
import { following } from './following';
import { Pace, type Following, RESTS } from './pace';

export interface News {
    update: Update;
    /** Entries that were not there before; none when the page has just come. */
    fresh: EntryView[];
    before: TableView | null;
    /** Who has just filled a colour. */
    called: Call | null;
}

/** What is drawn from now on, after what was drawn before it. */
export interface Step {
    before: GameView | null;
    view: GameView;
    /** Whether it is how things are now. */
    settled: boolean;
}

/** A view of the game as it came, with how many entries of the log tell of it. */
interface ReceivedView {
    view: GameView;
    number: number;
}

/** Whatever somebody does here, they do it with how things are now. */
const INPUT = ['pointerdown', 'keydown', 'click'] as const;

/** What a window hears of when its device wakes, or its network. */
const WAKING = ['online', 'focus', 'pageshow'] as const;

export class TableStore {
    table = $state.raw<TableView | null>(null);
    you = $state.raw<You | null>(null);
    /** The game as it is, and as it is drawn: what others do is seen one thing after the other. */
    view = $state.raw<GameView | null>(null);
    shown = $state.raw<GameView | null>(null);
    /** Whether nothing is still to be shown. */
    settled = $state(true);
    entries = $state.raw<EntryView[]>([]);
    /** Who has filled a colour with the last placement that is drawn. */
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
    readonly #watchers = new Set<(step: Step) => void>();
    readonly #pace = new Pace<ReceivedView>(
        (told, waiting) => this.#show(told, waiting),
        () => (isStill(settings) ? 0 : RESTS[settings.pace]),
    );
    /** Up to which entry what has happened is drawn. */
    #drawn = $state(0);
    /** Whether the connection was lost: what happened meanwhile is not told again. */
    #away = false;
    readonly #skip = () => this.#pace.skip();
    /** Told to look again when the network or the person is back. */
    readonly #awake = () => {
        if (document.visibilityState === 'visible') this.#live.wake();
        else this.#pace.skip();
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
            lists: () => void lists.ask(['mine']),
            refused: (problem: Problem) => {
                this.refused = problem;
                if (problem.code === 'old-page') void reloadIfReachable();
            },
            connection: (connection: Connection) => {
                this.connection = connection;
                if (connection !== 'live') this.#away = true;
            },
        };
        this.#live = new LiveTable(liveAddress(id), events, first?.table.number ?? null);
        for (const event of WAKING) window.addEventListener(event, this.#awake);
        for (const event of INPUT) window.addEventListener(event, this.#skip, true);
        window.addEventListener('offline', this.#doubtful);
        document.addEventListener('visibilitychange', this.#awake);
    }

    close(): void {
        for (const event of WAKING) window.removeEventListener(event, this.#awake);
        for (const event of INPUT) window.removeEventListener(event, this.#skip, true);
        window.removeEventListener('offline', this.#doubtful);
        this.#pace.close();
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

    /** Be told of everything that is drawn from now on. */
    watch(watcher: (step: Step) => void): () => void {
        this.#watchers.add(watcher);
        return () => this.#watchers.delete(watcher);
    }

    /** The log as far as it is drawn: with all that is no part of the game. */
    get seen(): EntryView[] {
        if (this.settled) return this.entries;
        return this.entries.filter(
            (entry) => entry.number < this.#drawn || eventOf(entry) === null,
        );
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
        this.#pace.skip();
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
        const called = this.#callBetween(this.view, game);
        const follows = this.#away ? 'now' : following(this.view, update, fresh);
        this.#away &&= this.connection !== 'live';
        // A table that is closed in the midst of a game has none; what showed it goes only now.
        this.view = game ?? this.view;
        if (game) this.#draw({ view: game, number: update.table.number }, follows);
        for (const listener of this.#listeners) listener({ update, fresh, before, called });
    }

    #draw(received: ReceivedView, follows: Following): void {
        this.settled = false;
        this.#pace.take(received, follows);
    }

    #show({ view, number }: ReceivedView, waiting: number): void {
        const before = this.shown;
        this.called = calledNow(this.called, this.#callBetween(before, view), view);
        this.shown = view;
        this.#drawn = number;
        this.settled = waiting === 0;
        for (const watcher of this.#watchers) watcher({ before, view, settled: this.settled });
    }

    #callBetween(before: GameView | null, after: GameView | null): Call | null {
        const seating = after && seatingOf(catalogue.game(after.game), after);
        return callBetween(before, after, seating?.track_ends ?? []);
    }
}
