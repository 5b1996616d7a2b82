/** How somebody has played who does not exist: something of everything. */

import { AVATARS } from '../parts/avatars';
import type {
    BestAlone,
    BotBeaten,
    GameDescription,
    GamesPlayed,
    Profile,
    RatingOverTime,
    SoloResult,
} from '../types';
import { personAt } from './table';

const DAY = 24 * 60 * 60_000;
const NOW = Date.UTC(2026, 0, 31);
const DEVIATION = 80;
/** A rating after every game, the newest first. */
const RATINGS = [1584, 1571, 1590, 1542, 1508, 1523, 1500];

/** Won, drawn and lost; without a draw; with nobody else. */
const OUTCOMES = [
    { games: 14, alone: 2, won: 7, drawn: 1 },
    { games: 5, alone: 0, won: 1, drawn: 0 },
    { games: 3, alone: 3, won: 0, drawn: 0 },
];

export const playedOf = (games: readonly GameDescription[]): GamesPlayed[] =>
    OUTCOMES.flatMap((outcomes, k) => {
        const game = games[k];
        return game ? [{ game: game.id, ...outcomes }] : [];
    });

/** One after many games, one after the first. */
export function ratingsOf(games: readonly GameDescription[]): RatingOverTime[] {
    return [RATINGS, RATINGS.slice(-1)].flatMap((ratings, k) => {
        const game = games[k];
        if (!game) return [];
        const [rating = 0] = ratings;
        const history = ratings.map((each, n) => ({
            time: NOW - n * DAY,
            rating: each,
            deviation: DEVIATION + n,
            table: n === 0 ? null : 'sample',
        }));
        return [
            {
                game: game.id,
                players: 2,
                variant: 'standard',
                rating,
                deviation: DEVIATION,
                low: rating - 2 * DEVIATION,
                high: rating + 2 * DEVIATION,
                provisional: ratings.length === 1,
                games: ratings.length,
                history,
            },
        ];
    });
}

export const bestsOf = (games: readonly GameDescription[]): BestAlone[] =>
    games.slice(0, 2).map(({ id }, k) => ({
        game: id,
        table: k === 0 ? 'sample' : null,
        score: 21 - k,
        colours: [],
        ended: NOW - k * DAY,
    }));

/** Each bot of one game and one of another. */
export const beatenOf = (games: readonly GameDescription[]): BotBeaten[] =>
    games
        .slice(0, 2)
        .flatMap(({ id, levels }, k) =>
            levels.slice(k).map((level, n) => ({ game: id, bot: level.id, games: 9 - n })),
        );

/** Oneself with a title, a member, a guest whose game cannot be looked at. */
export const soloResults = (): SoloResult[] =>
    [0, 1, 2].map((k) => ({
        rank: k + 1,
        table: k === 2 ? null : 'sample',
        person: personAt(k),
        name: personAt(k),
        member: k === 1,
        me: k === 0,
        score: 21 - 2 * k,
        colours: k === 0 ? [21, 22, 24] : [],
        title: k === 0 ? { en: 'a title', pl: 'tytuł' } : null,
        ended: NOW - k * DAY,
    }));

export const profileOf = (seat: number): Profile => ({
    person: personAt(seat),
    name: personAt(seat),
    member: seat === 0,
    avatar: AVATARS[seat] ?? 'sun',
    shows: ['games', 'ratings'],
    gives_games: false,
    muted: [],
});
