// Who starts, by lot: computed here from the seed, as docs/records.md says.

import { fromHex, sha256 } from './sha256';

const LABEL = new TextEncoder().encode('kafelki: who starts');
const WORDS = 1n << 64n;

/** Which of so many players starts, in the order in which they sat, by the seed and the salt. */
export async function drawnToStart(seed: string, salt: string, players: number): Promise<number> {
    const head = [...LABEL, ...fromHex(seed + salt)];
    const count = BigInt(players);
    const limit = count * (WORDS / count);
    for (let attempt = 0; ; attempt++) {
        const counter = attempt.toString(16).padStart(16, '0');
        const hash = await sha256(Uint8Array.from([...head, ...fromHex(counter)]));
        const word = BigInt(`0x${hash.slice(0, 16)}`);
        if (word < limit) return Number(word % count);
    }
}
