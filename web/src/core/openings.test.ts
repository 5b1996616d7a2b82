import { expect, test } from 'vitest';

import type { GameDescription } from '../types';
import { againstBots, canPlayAlone, levelFor, playersText, serverClock } from './openings';

const game = {
    id: 'garden',
    levels: [{ id: 'level-1' }, { id: 'level-2' }],
    seatings: [{ players: 2, variant: 'standard', teams: false }],
} as unknown as GameDescription;

test('the level is the remembered one, else the second', () => {
    expect(levelFor(game, 'level-1')).toBe('level-1');
    expect(levelFor(game, undefined)).toBe('level-2');
    expect(levelFor(game, 'level-9')).toBe('level-2');
});

test('clocks', () => {
    expect(serverClock('none')).toBeNull();
    expect(serverClock('minutes-20')).toEqual({ kind: 'minutes', minutes: 20, increment: 10 });
    expect(serverClock('days-3')).toEqual({ kind: 'days', days: 3 });
});

test('seatings', () => {
    expect(playersText(game)).toBe('2');
    expect(canPlayAlone(game)).toBe(false);
});

test('a game against a bot begins at once, with a salt of this device', () => {
    const table = againstBots(game, 'level-2');
    expect(table.start).toBe(true);
    expect(table.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(table.seats).toEqual([{ me: true }, { bot: 'level-2' }]);
});

test('there are as many bots as the game takes', () => {
    const played = (...counts: number[]) =>
        ({
            ...game,
            seatings: counts.map((players) => ({ players, variant: 'standard', teams: false })),
        }) as GameDescription;
    const bot = { bot: 'level-1' };
    expect(againstBots(played(1, 4, 3), 'level-1').seats).toEqual([{ me: true }, bot, bot]);
});
