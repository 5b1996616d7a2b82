/** What the people and bots at a table are called. */

import type { Language } from '../settings';
import type { GameDescription, TableView } from '../types';
import { say } from './say';

/** Who sits somewhere, as everybody calls them. */
export function seatName(
    language: Language,
    table: Pick<TableView, 'seats'>,
    game: GameDescription | undefined,
    seat: number,
): string {
    const there = table.seats[seat];
    if (there?.name) return there.name;
    if (!there?.bot) return say(language, 'player.seat', { number: seat + 1 });
    const { bot } = there;
    // Bots of one level are told apart by numbers.
    const same = table.seats.flatMap((each, k) => (!each.name && each.bot === bot ? [k] : []));
    return botName(language, game, bot, same.length > 1 ? same.indexOf(seat) + 1 : null);
}

export function botName(
    language: Language,
    game: GameDescription | undefined,
    bot: string,
    number: number | null = null,
): string {
    const level = game?.levels.find(({ id }) => id === bot)?.name[language] ?? bot;
    return say(language, 'player.bot', { level: number === null ? level : `${level} ${number}` });
}
