import { expect, test, vi } from 'vitest';

import { learn } from '../messages/languages';
import { fetched, lazy } from './lazy';

vi.mock('../settings.svelte', () => ({ settings: { language: 'pl' } }));
vi.mock('../messages/languages');

test('a part waits for the chapters of words that it speaks', async () => {
    let learned: () => void = () => undefined;
    vi.mocked(learn).mockReturnValueOnce(new Promise((done) => (learned = done)));
    const part = lazy(() => Promise.resolve({ default: 'part' }), 'home', 'table');
    const loading = part.load();
    expect(learn).toHaveBeenCalledWith('pl', 'home', 'table');
    await new Promise((later) => setTimeout(later)); // the script is there
    expect(part.ready).toBeNull();
    learned();
    expect(await loading).toBe('part');
});

test('a part is fetched once for all who wait, who go on in the order of their asking', async () => {
    const fetch = vi.fn(() => Promise.resolve({ default: 'part' }));
    const part = lazy(fetch);
    expect(part.ready).toBeNull();
    const order: number[] = [];
    await Promise.all([1, 2, 3].map((k) => part.load().then(() => order.push(k))));
    expect(order).toEqual([1, 2, 3]);
    expect(part.ready).toBe('part');
    await part.load();
    expect(fetch).toHaveBeenCalledTimes(1);
});

test('what could not be had is asked for again', async () => {
    const fetch = vi
        .fn<() => Promise<{ default: string }>>()
        .mockRejectedValueOnce(new Error('no connection'))
        .mockResolvedValueOnce({ default: 'part' });
    const part = lazy(fetch);
    await expect(part.load()).rejects.toThrow('no connection');
    expect(part.ready).toBeNull();
    await fetched(part);
    expect(part.ready).toBe('part');
});
