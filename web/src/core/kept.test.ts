import { afterEach, expect, test, vi } from 'vitest';

import { keep, kept } from './kept';
import { reloadIfReachable } from './reloading';

/** As in a browser where the very name of the storage is refused. */
function forbidStorage() {
    for (const name of ['sessionStorage', 'localStorage']) {
        Object.defineProperty(globalThis, name, {
            configurable: true,
            get: () => {
                throw new DOMException('The operation is insecure.', 'SecurityError');
            },
        });
    }
}

afterEach(() => {
    vi.unstubAllGlobals();
    for (const name of ['sessionStorage', 'localStorage']) Reflect.deleteProperty(globalThis, name);
});

test('what is kept is found again, and can be forgotten', () => {
    const found = new Map<string, string>();
    vi.stubGlobal('sessionStorage', {
        getItem: (key: string) => found.get(key) ?? null,
        setItem: (key: string, value: string) => found.set(key, value),
        removeItem: (key: string) => found.delete(key),
    });
    expect(kept('session', 'a')).toBeNull();
    keep('session', 'a', 'one');
    expect(kept('session', 'a')).toBe('one');
    keep('session', 'a', null);
    expect(kept('session', 'a')).toBeNull();
});

test('a browser that keeps nothing is no trouble', () => {
    forbidStorage();
    expect(kept('session', 'a')).toBeNull();
    expect(kept('local', 'a')).toBeNull();
    keep('session', 'a', 'one');
    keep('local', 'a', null);
});

test('a page that cannot be had is loaded again once, also where nothing is kept', async () => {
    forbidStorage();
    const reload = vi.fn();
    vi.stubGlobal('location', { reload });
    vi.stubGlobal('fetch', () => Promise.resolve({ ok: true }));
    const came = vi.spyOn(performance, 'getEntriesByType');
    came.mockReturnValue([{ type: 'navigate' } as unknown as PerformanceEntry]);
    expect(await reloadIfReachable()).toBe(true);
    came.mockReturnValue([{ type: 'reload' } as unknown as PerformanceEntry]);
    expect(await reloadIfReachable()).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
});
