import { expect, test } from 'vitest';

import { ALL } from './messages';

/** The values that a message asks for, wherever they stand in it. */
const valuesIn = (message: unknown) => (JSON.stringify(message).match(/\{\w+\}/g) ?? []).sort();

test('both languages say the same', () => {
    expect(Object.keys(ALL.pl)).toEqual(Object.keys(ALL.en));
    for (const key of Object.keys(ALL.en) as (keyof typeof ALL.en)[]) {
        expect(valuesIn(ALL.pl[key])).toEqual(valuesIn(ALL.en[key]));
        expect(ALL.pl[key]).not.toBe('');
    }
});
