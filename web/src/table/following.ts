// Whether an update tells of something that is to be seen by itself.

import type { EntryView, GameView, Update } from '../types';
import type { Following } from './pace';

/** Who was away for more moves than these sees how it is, not how it came about. */
const MOST_AT_ONCE = 2;

/** How an update follows the view that was known before it.
 *
 * One's own moves are shown at once, and so is whatever has no single move to be seen: a game that
 * begins, a move that was taken back, another seat's eyes. Where everybody has a board of their own
 * nobody waits for another. */
export function following(
    before: GameView | null,
    { game: view, type, you }: Pick<Update, 'game' | 'type' | 'you'>,
    fresh: readonly EntryView[],
): Following {
    if (!before || !view || type === 'snapshot' || view.viewer !== before.viewer) return 'now';
    if (view.after < before.after) return 'now';
    const moves = fresh.flatMap((entry) =>
        entry.kind === 'move' && !entry.event.undone ? [entry.event] : [],
    );
    if (moves.length > MOST_AT_ONCE || moves.some(({ seat }) => you.seats.includes(seat))) {
        return 'now';
    }
    const seen = !Array.isArray(view.cells) && moves.some(({ move }) => move !== null);
    return seen ? 'event' : 'same';
}
