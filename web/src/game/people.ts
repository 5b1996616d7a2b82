/** What the people and bots at a table are called. */

import type { Language } from '../settings';
import type { GameDescription, LevelView, TableView } from '../types';
import { say } from './say';

/** Which bot sits somewhere, if it is one. */
export function botAt(
    table: Pick<TableView, 'seats'>,
    game: GameDescription | undefined,
    seat: number,
): LevelView | null {
    const there = table.seats[seat];
    if (!there?.bot || there.name) return null;
    return game?.levels.find(({ id }) => id === there.bot) ?? null;
}

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

/** A bot in a list to choose from, where nothing but text can stand. */
export function botChoice(language: Language, { name, stars }: LevelView): string {
    return `${name[language]} ${'★'.repeat(stars)}`;
}

function botName(
    language: Language,
    game: GameDescription | undefined,
    bot: string,
    number: number | null = null,
): string {
    const level = game?.levels.find(({ id }) => id === bot)?.name[language] ?? bot;
    return number === null ? level : `${level} ${number}`;
}
