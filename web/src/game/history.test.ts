import { describe, expect, it } from 'vitest';

import { Layers } from './history.svelte';

const MOVES = ['XO a1 b1', 'XO c1 d1', 'OX b1 c1'];
const AFTER = [
    {},
    { a1: 'X1', b1: 'O1' },
    { a1: 'X1', b1: 'O1', c1: 'X1', d1: 'O1' },
    { a1: 'X1', b1: 'O2', c1: 'X2', d1: 'O1' },
] as const;

function layers(): { found: Layers; asked: () => number } {
    let asked = 0;
    const record = () => {
        asked++;
        return Promise.resolve({ events: MOVES.map((move) => ({ move })) });
    };
    return { found: new Layers(record), asked: () => asked };
}

describe('layers', () => {
    it('follow a game move by move without asking', async () => {
        const { found, asked } = layers();
        for (let k = 1; k <= 3; k++) await found.follow(AFTER[k] ?? {}, k, MOVES[k - 1] ?? null);
        expect(found.highest).toBe(2);
        expect(found.cells(1)).toEqual(AFTER[2]);
        expect(asked()).toBe(0);
    });

    it('ask for the record once, and can go back', async () => {
        const { found, asked } = layers();
        await found.follow(AFTER[3], 3, MOVES[2] ?? null);
        expect(found.joints(Infinity)).toEqual([['b1', 'c1']]);
        await found.follow(AFTER[1], 1, MOVES[0] ?? null);
        await found.follow(AFTER[2], 2, MOVES[1] ?? null);
        expect(found.highest).toBe(1);
        expect(asked()).toBe(1);
    });
});
