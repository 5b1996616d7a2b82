// SHA-256: the browser's own where it has one, else ours. Browsers hide theirs on addresses
// without https, and friends in one room often play over just such an address.

export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
    const subtle = globalThis.crypto?.subtle as SubtleCrypto | undefined;
    const digest = subtle
        ? new Uint8Array(await subtle.digest('SHA-256', bytes))
        : sha256InScript(bytes);
    return toHex(digest);
}

export function toHex(bytes: Uint8Array): string {
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function fromHex(text: string): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** The first 32 bits of the fractional part of a root of each of the first primes. */
function roots(count: number, power: number): number[] {
    const found: number[] = [];
    for (let n = 2; found.length < count; n++) {
        let prime = true;
        for (let d = 2; d * d <= n; d++) if (n % d === 0) prime = false;
        if (prime) found.push(((n ** power % 1) * 2 ** 32) | 0);
    }
    return found;
}

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** FIPS 180-4, section 6.2. */
export function sha256InScript(message: Uint8Array): Uint8Array {
    const constants = roots(64, 1 / 3);
    const state = roots(8, 1 / 2);
    const length = Math.ceil((message.length + 9) / 64) * 64;
    const padded = new Uint8Array(length);
    padded.set(message);
    padded[message.length] = 0x80;
    const view = new DataView(padded.buffer);
    view.setUint32(length - 8, Math.floor((message.length * 8) / 2 ** 32));
    view.setUint32(length - 4, message.length * 8);
    const words = new Int32Array(64);
    for (let block = 0; block < length; block += 64) {
        for (let k = 0; k < 16; k++) words[k] = view.getInt32(block + 4 * k);
        for (let k = 16; k < 64; k++) {
            const a = words[k - 15] ?? 0;
            const b = words[k - 2] ?? 0;
            const small0 = turned(a, 7) ^ turned(a, 18) ^ (a >>> 3);
            const small1 = turned(b, 17) ^ turned(b, 19) ^ (b >>> 10);
            words[k] = ((words[k - 16] ?? 0) + small0 + (words[k - 7] ?? 0) + small1) | 0;
        }
        let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
        for (let k = 0; k < 64; k++) {
            const large1 = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
            const choice = (e & f) ^ (~e & g);
            const first = (h + large1 + choice + (constants[k] ?? 0) + (words[k] ?? 0)) | 0;
            const large0 = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
            const majority = (a & b) ^ (a & c) ^ (b & c);
            [h, g, f, e, d, c, b, a] = [
                g,
                f,
                e,
                (d + first) | 0,
                c,
                b,
                a,
                (first + large0 + majority) | 0,
            ];
        }
        [a, b, c, d, e, f, g, h].forEach((word, k) => (state[k] = ((state[k] ?? 0) + word) | 0));
    }
    const digest = new DataView(new ArrayBuffer(32));
    state.forEach((word, k) => digest.setInt32(4 * k, word));
    return new Uint8Array(digest.buffer);
}
