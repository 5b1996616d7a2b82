/** Nothing is kept that nobody uses, and sizes are those of one scale. */

import { describe, expect, it, test } from 'vitest';

import { messages as ofGames } from './game/messages.en';
import { en as ofThePage } from './messages/en';

const files = import.meta.glob<string>('./**/*.{ts,svelte,css}', {
    query: '?raw',
    import: 'default',
    eager: true,
});
const sources = Object.entries(files).filter(([path]) => !/test\.ts$|generated/.test(path));
const code = sources.filter(([path]) => !/messages[./](en|pl)\.ts$/.test(path));

/** Messages that are named by what a template puts together, such as `menu.resign.${how}`. */
const made = code.flatMap(([, source]) =>
    [...source.matchAll(/`([a-z][\w.]*\.\$\{[^`]*)`/gi)].map(([, template = '']) => {
        const pieces = template.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll('.', '\\.'));
        return new RegExp(`^${pieces.join('[\\w -]+')}$`);
    }),
);
const isNamed = (key: string): boolean =>
    made.some((one) => one.test(key)) || code.some(([, source]) => source.includes(`'${key}'`));

describe('nothing is kept that nobody uses', () => {
    it.each([
        ['the page', ofThePage],
        ['games', ofGames],
    ])('messages of %s', (_, messages) => {
        expect(Object.keys(messages).filter((key) => !isNamed(key))).toEqual([]);
    });

    it('variables of the style', () => {
        const all = sources.map(([, source]) => source).join('\n');
        const found = (pattern: RegExp) =>
            new Set([...all.matchAll(pattern)].map(([, name = '']) => name));
        const used = found(/var\(\s*(--k-[\w-]+)/g);
        // Those of seats, motion and weakness are words of the design that scripts put together, too.
        const spoken = /^--k-(motion|seat-\d|weak)/;
        const named = [...found(/(--k-[\w-]+)\s*:/g)].filter((name) => !spoken.test(name));
        expect(named.filter((name) => !used.has(name))).toEqual([]);
        expect(used.size).toBeGreaterThan(20);
    });
});

test('there are four sizes of text and two weights', () => {
    const tokens = files['./tokens.css'] ?? '';
    expect([...tokens.matchAll(/--k-text-\w+:/g)]).toHaveLength(4);
    expect([...tokens.matchAll(/--k-weight[\w-]*:/g)]).toHaveLength(2);
    const own = sources.flatMap(([path, source]) =>
        [...source.matchAll(/font-weight: (?!var\(--k-weight)[^;]+;/g)].map(
            ([weight]) => `${path}: ${weight}`,
        ),
    );
    expect(own).toEqual([]);
});

test('sizes come from the scale of the style', () => {
    const declared = /^\s+(?:font-size|border-radius|gap|padding|margin)[\w-]*: ([^;{}()]+);/gm;
    const own = sources.flatMap(([path, source]) =>
        [...source.matchAll(declared)].flatMap(([, value = '']) =>
            [...value.matchAll(/([\d.]+)rem/g)]
                .filter(([, size]) => Number(size) <= 1.5) // larger ones stand alone
                .map(() => `${path}: ${value}`),
        ),
    );
    expect(own).toEqual([]);
});
