import { expect, test } from 'vitest';

import { filled, type Message } from '../messages/speech';
import { MESSAGES } from './messages';

const files = import.meta.glob<string>(
    ['./*.svelte', '../pages/Puzzle*.svelte', '../profile/*.svelte'],
    {
        query: '?raw',
        import: 'default',
        eager: true,
    },
);
const names = (message: Message) =>
    [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort();

test.each(Object.entries(MESSAGES))('%s is whole in both languages and used', (key, { en, pl }) => {
    expect(names(pl)).toEqual(names(en));
    expect(typeof pl).toBe(typeof en);
    if (typeof pl === 'object') expect(Object.keys(pl)).toEqual(['one', 'few', 'many', 'other']);
    expect(Object.values(files).some((source) => source.includes(`'${key}'`))).toBe(true);
});

test('a number of puzzles has the right plural', () => {
    const counted = [1, 2, 5, 22].map((count) => filled('pl', MESSAGES.count.pl, { count }));
    expect(counted).toEqual(['1 łamigłówka', '2 łamigłówki', '5 łamigłówek', '22 łamigłówki']);
});
