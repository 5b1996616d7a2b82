// Requests to the server. What it refuses is thrown as a Refused with its words.

import type {
    Appearance,
    DailySummary,
    DailyView,
    GameDescription,
    GameView,
    Hint,
    Lessons,
    Me,
    MyTable,
    NewSubscription,
    NewProfile,
    NewTable,
    PersonView,
    Problem,
    Profile,
    PushKey,
    RatingView,
    ReviewView,
    SeatingView,
    SessionView,
    SoloResult,
    Statistics,
    TableMade,
    TableView,
    Tried,
    TryRequest,
    Update,
} from '../types';
import { isProblem } from '../types';
import type { Language } from '../settings';
import { preloaded } from './preloaded';

export class Refused extends Error {
    constructor(readonly problem: Problem) {
        super(problem.text.en);
    }
}

export const UNREACHABLE: Problem = {
    code: 'unreachable',
    rule: null,
    text: {
        en: 'The server cannot be reached. Check the connection and try again.',
        pl: 'Nie można połączyć się z serwerem. Sprawdź połączenie i spróbuj ponownie.',
    },
};

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export async function send(
    method: Method,
    path: string,
    body?: unknown,
    left?: AbortSignal,
): Promise<Response> {
    const init: RequestInit = { method, credentials: 'same-origin' };
    if (left) init.signal = left;
    if (body !== undefined) {
        init.body = JSON.stringify(body);
        init.headers = { 'Content-Type': 'application/json' };
    }
    let response: Response;
    try {
        response = await fetch(path, init);
    } catch {
        left?.throwIfAborted();
        throw new Refused(UNREACHABLE);
    }
    if (response.ok) return response;
    throw new Refused(await problemIn(response));
}

async function problemIn(response: Response): Promise<Problem> {
    try {
        const found: unknown = await response.json();
        if (typeof found === 'object' && found !== null && isProblem(found)) return found;
    } catch {
        // Something between us and the server has answered in its own words.
    }
    return UNREACHABLE;
}

/** Ask for something in JSON; parts of the page that few need have their own questions. */
export async function json<T>(
    method: Method,
    path: string,
    body?: unknown,
    left?: AbortSignal,
): Promise<T> {
    const known = method === 'GET' ? preloaded<T>(path) : undefined;
    return known ?? ((await send(method, path, body, left)).json() as Promise<T>);
}

const segment = encodeURIComponent;

// Games

export const GAMES = '/api/games';

export const games = () => json<GameDescription[]>('GET', GAMES);

export const appearanceAddress = (game: string) => `/api/games/${segment(game)}/appearance`;

export const appearance = (game: string) => json<Appearance>('GET', appearanceAddress(game));

export const lessonAddress = (game: string) => `/api/games/${segment(game)}/lesson`;

export const lesson = (game: string) => json<Lessons>('GET', lessonAddress(game));

export const rules = async (game: string, language: Language) =>
    (await send('GET', `/api/games/${segment(game)}/rules?language=${language}`)).text();

/** A position of no table, given by its events, and what a move would bring there. */
export const tryOut = (asked: TryRequest) => json<Tried>('POST', '/api/try', asked);

// People

export const comeIn = (language: Language) => json<Me>('POST', '/api/guests', { language });

export const ME = '/api/me';

export const whoAmI = () => json<Profile>('GET', ME);

export const rename = (name: string) => json<Me>('PATCH', '/api/me', { name });

export const setPassword = (account: string | null, password: string, old: string | null) =>
    send('PUT', '/api/me/password', { account, password, old });

export const signIn = (account: string, password: string) =>
    json<Me>('POST', '/api/sessions', { account, password });

export const signOut = () => send('DELETE', '/api/sessions/current');

export const sessions = () => json<SessionView[]>('GET', '/api/me/sessions');

export const endSession = (id: string) => send('DELETE', `/api/me/sessions/${segment(id)}`);

export const endOtherSessions = () => send('DELETE', '/api/me/sessions');

export const deleteMe = () => send('DELETE', '/api/me');

export const mute = (person: string, on: boolean) =>
    send(on ? 'PUT' : 'DELETE', `/api/me/mutes/${segment(person)}`);

// Notifications

export const pushKey = () => json<PushKey>('GET', '/api/push/key');

export const subscribe = (to: NewSubscription) => send('PUT', '/api/me/push', to);

export const unsubscribe = (endpoint: string) => send('DELETE', '/api/me/push', { endpoint });

// Tables

export const openTable = (table: NewTable) => json<TableMade>('POST', '/api/tables', table);

/** How many tables the server lists at once; where there are as many, there may be more. */
export const PAGE = 50;

/** Tables that wait for people: the first page, or the one after a table. */
export const openTables = (after?: string) =>
    json<TableView[]>('GET', `/api/tables${query({ after })}`);

export const watchableTables = () => json<TableView[]>('GET', '/api/tables?playing=true');

export const myTables = (over = false, after?: string) =>
    json<MyTable[]>('GET', `/api/me/tables${query({ over: over ? 'true' : undefined, after })}`);

export function query(asked: Readonly<Record<string, string | undefined>>): string {
    const parts = Object.entries(asked).flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${segment(value)}`],
    );
    return parts.length > 0 ? `?${parts.join('&')}` : '';
}

export const tableAddress = (id: string) => `/api/tables/${segment(id)}`;

export const table = (id: string) => json<Update>('GET', tableAddress(id));

export const tableAt = (id: string, event: number, seat?: number) =>
    json<GameView>(
        'GET',
        `/api/tables/${segment(id)}/at/${event}${seat === undefined ? '' : `?seat=${seat}`}`,
    );

/** The best moves; who has left before they are there does not keep others waiting. */
export const hints = (id: string, seat: number, left: AbortSignal) =>
    json<Hint[]>('POST', `/api/tables/${segment(id)}/hints`, { seat }, left);

export const report = (id: string, number: number) =>
    send('POST', `/api/tables/${segment(id)}/reports`, { number });

/** What is known of a finished game's review: now, or once there are more steps than `since`. */
export const review = (table: string, since: number | null, left: AbortSignal) =>
    json<ReviewView>(
        'GET',
        `/api/tables/${segment(table)}/review${since === null ? '' : `?since=${since}`}`,
        undefined,
        left,
    );

export const pictureAddress = (table: string, language: Language) =>
    `/api/tables/${segment(table)}/picture.png?language=${language}`;

export const picture = async (table: string, language: Language) =>
    (await send('GET', pictureAddress(table, language))).blob();

export const recordAddress = (id: string) => `/api/tables/${segment(id)}/record`;

// Results

export type Period = 'all' | 'week' | 'mine';

export const soloRecords = (game: string, period: Period) =>
    json<SoloResult[]>('GET', `/api/records/${segment(game)}?period=${period}`);

/** Today's challenge, and how I have done so far. */
export const today = () => json<DailySummary>('GET', '/api/daily');

export const daily = (game: string) => json<DailyView>('GET', `/api/daily/${segment(game)}`);

export const tryDaily = (game: string) => json<TableMade>('POST', `/api/daily/${segment(game)}`);

export const ratings = (game: string, { players, variant }: SeatingView) =>
    json<RatingView[]>(
        'GET',
        `/api/ratings/${segment(game)}/${players}?variant=${segment(variant)}`,
    );

export const myStatistics = () => json<Statistics>('GET', '/api/me/statistics');

export const person = (id: string) => json<PersonView>('GET', `/api/people/${segment(id)}`);

export const setProfile = (chosen: NewProfile) => send('PUT', '/api/me/profile', chosen);
