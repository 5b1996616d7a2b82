import { expect, test } from 'vitest';

import { defaultSettings, frameMedia, preferredLanguage, settingsFrom } from './settings';

test('the first language of the browser that we speak', () => {
    expect(preferredLanguage(['de-DE', 'pl-PL', 'en-US'])).toBe('pl');
    expect(preferredLanguage(['de'])).toBe('en');
});

test('what was kept is taken; what is not understood is as by default', () => {
    const kept = {
        theme: 'dark',
        palette: 'pink',
        board: 'slate',
        finish: 'wool',
        sounds: false,
        volume: 101,
        levels: { garden: 'level-3', meadow: 4 },
    };
    const found = settingsFrom(JSON.stringify(kept), ['en']);
    expect(found).toEqual({
        ...defaultSettings(['en']),
        theme: 'dark',
        board: 'slate',
        sounds: false,
        levels: { garden: 'level-3' },
    });
    expect(settingsFrom('{"volume": 30}', ['pl']).volume).toBe(30);
    expect(settingsFrom('{', ['pl'])).toEqual(defaultSettings(['pl']));
    expect(settingsFrom('null', ['pl'])).toEqual(defaultSettings(['pl']));
    expect(settingsFrom(null, ['pl']).language).toBe('pl');
});

test('the browser’s frame follows the theme that was chosen, else the system', () => {
    expect(frameMedia('system', 'dark')).toBe('(prefers-color-scheme: dark)');
    expect(frameMedia('dark', 'dark')).toBe('all');
    expect(frameMedia('dark', 'light')).toBe('not all');
});
