// What others have laid since one's own last move, as marks on the board.

import type { Mark } from '../game/marks';
import { parseMove } from '../game/moves';
import type { EntryView } from '../types';
import { movesOf } from './entries';

/** A mark for each placement since the last one of a seat, numbered; that last one itself while
 * nobody has moved since. Who has no seat sees the last placement. */
export function marksSince(entries: readonly EntryView[], seat: number | null): Mark[] {
    const placed = movesOf(entries).flatMap((each) => {
        const move = each.move === null ? null : parseMove(each.move);
        if (move?.kind !== 'place') return [];
        return [{ seat: each.seat, cells: move.halves.map(({ cell }) => cell), number: 0 }];
    });
    if (seat === null) return placed.slice(-1);
    const own = placed.findLastIndex((mark) => mark.seat === seat);
    const since = placed.slice(own + 1);
    if (since.length === 0) return placed.slice(-1);
    // Before one's first move all that lies there is new, which tells nothing.
    const recent = own < 0 ? since.slice(-MOST_AT_FIRST) : since;
    return recent.map((mark, k) => ({ ...mark, number: k + 1 }));
}

const MOST_AT_FIRST = 3;
