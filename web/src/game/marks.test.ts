import { expect, test } from 'vitest';

import { seenMarks } from './marks';

const mark = (number: number, ...cells: string[]) => ({ number, seat: 1, cells });

test('what lies under a later tile, or is not there, is not marked', () => {
    const marks = [mark(1, 'a1', 'a2'), mark(2, 'a2', 'a3'), mark(3, 'c1')];
    const there = new Set(['a1', 'a2', 'a3']);
    expect(seenMarks(marks, (cell) => there.has(cell))).toEqual([marks[1]]);
    expect(seenMarks([mark(0)], () => true)).toEqual([]);
});
