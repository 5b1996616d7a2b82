// Who starts a game, and whether that was drawn by lot.

import { seatName } from '../game/people';
import { say } from '../messages/messages';
import type { Language } from '../settings';
import type { EntryView, GameDescription, TableView } from '../types';
import { movesOf } from './entries';

export interface Start {
    /** Who starts, by the seat they had before: since then they have seat 0. */
    first: number;
    /** Whether it was drawn by lot. */
    lot: boolean;
}

/** What the log says of who starts; null where nobody does, or it does not say so. */
export function startOf(entries: readonly EntryView[]): Start | null {
    const entry = entries.find((each) => each.kind === 'start');
    const first = entry?.first ?? null;
    return first === null ? null : { first, lot: entry?.lot ?? false };
}

/** Who starts, in a sentence for whoever has these seats; nothing where nobody does. */
export function startLine(
    language: Language,
    entries: readonly EntryView[],
    table: TableView,
    own: readonly number[],
    game: GameDescription | undefined,
): string {
    const start = startOf(entries);
    if (!start || table.players < 2 || game?.simultaneous) return '';
    const mine = own.length === 1 && own[0] === 0;
    const key = mine ? 'you' : 'other';
    const name = seatName(language, table, game, 0);
    return say(language, start.lot ? `start.lot.${key}` : `start.${key}`, { name });
}

/** Whether the viewer has not moved yet: until then it is told who starts. */
export function isBeginning(entries: readonly EntryView[], own: readonly number[]): boolean {
    const moves = movesOf(entries);
    return own.length === 0 ? moves.length === 0 : !moves.some(({ seat }) => own.includes(seat));
}
