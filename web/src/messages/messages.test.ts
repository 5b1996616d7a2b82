import { expect, test } from 'vitest';

import { en } from './en';
import { say } from './messages';
import { pl } from './pl';
import type { Message } from './speech';

const names = (message: Message) =>
    [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort();

test('both languages have the same messages', () => {
    expect(Object.keys(pl)).toEqual(Object.keys(en));
});

test.each(Object.keys(en) as (keyof typeof en)[])('%s is whole in both languages', (key) => {
    const [english, polish]: Message[] = [en[key], pl[key]] as [Message, Message];
    expect(names(polish ?? '')).toEqual(names(english ?? ''));
    if (typeof english === 'object') {
        expect(Object.keys(english)).toEqual(['one', 'other']);
        expect(Object.keys(polish ?? {})).toEqual(['one', 'few', 'many', 'other']);
    } else expect(polish).not.toBe('');
});

test('plurals', () => {
    const seats = (count: number) => say('pl', 'home.free', { count });
    expect([1, 2, 5, 22].map(seats)).toEqual([
        '1 wolne miejsce',
        '2 wolne miejsca',
        '5 wolnych miejsc',
        '22 wolne miejsca',
    ]);
    expect(say('en', 'home.free', { count: 1 })).toBe('1 free seat');
});
