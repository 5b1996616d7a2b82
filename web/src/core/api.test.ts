import { afterEach, expect, test, vi } from 'vitest';

import { Refused, hints } from './api';

afterEach(() => vi.unstubAllGlobals());

/** A server that never answers: only who asks can end it. */
function silent(): void {
    vi.stubGlobal(
        'fetch',
        (_path: string, init: RequestInit) =>
            new Promise((_, reject) => {
                init.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error));
            }),
    );
}

test('who leaves breaks the request for hints off, and is told nothing', async () => {
    silent();
    const leaving = new AbortController();
    const asked = hints('table', 0, leaving.signal);
    leaving.abort();
    const problem: unknown = await asked.catch((wrong: unknown) => wrong);
    expect(problem).toBe(leaving.signal.reason);
    expect(problem).not.toBeInstanceOf(Refused);
});

test('a connection that fails by itself is told', async () => {
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no connection')));
    const asked = hints('table', 0, new AbortController().signal);
    await expect(asked).rejects.toBeInstanceOf(Refused);
});
