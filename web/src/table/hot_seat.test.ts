import { expect, test } from 'vitest';

import type { GameView, TableView, You } from '../types';
import { handOver } from './hot_seat';

const table = {
    status: 'playing',
    seats: [{ resigned: null }, { resigned: null }, { resigned: null }],
} as unknown as TableView;
const two: You = { person: 'a', seats: [0, 1], host: true, looking_as: 0 };
const view = (viewer: number, to_act: number[], hidden = 5) =>
    ({ viewer, to_act, hands: [{ tiles: [], hidden }] }) as unknown as GameView;

test('one person alone never hands anything over', () => {
    const one = { ...two, seats: [0] };
    expect(handOver(table, one, view(0, [1]), null)).toEqual({ cover: null, look: null });
});

test('the screen is covered until the one to act has the device', () => {
    expect(handOver(table, two, view(0, [0]), null)).toEqual({ cover: 0, look: null });
    expect(handOver(table, two, view(0, [0]), 0)).toEqual({ cover: null, look: null });
    expect(handOver(table, two, view(0, [1]), 0)).toEqual({ cover: 1, look: null });
    expect(handOver(table, two, view(0, [1]), 1)).toEqual({ cover: 1, look: null });
    expect(handOver(table, two, view(1, [1]), 1)).toEqual({ cover: null, look: null });
});

test('while a bot thinks, the last one goes on looking', () => {
    expect(handOver(table, two, view(1, [2]), 1)).toEqual({ cover: null, look: null });
});

test('where nothing is hidden, the next one simply looks', () => {
    expect(handOver(table, two, view(0, [1], 0), null)).toEqual({ cover: null, look: 1 });
    expect(handOver(table, two, view(0, [0, 1], 0), null)).toEqual({ cover: null, look: null });
});
