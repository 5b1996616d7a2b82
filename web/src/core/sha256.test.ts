import { expect, test } from 'vitest';

import { fromHex, sha256, sha256InScript, toHex } from './sha256';

test('of nothing, and of 32 zero bytes', async () => {
    expect(toHex(sha256InScript(new Uint8Array()))).toBe(
        'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(await sha256(new Uint8Array(32))).toBe(
        '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925',
    );
});

test('our own agrees with the one of the browser at every length around a block', async () => {
    for (let length = 0; length < 200; length += 7) {
        const bytes = Uint8Array.from({ length }, (_, k) => (k * 37 + length) % 256);
        expect(toHex(sha256InScript(bytes))).toBe(await sha256(bytes));
    }
});

test('hex there and back', () => {
    expect(toHex(fromHex('00ff10ab'))).toBe('00ff10ab');
});
