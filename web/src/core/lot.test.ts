import { expect, test } from 'vitest';

import { drawnToStart } from './lot';

const ZEROS = '00'.repeat(32);

test('the lot is what the seed says', async () => {
    // printf 'kafelki: who starts', 40 zero bytes | sha256sum begins with d89f7f961fd5f406.
    expect(await drawnToStart(ZEROS, '', 2)).toBe(0);
    expect(await drawnToStart(ZEROS, '', 4)).toBe(2);
    expect(await drawnToStart(ZEROS, '', 3)).toBe(Number(0xd89f7f961fd5f406n % 3n));
});

test('what the devices added goes into it', async () => {
    const drawn = new Set<number>();
    for (let salt = 0; salt < 40; salt++) {
        drawn.add(await drawnToStart(ZEROS, salt.toString(16).padStart(2, '0'), 4));
    }
    expect([...drawn].sort()).toEqual([0, 1, 2, 3]);
});
