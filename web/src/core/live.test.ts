import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DOUBTED_PONG, FIRST_DELAY, IDLE, LiveTable, PONG, RESEND, type Connection } from './live';
import type { Update } from '../types';

class FakeSocket {
    static all: FakeSocket[] = [];
    readyState: number = WebSocket.CONNECTING;
    sent: Record<string, unknown>[] = [];
    onopen: (() => void) | null = null;
    onmessage: ((event: { data: string }) => void) | null = null;
    onclose: ((event: { code: number }) => void) | null = null;

    constructor() {
        FakeSocket.all.push(this);
    }
    accept() {
        this.readyState = WebSocket.OPEN;
        this.onopen?.();
    }
    send(text: string) {
        this.sent.push(JSON.parse(text) as Record<string, unknown>);
    }
    close() {
        this.readyState = WebSocket.CLOSED;
    }
    say(message: object) {
        this.onmessage?.({ data: JSON.stringify(message) });
    }
    lose(code = 1006) {
        this.readyState = WebSocket.CLOSED;
        this.onclose?.({ code });
    }
    types() {
        return this.sent.map((message) => message['type']);
    }
}

function latest(): FakeSocket {
    const socket = FakeSocket.all.at(-1);
    if (!socket) throw new Error('no socket');
    return socket;
}

const update = (number: number) =>
    ({ type: 'update', since: 0, entries: [], table: { number } }) as unknown as Update;

let connections: Connection[];
let refused: string[];
let changes: string[];
let live: LiveTable;

beforeEach(() => {
    vi.stubGlobal('WebSocket', { CONNECTING: 0, OPEN: 1, CLOSED: 3 });
    vi.useFakeTimers();
    FakeSocket.all = [];
    connections = [];
    refused = [];
    changes = [];
    live = new LiveTable(
        'ws://here/live',
        {
            update: () => undefined,
            presence: () => undefined,
            notice: () => undefined,
            lists: (changed) => changes.push(changed.join()),
            refused: (problem) => refused.push(problem.code),
            connection: (connection) => connections.push(connection),
        },
        null,
        () => new FakeSocket() as unknown as WebSocket,
    );
});

afterEach(() => {
    live.close();
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

test('says hello with nothing known, and after a loss with the number it knows', () => {
    latest().accept();
    expect(latest().sent).toEqual([{ type: 'hello', version: 1, since: null, seat: null }]);
    latest().say(update(41));
    expect(connections.at(-1)).toBe('live');
    latest().lose();
    expect(connections.at(-1)).toBe('reconnecting');
    vi.advanceTimersByTime(2 * FIRST_DELAY);
    latest().accept();
    expect(FakeSocket.all).toHaveLength(2);
    expect(latest().sent[0]).toMatchObject({ type: 'hello', since: 41 });
});

test('sends an unanswered command again with the same id, until it is answered', async () => {
    latest().accept();
    const answer = live.command({ type: 'move', move: 'RB f7 f8', expected: 3 });
    const first = latest().sent.at(-1);
    vi.advanceTimersByTime(RESEND + 1000);
    const moves = latest().sent.filter((message) => message['type'] === 'move');
    expect(moves).toEqual([first, first]);
    latest().say({ type: 'answer', id: first?.['id'], ok: true, number: 5, after: 4 });
    await expect(answer).resolves.toMatchObject({ ok: true, after: 4 });
    vi.advanceTimersByTime(2 * RESEND);
    expect(latest().sent.filter((message) => message['type'] === 'move')).toHaveLength(2);
});

test('a command outlives the connection', async () => {
    latest().accept();
    const answer = live.command({ type: 'start' });
    const id = latest().sent.at(-1)?.['id'];
    latest().lose();
    vi.advanceTimersByTime(2 * FIRST_DELAY);
    latest().accept();
    expect(latest().types()).toEqual(['hello', 'start']);
    expect(latest().sent[1]?.['id']).toBe(id);
    latest().say({ type: 'answer', id, ok: false, code: 'conflict' });
    await expect(answer).resolves.toMatchObject({ ok: false, code: 'conflict' });
});

test('pings when it is quiet, and replaces a socket that does not answer', () => {
    latest().accept();
    vi.advanceTimersByTime(IDLE + 1000);
    expect(latest().types()).toContain('ping');
    latest().say({ type: 'pong' });
    vi.advanceTimersByTime(IDLE + PONG + 2000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(connections.at(-1)).toBe('reconnecting');
});

test('finds out soon whether a network that is said to be gone is gone', () => {
    latest().accept();
    live.doubt();
    latest().say({ type: 'pong' });
    vi.advanceTimersByTime(DOUBTED_PONG + 500);
    expect(FakeSocket.all).toHaveLength(1);
    live.doubt();
    vi.advanceTimersByTime(DOUBTED_PONG + 1000);
    expect(FakeSocket.all).toHaveLength(2);
    expect(connections.at(-1)).toBe('reconnecting');
});

test('a socket that died while the device slept is replaced soon after it wakes', () => {
    latest().accept();
    latest().say(update(41));
    latest().say({ type: 'pong', now: 0 });
    vi.setSystemTime(Date.now() + 60_000); // no timer runs meanwhile
    live.wake();
    expect(latest().types().at(-1)).toBe('ping');
    vi.advanceTimersByTime(DOUBTED_PONG + 1000);
    expect(FakeSocket.all).toHaveLength(2);
});

test('a device that wakes without a word is noticed by the clock', () => {
    latest().accept();
    latest().say({ type: 'pong', now: 0 });
    vi.setSystemTime(Date.now() + 60_000);
    vi.advanceTimersByTime(DOUBTED_PONG + 1500);
    expect(FakeSocket.all).toHaveLength(2);
});

test('who was heard just now is not doubted', () => {
    latest().accept();
    latest().say({ type: 'pong', now: 0 });
    const before = latest().sent.length;
    live.wake();
    expect(latest().sent).toHaveLength(before);
});

test('asks for the server’s time as soon as it is connected', () => {
    latest().accept();
    latest().say(update(41));
    expect(latest().types()).toEqual(['hello', 'ping']);
    latest().say({ type: 'pong', now: 1_000_000 });
    expect(live.time.now).toBe(1_000_000);
});

test('a page that is too old for the server is told so', () => {
    latest().accept();
    latest().say({ type: 'bye', code: 'old-page', text: { en: '', pl: '' } });
    latest().lose(4426);
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(refused).toEqual(['old-page']);
});

test('waits longer and longer, up to eight seconds', () => {
    for (let k = 0; k < 8; k++) {
        latest().lose();
        vi.advanceTimersByTime(11_000);
    }
    const before = FakeSocket.all.length;
    latest().lose();
    vi.advanceTimersByTime(5_000);
    expect(FakeSocket.all).toHaveLength(before);
    vi.advanceTimersByTime(6_000);
    expect(FakeSocket.all).toHaveLength(before + 1);
});

test('gives up where there is no table', () => {
    latest().accept();
    latest().say({ type: 'bye', code: 'not-found', text: { en: '', pl: '' } });
    latest().lose(4404);
    vi.advanceTimersByTime(20_000);
    expect(FakeSocket.all).toHaveLength(1);
    expect(refused).toEqual(['not-found']);
});

test('tells which lists have changed, and counts as live', () => {
    latest().accept();
    latest().say({ type: 'lists', changed: ['mine', 'daily'] });
    expect(changes).toEqual(['mine,daily']);
    expect(connections.at(-1)).toBe('live');
});
