/** Nothing is kept that nobody uses, and sizes are those of one scale. */

import { describe, expect, it, test } from 'vitest';

const files = import.meta.glob<string>('./**/*.{ts,svelte,css}', {
    query: '?raw',
    import: 'default',
    eager: true,
});
const sources = Object.entries(files).filter(([path]) => !/test\.ts$|generated/.test(path));
const code = sources.filter(([path]) => !/messages.*[./](en|pl)\.ts$/.test(path));

/** Messages that are named by what a template puts together, such as `menu.resign.${how}`. */
const madeIn = (source: string): RegExp[] =>
    [...source.matchAll(/`([a-z][\w.]*\.\$\{[^`]*)`/gi)].map(([, template = '']) => {
        const pieces = template.split(/\$\{[^}]*\}/).map((piece) => piece.replaceAll('.', '\\.'));
        return new RegExp(`^${pieces.join('[\\w -]+')}$`);
    });

const chapters = import.meta.glob<{ words: object }>('./messages/*.en.ts', { eager: true });
/** The chapter of every message. */
const chapterOf = new Map(
    Object.entries(chapters).flatMap(([path, { words }]) =>
        Object.keys(words).map((key) => [key, /(\w+)\.en\.ts$/.exec(path)?.[1] ?? '']),
    ) as [string, string][],
);

/** The messages that are named in a source. */
function saidIn(source: string): string[] {
    const made = madeIn(source);
    return [...chapterOf.keys()].filter(
        (key) => source.includes(`'${key}'`) || made.some((one) => one.test(key)),
    );
}
const said = new Map(code.map(([path, source]) => [path, saidIn(source)]));

/** A source and all that comes with it. */
function reachedFrom(path: string, reached = new Set<string>()): Set<string> {
    if (reached.has(path)) return reached;
    reached.add(path);
    const imports = /^\s*(?:import|export) (?!type )[^;']*?from '(\.[^']+)'/gm;
    for (const [, to = ''] of (files[path] ?? '').matchAll(imports)) {
        const plain = `.${new URL(to, `file://${path.slice(1)}`).pathname}`;
        const found = ['', '.ts', '.svelte.ts'].find((ending) => plain + ending in files);
        if (found !== undefined) reachedFrom(plain + found, reached);
    }
    return reached;
}

/** All that is fetched by itself, with the chapters that come along. */
const fetched = code.flatMap(([path, source]) =>
    [...source.matchAll(/lazy\(\s*\(\) => import\('([^']+)'\)([^)]*)\)/g)].map(
        ([, to = '', names = '']): [string, string[]] => [
            `.${new URL(to, `file://${path.slice(1)}`).pathname}`,
            names.match(/\w+/g) ?? [],
        ],
    ),
);

describe('what is said has been fetched', () => {
    it.each([['./main.ts', []], ...fetched] as [string, string[]][])('in %s', (path, names) => {
        const known = ['first', ...names];
        const missing = [...reachedFrom(path)].flatMap((each) =>
            (said.get(each) ?? [])
                .filter((key) => !known.includes(chapterOf.get(key) ?? ''))
                .map((key) => `${each}: ${key}`),
        );
        expect(missing).toEqual([]);
    });

    it('by many parts', () => {
        expect(fetched.length).toBeGreaterThan(15);
        expect(reachedFrom('./pages/HomePage.svelte').size).toBeGreaterThan(10);
    });
});

/** What needs a whole screen or a server is seen at its own place only. */
const OWN_PLACE = {
    parts: ['Notes', 'Sessions', 'Solo', 'TellMe'],
    profile: ['Account', 'Finished', 'MyData', 'Statistics'],
    puzzles: ['Solve'],
    review: ['ReviewPanel'],
    table: 'Bar Elsewhere Lobby Menu Panels PassDevice Playing RulesInside'.split(' '),
};

test('every other piece is on the page of all pieces', () => {
    const shown = reachedFrom('./design/Pieces.svelte');
    // What is reached is looked through again, for what it fetches by itself.
    for (const path of shown) {
        for (const [, to = ''] of (files[path] ?? '').matchAll(/import\('(\.[^']+)'\)/g)) {
            reachedFrom(`.${new URL(to, `file://${path.slice(1)}`).pathname}`, shown);
        }
    }
    const pieces = /^\.\/(analysis|game|insights|parts|profile|puzzles|review|table)\/\w+\.svelte$/;
    const own = Object.entries(OWN_PLACE).flatMap(([folder, names]) =>
        names.map((name) => `./${folder}/${name}.svelte`),
    );
    const missing = Object.keys(files).filter((path) => pieces.test(path) && !shown.has(path));
    expect(missing.sort()).toEqual(own.sort());
});

describe('nothing is kept that nobody uses', () => {
    it('messages', () => {
        const used = new Set([...said.values()].flat());
        expect([...chapterOf.keys()].filter((key) => !used.has(key))).toEqual([]);
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
