import { describe, expect, it } from 'vitest';

import { messages as en } from './messages.en';
import { messages as pl } from './messages.pl';
import { say } from './say';

const FORMS = { en: ['one', 'other'], pl: ['one', 'few', 'many', 'other'] } as const;

function names(message: unknown): string[] {
    const texts = typeof message === 'string' ? [message] : Object.values(message as object);
    return [...new Set(texts.join(' ').match(/\{\w+\}/g) ?? [])].sort();
}

describe('messages', () => {
    it('are the same in both languages', () => {
        expect(Object.keys(pl)).toEqual(Object.keys(en));
    });

    it.each(Object.keys(en) as (keyof typeof en)[])('%s says the same things', (key) => {
        expect(names(pl[key])).toEqual(names(en[key]));
        expect(typeof pl[key]).toBe(typeof en[key]);
        for (const [language, message] of [
            ['en', en[key]],
            ['pl', pl[key]],
        ] as const) {
            if (typeof message === 'string') expect(message).not.toBe('');
            else expect(Object.keys(message)).toEqual(FORMS[language]);
        }
    });

    it('have plurals', () => {
        expect([1, 2, 5, 22].map((count) => say('pl', 'supply.bag', { count }))).toEqual([
            '1 płytka w woreczku',
            '2 płytki w woreczku',
            '5 płytek w woreczku',
            '22 płytki w woreczku',
        ]);
        expect(say('en', 'score.points', { count: -1 })).toBe('−1 point');
    });
});
