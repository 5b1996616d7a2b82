import { expect, test } from 'vitest';

import { say } from './say';

test('games speak with plurals', () => {
    expect([1, 2, 5, 22].map((count) => say('pl', 'supply.bag', { count }))).toEqual([
        '1 płytka w woreczku',
        '2 płytki w woreczku',
        '5 płytek w woreczku',
        '22 płytki w woreczku',
    ]);
    expect(say('en', 'score.points', { count: -1 })).toBe('−1 point');
});
