// Rounds whose boards are cleared: what has ended is shown until it was seen.

import { positionOf } from '../game/position';
import type { EntryView, GameView } from '../types';
import { eventOf } from './entries';

export interface Finished {
    /** From 1, as people count. */
    round: number;
    /** How many events the game had when it ended. */
    after: number;
}

/** The round that has ended while its viewer has not begun the next one; null where there is none.
 *
 * A round begins with the draw of its task: that follows their last move. */
export function finishedRound(view: GameView, entries: readonly EntryView[]): Finished | null {
    const { round, ramps, seat } = positionOf(view);
    if (round < 2 || seat < 0 || view.over || Object.keys(ramps[seat] ?? {}).length > 0)
        return null;
    const events = entries.flatMap((entry) => {
        const event = eventOf(entry);
        return event === null || event.undone ? [] : [event];
    });
    const own = events.findLastIndex((event) => 'move' in event && event.seat === seat);
    const next = events.findIndex(
        (event, k) => k > own && 'chance' in event && event.chance.startsWith('task'),
    );
    return own < 0 || next < 0 ? null : { round: round - 1, after: next };
}
