import { expect, test } from 'vitest';

import { PAGE } from './api';
import { pagesOf } from './paging';

const numbers = (from: number, count: number) =>
    Array.from({ length: count }, (_, k) => String(from + k));
const listOf =
    (...pages: string[][]) =>
    (after?: string) => {
        const at = after === undefined ? 0 : 1 + pages.findIndex((page) => page.at(-1) === after);
        return Promise.resolve(pages[at] ?? []);
    };
const same = (row: string) => row;

test('a short page is the last', async () => {
    const ask = listOf(numbers(0, PAGE), numbers(PAGE, 3));
    expect(await pagesOf(1, ask, same)).toEqual({ rows: numbers(0, PAGE), more: true });
    expect(await pagesOf(2, ask, same)).toEqual({ rows: numbers(0, PAGE + 3), more: false });
    expect(await pagesOf(5, ask, same)).toEqual({ rows: numbers(0, PAGE + 3), more: false });
    expect(await pagesOf(1, listOf([]), same)).toEqual({ rows: [], more: false });
});

test('what has moved to the next page meanwhile is shown once', async () => {
    const ask = listOf(numbers(0, PAGE), numbers(PAGE - 1, 4));
    expect(await pagesOf(2, ask, same)).toEqual({ rows: numbers(0, PAGE + 3), more: false });
});
