// Rounds whose boards are cleared: what has ended is shown until it was seen.

import type { EntryView, GameView, Traits } from '../types';
import { eventOf } from './entries';

export interface Finished {
    /** From 1, as people count. */
    round: number;
    /** How many events the game had when it ended. */
    after: number;
}

/** The round that has ended while its viewer has not begun the next one; null where there is none.
 *
 * A round begins with a draw, whose first word the game tells: it follows their last move. */
export function finishedRound(
    view: GameView,
    entries: readonly EntryView[],
    { new_round: draw }: Pick<Traits, 'new_round'>,
): Finished | null {
    const { round = 0, viewer: seat, cells } = view;
    if (!draw || !round || round < 2 || typeof seat !== 'number' || view.over) return null;
    const board = Array.isArray(cells) ? cells[seat] : cells;
    if (Object.keys(board ?? {}).length > 0) return null;
    const events = entries.flatMap((entry) => {
        const event = eventOf(entry);
        return event === null || event.undone ? [] : [event];
    });
    const own = events.findLastIndex((event) => 'move' in event && event.seat === seat);
    const next = events.findIndex(
        (event, k) => k > own && 'chance' in event && event.chance.split(' ')[0] === draw,
    );
    return own < 0 || next < 0 ? null : { round: round - 1, after: next };
}
