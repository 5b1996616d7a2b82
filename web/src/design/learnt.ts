/** What reviewed games of somebody who does not exist have come to. */

import { decision, draw, review } from '../review/testing';
import type {
    DearMove,
    GameDescription,
    GameStrength,
    GroupView,
    HabitView,
    MeanView,
    NamedGroup,
    PhaseView,
    ReviewView,
} from '../types';

const NOW = Date.UTC(2026, 0, 31);
const MONTHS = ['2025-11', '2025-12', '2026-01'];

const mean = (value: number, half: number | null): MeanView => ({ mean: value, half });

/** After several games with luck to either side, and after one: then nothing is said of the interval. */
export function groups(): GroupView[] {
    const common = { decisions: 90, loss: 0.02 };
    return [
        {
            ...common,
            games: 12,
            accuracy: mean(83.4, 5.1),
            luck: mean(0.06, 0.04),
            result: mean(0.58, 0.12),
            without_luck: mean(0.52, 0.1),
        },
        {
            ...common,
            games: 7,
            accuracy: mean(71.2, 12.5),
            luck: mean(-0.04, 0.08),
            result: mean(0.41, 0.2),
            without_luck: mean(0.45, 0.18),
        },
        {
            ...common,
            games: 1,
            accuracy: mean(95, null),
            luck: mean(0, null),
            result: mean(1, null),
            without_luck: null,
        },
    ];
}

export const months = (): NamedGroup[] =>
    groups().map((group, k) => ({ ...group, name: MONTHS[k] ?? '' }));

/** Two parts of a game, and one in which nothing was decided. */
export const phases = (): PhaseView[] => [
    ...groups()
        .slice(0, 2)
        .map(({ decisions, loss, accuracy }) => ({ decisions, loss, accuracy })),
    { decisions: 0, loss: 0, accuracy: null },
];

/** A colour, another one in another game, and what brought nothing. */
export const habitsOf = (games: readonly GameDescription[]): HabitView[] =>
    games.slice(0, 2).flatMap(({ id, colours }, k) => [
        {
            game: id,
            what: colours[k] ?? '',
            called: { en: 'a colour', pl: 'kolor' },
            errors: 9 - k,
            loss: 0.08 - 0.05 * k,
        },
        ...(k === 0 ? [{ game: id, what: '', called: null, errors: 3, loss: 0.05 }] : []),
    ]);

export const dearestOf = ({ id }: GameDescription): DearMove[] =>
    [0.21, 0.16].map((loss, k) => ({
        table: 'sample',
        event: k,
        seat: 0,
        game: id,
        players: 2,
        ended: NOW,
        move: '',
        loss,
        parties: 2,
        whole: 1,
    }));

/** Between levels, and below all of them. */
export const strengthsOf = (games: readonly GameDescription[]): GameStrength[] =>
    games.slice(0, 2).map(({ id }, k) => ({
        game: id,
        level: k === 0 ? 2.4 : 0.4,
        low: k === 0 ? 1.9 : 0,
        high: k === 0 ? 2.9 : 0.8,
    }));

/** Three seats, and everything that is marked on their lines. */
export function reviewOfThree(): ReviewView {
    const third = 1 / 3;
    return review(
        [
            decision({
                event: 0,
                seat: 0,
                change: [-0.05, 0.03, 0.02],
                loss: 0.05,
                band: 'medium',
            }),
            draw({ event: 1, seat: 1, change: [-0.1, 0.15, -0.05] }),
            decision({ event: 2, seat: 1, change: [0.1, -0.2, 0.1], loss: 0.2, band: 'large' }),
            draw({ event: 3, seat: 2, change: [0.05, 0.05, -0.1] }),
            decision({ event: 4, seat: 2, change: [0.1, 0, -0.1], loss: 0.1, band: 'large' }),
            draw({ event: 5, seat: 0, change: [0.2, -0.1, -0.1] }),
        ],
        [third, third, third],
    );
}
