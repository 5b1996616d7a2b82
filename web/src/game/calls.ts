// What players call out: in some games whoever brings a colour to the end of its card.

import { seatName } from './people';
import { say } from './say';
import type { Language } from '../settings';
import type { GameDescription, GameView, TableView } from '../types';

export interface Call {
    seat: number;
    /** The cells of the placement it was called with: it stands until the next one. */
    cells: string;
}

/** Who has filled a colour between two views, if somebody has; alone one calls to nobody.
 *
 * `ends` says where a marker reaches the end of a card. */
export function callBetween(
    before: GameView | null,
    after: GameView | null,
    ends: readonly number[],
): Call | null {
    if (!before || !after?.last || after.players === 1) return null;
    const fills = after.scores.some((scores, seat) =>
        scores.some((score, colour) => {
            const old = before.scores[seat]?.[colour] ?? score;
            return ends.some((end) => old < end && score >= end);
        }),
    );
    return fills ? { seat: after.last.seat, cells: after.last.cells.join() } : null;
}

/** What is called now: what was just called, or what was before until somebody places again. */
export function calledNow(
    called: Call | null,
    fresh: Call | null,
    after: GameView | null,
): Call | null {
    if (fresh) return fresh;
    return called && after?.last?.cells.join() === called.cells ? called : null;
}

/** What is called, for whoever has these seats; nothing where the game has no such call. */
export function callLine(
    language: Language,
    called: Call | null,
    table: TableView,
    own: readonly number[],
    game: GameDescription | undefined,
): string {
    if (!called || !game?.call) return '';
    const call = game.call[language];
    if (own.length === 1 && own[0] === called.seat) return call;
    return say(language, 'call.said', { name: seatName(language, table, game, called.seat), call });
}
