// Ways to open a table: each becomes what the server is asked for.

import { say } from '../messages/messages';
import type { Language } from '../settings';
import type { GameDescription, NewSeat, NewTable, SeatingView } from '../types';
import { newSalt } from './random';

export type Clock = 'none' | 'minutes-10' | 'minutes-20' | 'days-1' | 'days-3' | 'days-7';

export const CLOCKS: readonly Clock[] = [
    'none',
    'minutes-10',
    'minutes-20',
    'days-1',
    'days-3',
    'days-7',
];

/** A rated game has a clock: else who is losing could leave it unfinished. */
export const RATED_CLOCKS = CLOCKS.filter((clock) => clock !== 'none');
export const RATED_CLOCK: Clock = 'days-7';

export const MINUTE_INCREMENT = 10;

export type ServerClock = Exclude<NonNullable<NewTable['settings']>['clock'], undefined>;

export function serverClock(clock: Clock): ServerClock {
    const [kind, number] = clock.split('-');
    if (kind === 'minutes') {
        return { kind: 'minutes', minutes: Number(number), increment: MINUTE_INCREMENT };
    }
    if (kind === 'days') return { kind: 'days', days: Number(number) };
    return null;
}

/** A level of a game's bots: the one remembered if there is one, else the second. */
export function levelFor(game: GameDescription, remembered: string | undefined): string {
    const known = game.levels.find((level) => level.id === remembered);
    return (known ?? game.levels[1] ?? game.levels[0])?.id ?? 'level-1';
}

export function canPlayAlone(game: GameDescription): boolean {
    return game.seatings.some((seating) => seating.players === 1);
}

/** The ways to sit for two or more. */
export function seatingsTogether(game: GameDescription): SeatingView[] {
    return game.seatings.filter((seating) => seating.players > 1);
}

export function seatingKey(seating: SeatingView): string {
    return `${seating.players} ${seating.variant}`;
}

/** From the fewest to the most players, such as "1–4". */
export function playersText(game: GameDescription): string {
    const counts = game.seatings.map((seating) => seating.players);
    const least = Math.min(...counts);
    const most = Math.max(...counts);
    return least === most ? `${least}` : `${least}–${most}`;
}

/** For whom the box is, such as "ages 8+". */
export function agesText(language: Language, { ages }: GameDescription): string {
    const { least, most } = ages;
    return most === null
        ? say(language, 'game.agesFrom', { least })
        : say(language, 'game.ages', { least, most });
}

/** A game against as few bots as it takes. */
export function againstBots(game: GameDescription, level: string): NewTable {
    const usual = seatingsTogether(game).filter(({ variant }) => variant === 'standard');
    const players = Math.min(...usual.map((seating) => seating.players));
    const bots = Array.from({ length: players - 1 }, () => ({ bot: level }));
    return {
        game: game.id,
        players,
        seats: [{ me: true }, ...bots],
        settings: { private: true, hints: true },
        start: true,
        salt: newSalt(),
    };
}

export function alone(game: string): NewTable {
    return {
        game,
        players: 1,
        seats: [{ me: true }],
        settings: { private: true },
        start: true,
        salt: newSalt(),
    };
}

export function onThisDevice(
    game: string,
    seating: SeatingView,
    seats: NewSeat[],
    options: NonNullable<NewTable['options']>,
    first: number | null,
): NewTable {
    return {
        game,
        players: seating.players,
        variant: seating.variant,
        options,
        seats,
        settings: { private: true, hints: true },
        start: true,
        first,
        salt: newSalt(),
    };
}
