import { describe, expect, it, test } from 'vitest';

import { say } from './messages';
import type { Message } from './speech';

type Chapters = Record<string, { words: Record<string, Message> }>;
const english = import.meta.glob('./*.en.ts', { eager: true }) as Chapters;
const polish = import.meta.glob('./*.pl.ts', { eager: true }) as Chapters;

const names = (message: Message) =>
    [...new Set(JSON.stringify(message).match(/\{\w+\}/g) ?? [])].sort();

test('every chapter is there in both languages, and no message in two of them', () => {
    const inPolish = Object.keys(english).map((name) => name.replace('.en.', '.pl.'));
    expect(Object.keys(polish)).toEqual(inPolish);
    const keys = Object.values(english).flatMap(({ words }) => Object.keys(words));
    expect(keys.length).toBeGreaterThan(500);
    expect(keys.filter((key, at) => keys.indexOf(key) < at)).toEqual([]);
});

describe.each(Object.keys(english))('%s', (name) => {
    const en = english[name]?.words ?? {};
    const pl = polish[name.replace('.en.', '.pl.')]?.words ?? {};

    it('has the same messages in both languages', () => {
        expect(Object.keys(pl)).toEqual(Object.keys(en));
    });

    it.each(Object.keys(en))('%s is whole in both languages', (key) => {
        const [inEnglish = '', inPolish = ''] = [en[key], pl[key]];
        expect(names(inPolish)).toEqual(names(inEnglish));
        if (typeof inEnglish === 'object') {
            expect(Object.keys(inEnglish)).toEqual(['one', 'other']);
            expect(Object.keys(inPolish)).toEqual(['one', 'few', 'many', 'other']);
        } else expect(inPolish).not.toBe('');
    });
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
