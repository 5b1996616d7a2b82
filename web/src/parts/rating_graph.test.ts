import { expect, test } from 'vitest';

import { graphOf } from './rating_graph';

test('a rating goes from the oldest at the left to the newest at the right', () => {
    // From 6 to 314 across, and from 74 (the lowest) up to 6 (the highest).
    const newestFirst = [{ rating: 1500 }, { rating: 1600 }, { rating: 1550 }];
    expect(graphOf(newestFirst)).toBe('6.0,40.0 160.0,6.0 314.0,74.0');
});

test('a rating that stays is a flat line', () => {
    expect(graphOf([{ rating: 1500 }, { rating: 1500 }])).toBe('6.0,74.0 314.0,74.0');
});
