import { expect, test, vi } from 'vitest';

test('a language is learned with the chapters that have been opened in another', async () => {
    vi.resetModules();
    const { learn, wordsOf } = await import('./languages');
    expect(() => wordsOf('en')).toThrow('have not been fetched');
    await learn('en');
    expect(wordsOf('en')['page.home']).toBe('Home');
    expect(wordsOf('en')['prompt.chooseTile']).toBe('Your turn: choose a tile.');
    expect(wordsOf('en')['home.mine']).toBeUndefined();
    await learn('en', 'home');
    expect(wordsOf('en')['home.mine']).toBe('My games');
    await learn('pl');
    expect(wordsOf('pl')['home.mine']).toBe('Moje gry');
    expect(wordsOf('pl')['lobby.seats']).toBeUndefined();
});

test('a chapter that is opened while a language is fetched is there with it', async () => {
    vi.resetModules();
    const { learn, wordsOf } = await import('./languages');
    await learn('en');
    const polish = learn('pl');
    await Promise.all([learn('en', 'lobby'), polish]);
    expect(wordsOf('en')['lobby.seats']).toBe('Seats');
    expect(wordsOf('pl')['lobby.seats']).toBe('Miejsca');
});
