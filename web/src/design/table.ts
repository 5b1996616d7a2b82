/** A table with people at it that no server knows. */

import { plainTable } from '../game/plain_table';
import type { GameDescription, GameView, TableView, You } from '../types';

const NAMES = ['Ania', 'Kasia', 'Ola', 'Zosia'];

/** The person in a seat, who is called like it. */
export const personAt = (seat: number): string => NAMES[seat] ?? '';

export function sampleTable(
    { id }: GameDescription,
    players = 2,
    more: Partial<TableView> = {},
): TableView {
    const table = plainTable(id, players, more.variant);
    const seats = table.seats.map((seat, k) => ({
        ...seat,
        person: personAt(k),
        name: personAt(k),
        member: k === 0,
    }));
    return { ...table, id: 'sample', seats, ...more };
}

export const sampleView = (
    { game, players, variant }: TableView,
    more: Partial<GameView> = {},
): GameView => ({
    game,
    players,
    variant,
    options: {},
    teams: false,
    viewer: 0,
    after: 0,
    over: false,
    chance: false,
    to_act: [],
    scores: [],
    hands: [],
    last: null,
    result: null,
    legal: null,
    ...more,
});

export const youAt = (seat: number): You => ({
    person: personAt(seat),
    seats: [seat],
    host: seat === 0,
    looking_as: seat,
});

/** What is shown twice, by day and by night, is no landmark of a page. */
export function noLandmark(around: HTMLElement): void {
    for (const section of around.querySelectorAll('section')) section.setAttribute('role', 'group');
}

/** Nobody hears what is said at a table that no server knows. */
export const unheard = { entries: [], command: () => Promise.resolve(null) };
