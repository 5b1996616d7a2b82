// The socket of a table: keeps itself connected, and sends what was not answered again.
//
// The transport's life is known here alone: silence is asked with a ping, and a socket whose
// pong does not come is replaced. Commands have ids, so sending one twice does it once.

import type { Answer, Explained, Problem, Update, Words } from '../types';
import { newId } from './random';
import { ServerTime } from './server_time';
import { SOON } from './soon';

export type Connection = 'connecting' | 'live' | 'reconnecting' | 'closed';

export interface Presence {
    here: string[];
    watching: number;
}

export interface LiveEvents {
    update: (update: Update) => void;
    presence: (presence: Presence) => void;
    notice: (text: Words) => void;
    /** The server will not have us: there is no such table, or it is not for us. */
    refused: (problem: Problem) => void;
    connection: (connection: Connection) => void;
}

/** A command without its id, which is made up here. */
export type Command = { type: string } & Record<string, unknown>;

interface Waiting {
    message: Command & { id: string };
    sent: number;
    settle: (message: Record<string, unknown>) => void;
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
    ) {
        this.#known = known;
        this.#ticked = now();
        this.#ticker = setInterval(() => this.#tick(), TICK);
        // What is known already is drawn first.
        if (known === null) this.#connect('connecting');
        else this.#retry = setTimeout(() => this.#connect('connecting'), SOON);
    }

    /** Send a command; the promise settles with the server's answer, however long that takes. */
    async command(command: Command): Promise<Answer> {
        return (await this.#ask(command)) as unknown as Answer;
    }

    /** Ask what a move would bring. */
    async explain(move: string, seat: number | null): Promise<Explained | Problem> {
        const answer = await this.#ask({
            type: 'explain',
            move,
            ...(seat === null ? {} : { seat }),
        });
        return answer as unknown as Explained | Problem;
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

    #ask(command: Command): Promise<Record<string, unknown>> {
        const message = { ...command, id: newId() };
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
        const message = JSON.parse(text) as Record<string, unknown>;
        switch (message['type']) {
            case 'update':
            case 'snapshot': {
                const update = message as unknown as Update;
                this.#known = update.table.number;
                this.#delay = FIRST_DELAY;
                this.events.connection('live');
                this.events.update(update);
                if (!this.time.known) this.#ping();
                break;
            }
            case 'answer':
            case 'explained': {
                const waiting = this.#waiting.get(String(message['id']));
                this.#waiting.delete(String(message['id']));
                waiting?.settle(message);
                break;
            }
            case 'presence':
                this.events.presence(message as unknown as Presence);
                break;
            case 'notice':
                this.events.notice(message['text'] as Words);
                break;
            case 'pong':
                this.time.heard(Number(message['now']));
                break;
            case 'bye':
                this.#goodbye = message as unknown as Problem;
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
        if (this.#pinged === null && now - this.#heard > IDLE) this.#ping();
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

export function liveAddress(table: string, page: Location = location): string {
    const scheme = page.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${page.host}/api/tables/${encodeURIComponent(table)}/live`;
}
