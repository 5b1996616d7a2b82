import { expect, test } from 'vitest';

import type { GameDescription, GameView, TableView } from '../types';
import { gardenWith } from '../game/testing';
import { reasonOf, standings, total } from './results';

const table = (players: number, places: number[]) =>
    ({
        players,
        places,
        seats: Array.from({ length: players }, () => ({})),
    }) as unknown as TableView;
const view = (scores: number[][], players: number) =>
    ({ scores, players, variant: 'standard' }) as unknown as GameView;
const parties = [
    [0, 2],
    [1, 3],
];
const game = {
    seatings: [{ players: 4, variant: 'standard', teams: true, parties, track_ends: [] }],
} as unknown as GameDescription;
const byColour = gardenWith({ scores: 'colours' });

test('colours from the lowest, the winner first', () => {
    const found = standings(
        table(2, [2, 1]),
        view(
            [
                [5, 3],
                [4, 9],
            ],
            2,
        ),
        game,
        byColour,
    );
    expect(found.map(({ place, seats }) => [place, seats])).toEqual([
        [1, [1]],
        [2, [0]],
    ]);
    expect(found[1]?.colours).toEqual([
        { letter: 'R', score: 3 },
        { letter: 'G', score: 5 },
    ]);
});

test('partners are together, whether they share a card or add their points up', () => {
    const cards = [
        [1, 2],
        [0, 1],
    ];
    for (const scores of [cards, [...cards, ...cards]]) {
        const shared = standings(table(4, [1, 2, 1, 2]), view(scores, 4), game, byColour);
        expect(shared.map(({ seats, points }) => [seats, points])).toEqual([
            [
                [0, 2],
                [1, 2],
            ],
            [
                [1, 3],
                [0, 1],
            ],
        ]);
    }
    const added = standings(
        table(4, [2, 1, 2, 1]),
        view([[1], [2], [3], [4]], 4),
        game,
        gardenWith({}),
    );
    expect(added.map(({ points }) => points)).toEqual([[6], [4]]);
});

test('totals', () => {
    expect(total([3, -1, 4])).toBe(6);
});

test.each([
    [[null, 'time'], null, 'time'],
    [[null, 'resigned'], null, 'resigned'],
    [['time', 'resigned', null], null, 'resigned'],
    [[null, null], null, 'resigned'],
    [[null, 'time'], 'all placed', 'all placed'],
])('a game with %j of its seats and the result %j is over by: %s', (given, result, reason) => {
    const seats = given.map((resigned) => ({ resigned }));
    const ended = { result: result && { reason: result } };
    expect(reasonOf({ seats } as TableView, ended as unknown as GameView)).toBe(reason);
});
