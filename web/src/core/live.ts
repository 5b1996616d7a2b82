// A socket, of a table or of the lists: keeps itself connected, and sends what was not answered
// again.
//
// The transport's life is known here alone: silence is asked with a ping, and a socket whose
// pong does not come is replaced. Commands have ids, so sending one twice does it once.

import type {
    CommandAnswer,
    Explained,
    ListsChanged,
    NewCommand,
    Presence,
    Problem,
    SocketMessage,
    Update,
    Words,
} from '../types';
import { newId } from './random';
import { ServerTime } from './server_time';
import { FIRST_PAINT } from './after_paint';

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'closed';

export interface LiveEvents {
    update: (update: Update) => void;
    presence: (presence: Presence) => void;
    notice: (text: Words) => void;
    /** Lists are not what they were: of my other tables, or any at home. */
    lists: (changed: ListsChanged['changed']) => void;
    /** The server will not have us: there is no such table, or it is not for us. */
    refused: (problem: Problem) => void;
    connection: (connection: Connection) => void;
}

/** What is answered: a command, or what a move would bring. */
type Question = NewCommand | { type: 'explain'; move: string; seat?: number };

type Reply = Extract<SocketMessage, { type: 'answer' | 'explained' }>;

interface Waiting {
    message: Question & { id: string };
    sent: number;
    settle: (reply: Reply) => void;
}

/** Which of the protocols (docs/protocol.md) this page speaks. */
export const PROTOCOL = 1;

export const RESEND = 2500;
export const IDLE = 2500;
export const PONG = 9000;
/** So soon must an answer come when the network may be gone, or the device has slept. */
export const DOUBTED_PONG = 1500;
/** Who was heard just now is not asked whether they are there. */
const JUST_HEARD = 1000;
export const FIRST_DELAY = 500;
export const LONGEST_DELAY = 8000;
const TICK = 500;

const HOPELESS = new Set([4403, 4404, 4410, 4426]);

type Timer = ReturnType<typeof setTimeout>;

export class LiveTable {
    #socket: WebSocket | null = null;
    #known: number | null;
    #seat: number | null = null;
    #waiting = new Map<string, Waiting>();
    #heard = 0;
    #ticked: number;
    #pinged: number | null = null;
    #patience = PONG;
    #delay = FIRST_DELAY;
    #ticker: ReturnType<typeof setInterval> | undefined;
    #retry: Timer | undefined;
    #closed = false;
    #goodbye: Problem | null = null;

    constructor(
        readonly address: string,
        private readonly events: LiveEvents,
        /** The number of the log that we know already. */
        known: number | null = null,
        private readonly open: (address: string) => WebSocket = (where) => new WebSocket(where),
        private readonly now: () => number = Date.now,
        /** What the server's clock shows. */
        readonly time = new ServerTime(),
        /** After how long a silence we ask whether somebody is there. */
        private readonly idle = IDLE,
    ) {
        this.#known = known;
        this.#ticked = now();
        this.#ticker = setInterval(() => this.#tick(), TICK);
        // What is known already is drawn first.
        if (known === null) this.#connect('connecting');
        else this.#retry = setTimeout(() => this.#connect('connecting'), FIRST_PAINT);
    }

    /** Send a command; the promise settles with the server's answer, however long that takes. */
    async command(command: NewCommand): Promise<CommandAnswer> {
        const reply = await this.#ask(command);
        if (reply.type === 'answer') return reply;
        throw new Error(reply.type);
    }

    /** Ask what a move would bring. */
    async explain(move: string, seat: number | null): Promise<Explained | Problem> {
        const reply = await this.#ask({
            type: 'explain',
            move,
            ...(seat === null ? {} : { seat }),
        });
        if (reply.type === 'explained') return reply;
        throw new Error(reply.type);
    }

    /** Look through another of one's own seats from now on. */
    look(seat: number): void {
        this.#seat = seat;
        this.#send({ type: 'look', seat });
    }

    /** Connect anew, as whoever we are now. */
    restart(): void {
        this.#known = null;
        this.#drop('connecting');
    }

    /** Try again at once instead of waiting: the network is back, or the page is looked at. */
    wake(): void {
        if (this.#closed) return;
        if (this.#socket === null) this.#connect('reconnecting');
        else if (this.now() - this.#heard > JUST_HEARD) this.doubt();
    }

    /** Find out at once whether the server is still there: the network may be gone. */
    doubt(): void {
        if (this.#socket === null) return;
        this.#patience = DOUBTED_PONG;
        if (this.#socket.readyState !== WebSocket.OPEN) return; // the next tick sees to it
        this.#pinged = null;
        this.#ping();
    }

    close(): void {
        this.#closed = true;
        clearInterval(this.#ticker);
        clearTimeout(this.#retry);
        this.#forget();
        this.events.connection('closed');
    }

    #ask(question: Question): Promise<Reply> {
        const message = { ...question, id: newId() };
        return new Promise((settle) => {
            this.#waiting.set(message.id, { message, sent: this.now(), settle });
            this.#send(message);
        });
    }

    #connect(as: Connection): void {
        clearTimeout(this.#retry);
        this.#forget();
        this.events.connection(as);
        const socket = this.open(this.address);
        this.#socket = socket;
        this.#heard = this.now();
        this.#pinged = null;
        this.#patience = PONG;
        socket.onopen = () => {
            this.#send({
                type: 'hello',
                version: PROTOCOL,
                since: this.#known,
                seat: this.#seat,
            });
            for (const waiting of this.#waiting.values()) this.#sendAgain(waiting);
        };
        socket.onmessage = (event: MessageEvent<string>) => this.#hear(event.data);
        socket.onclose = (event) => this.#lost(event.code);
    }

    /** Let go of the socket without hearing from it again. */
    #forget(): void {
        const socket = this.#socket;
        this.#socket = null;
        if (socket === null) return;
        socket.onopen = socket.onmessage = socket.onclose = null;
        socket.close();
    }

    #drop(as: Connection): void {
        this.#forget();
        if (!this.#closed) this.#connect(as);
    }

    #lost(code: number): void {
        this.#socket = null;
        if (HOPELESS.has(code)) {
            this.close();
            if (this.#goodbye) this.events.refused(this.#goodbye);
            return;
        }
        this.events.connection('reconnecting');
        // A little chance in it, so that all do not come back at the same moment.
        const delay = this.#delay * (0.75 + Math.random() / 2);
        this.#delay = Math.min(2 * this.#delay, LONGEST_DELAY);
        this.#retry = setTimeout(() => this.#connect('reconnecting'), delay);
    }

    #hear(text: string): void {
        this.#heard = this.now();
        this.#pinged = null;
        this.#patience = PONG;
        const message = JSON.parse(text) as SocketMessage;
        switch (message.type) {
            case 'update':
            case 'snapshot':
                this.#known = message.table.number;
                this.#delay = FIRST_DELAY;
                this.events.connection('live');
                this.events.update(message);
                if (!this.time.known) this.#ping();
                break;
            case 'answer':
            case 'explained': {
                const id = String(message.id);
                const waiting = this.#waiting.get(id);
                this.#waiting.delete(id);
                waiting?.settle(message);
                break;
            }
            case 'lists':
                this.#delay = FIRST_DELAY;
                this.events.connection('live');
                this.events.lists(message.changed);
                break;
            case 'presence':
                this.events.presence(message);
                break;
            case 'notice':
                this.events.notice(message.text);
                break;
            case 'pong':
                this.time.heard(message.now);
                break;
            case 'bye':
                this.#goodbye = message;
                break;
        }
    }

    #tick(): void {
        const now = this.now();
        // Between two looks at the clock much time went by: the device has slept.
        const slept = now - this.#ticked > IDLE;
        this.#ticked = now;
        if (this.#socket === null) return;
        if (slept) this.doubt();
        if (this.#socket.readyState !== WebSocket.OPEN) {
            if (now - this.#heard > this.#patience) this.#drop('reconnecting');
            return;
        }
        if (this.#pinged !== null && now - this.#pinged > this.#patience) {
            this.#drop('reconnecting');
            return;
        }
        if (this.#pinged === null && now - this.#heard > this.idle) this.#ping();
        for (const waiting of this.#waiting.values()) {
            if (now - waiting.sent > RESEND) this.#sendAgain(waiting);
        }
    }

    #ping(): void {
        this.#pinged ??= this.now();
        this.time.asked();
        this.#send({ type: 'ping' });
    }

    #sendAgain(waiting: Waiting): void {
        waiting.sent = this.now();
        this.#send(waiting.message);
    }

    #send(message: object): void {
        if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
    }
}

/** The address of a table's socket, or of that of the lists. */
export function liveAddress(table: string | null, page: Location = location): string {
    const scheme = page.protocol === 'https:' ? 'wss' : 'ws';
    const path = table === null ? '' : `/tables/${encodeURIComponent(table)}`;
    return `${scheme}://${page.host}/api${path}/live`;
}
