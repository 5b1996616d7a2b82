import { expect, test } from 'vitest';

import { gamesInAll, outcomesOf } from './statistics';

const played = { game: 'any', games: 12, alone: 2, won: 5, drawn: 1 };

test('who has neither won nor drawn a game with others has lost it', () => {
    expect(outcomesOf(played)).toEqual([
        { kind: 'won', games: 5, share: 0.5 },
        { kind: 'drawn', games: 1, share: 0.1 },
        { kind: 'lost', games: 4, share: 0.4 },
    ]);
});

test('alone nobody wins or loses', () => {
    expect(outcomesOf({ ...played, games: 2, won: 0, drawn: 0 })).toEqual([]);
});

test('games of all kinds are added up', () => {
    expect(gamesInAll([played, { ...played, games: 3 }])).toBe(15);
    expect(gamesInAll([])).toBe(0);
});
