/** The few moments of a game that have a word of their own. */

import type { Language } from '../../settings';
import type { GameDescription, GameView } from '../../types';
import { callBetween } from '../calls';
import { say } from '../say';
import { seatingOf } from '../seating';

/** What is called out over the board when a view follows another; nothing for most of them. */
export function momentOf(
    before: GameView | null,
    view: GameView,
    game: Pick<GameDescription, 'call' | 'extra' | 'seatings'>,
    language: Language,
): string {
    const ends = seatingOf(game, view)?.track_ends ?? [];
    if (game.call && callBetween(before, view, ends)) return game.call[language];
    if ((view.last?.counted?.extra_turns ?? 0) > 0) {
        return say(language, `moment.extra.${game.extra ?? 'turn'}`);
    }
    return '';
}
