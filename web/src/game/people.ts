/** What the people and bots at a table are called. */

import type { Language } from '../settings';
import type { GameDescription, TableView } from '../types';
import { say } from './say';

export function seatNames(
    table: TableView,
    game: GameDescription,
    players: number,
    language: Language,
): string[] {
    return Array.from({ length: players }, (_, seat) => {
        const { name, bot } = table.seats[seat] ?? { name: null, bot: null };
        if (name) return name;
        const level = game.levels.find(({ id }) => id === bot);
        if (level) return `${level.name[language]} (${say(language, 'player.bot')})`;
        return bot ?? say(language, 'player.seat', { number: seat + 1 });
    });
}
