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
    const bots = table.seats.map(({ name, bot }) => (name ? null : bot));
    return Array.from({ length: players }, (_, seat) => {
        const name = table.seats[seat]?.name;
        if (name) return name;
        const bot = bots[seat];
        if (!bot) return say(language, 'player.seat', { number: seat + 1 });
        const level = game.levels.find(({ id }) => id === bot)?.name[language] ?? bot;
        // Bots of one level are told apart by numbers.
        const same = bots.flatMap((other, k) => (other === bot ? [k] : []));
        const number = same.length > 1 ? ` ${same.indexOf(seat) + 1}` : '';
        return `${level}${number} (${say(language, 'player.bot')})`;
    });
}
