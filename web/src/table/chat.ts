// What people at a table write to each other: whose words they are, and which are news.

import { seatName } from '../game/people';
import type { Language } from '../settings';
import type { EntryView, GameDescription, ChatEntry, TableView } from '../types';

export function author(
    language: Language,
    table: TableView,
    game: GameDescription,
    { person }: ChatEntry,
): string {
    const seat = table.seats.findIndex((each) => each.person === person);
    return seat < 0 ? '?' : seatName(language, table, game, seat);
}

/** Whether somebody with an account wrote a message. */
export function isMember(table: TableView, { person }: ChatEntry): boolean {
    return table.seats.some((each) => each.person === person && each.member);
}

/** Whether partners may not talk now: a game whose option `talk` was not chosen, until its end. */
export function partnersAreSilent(table: TableView, game: GameDescription): boolean {
    const may = game.options.some(
        ({ name, variants }) => name === 'talk' && variants.includes(table.variant),
    );
    return may && table.options['talk'] !== true && table.status !== 'over';
}

/** The messages among new entries that others wrote, without those whom one has muted. */
export function heard(
    fresh: readonly EntryView[],
    me: string | null,
    muted: readonly string[],
): ChatEntry[] {
    return fresh
        .filter((entry) => entry.kind === 'chat')
        .filter(({ person }) => person !== me && !muted.includes(person));
}
