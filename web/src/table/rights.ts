// What may be asked for in a game, as far as it can be known here; the server decides.

import type { EntryView, TableView } from '../types';
import { eventOf } from './entries';

/** Whether a move of one's own may be taken back: the last thing that happened in the game, or
 * among bots alone the last decision, whatever has happened since. */
export function canTakeBack(
    table: TableView,
    entries: readonly EntryView[],
    own: readonly number[],
): boolean {
    if (table.settings.rated || table.proposal !== null) return false;
    const standing = entries.flatMap((entry) => {
        const event = eventOf(entry);
        return event !== null && !event.undone ? [event] : [];
    });
    if (isAmongBots(table, own)) {
        return standing.some((event) => 'move' in event && event.seat === own[0]);
    }
    const event = standing.at(-1);
    if (!event || !('move' in event)) return false;
    const seat = table.seats[event.seat];
    return own.includes(event.seat) && seat?.stand_in === null && seat.resigned === null;
}

/** Whether nobody has to be asked before one's own move is taken back. */
export function mayTakeBackAtOnce(table: TableView, own: readonly number[]): boolean {
    return !table.settings.rated && isAmongBots(table, own);
}

/** Whether somebody plays bots alone. */
function isAmongBots(table: TableView, own: readonly number[]): boolean {
    const others = table.seats.filter((_, seat) => !own.includes(seat));
    return own.length === 1 && others.length > 0 && others.every(({ bot }) => bot !== null);
}

/** What giving a seat up brings about. */
export type Resigning = 'alone' | 'lost' | 'onlyBots' | 'playedOn';

export function resigning(table: TableView, teams: boolean, seat: number): Resigning {
    if (table.players === 1) return 'alone';
    const others = table.seats.flatMap((each, k) =>
        k !== seat && each.resigned === null ? [{ ...each, side: teams ? k % 2 : k }] : [],
    );
    if (new Set(others.map(({ side }) => side)).size < 2) return 'lost';
    return others.some(({ person }) => person !== null) ? 'playedOn' : 'onlyBots';
}
