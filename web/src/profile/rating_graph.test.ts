import { expect, test } from 'vitest';

import { graphOf } from './rating_graph';

test('a rating goes from the oldest at the left to the newest at the right', () => {
    // From 8 to 312 across, and from 92 (the lowest) up to 8 (the highest).
    const graph = graphOf([{ rating: 1500 }, { rating: 1600 }, { rating: 1550 }]);
    expect(graph.points).toEqual([
        { x: 8, y: 50 },
        { x: 160, y: 8 },
        { x: 312, y: 92 },
    ]);
    expect([graph.low, graph.high]).toEqual([1500, 1600]);
});

test('a rating that stays is a flat line', () => {
    const { points } = graphOf([{ rating: 1500 }, { rating: 1500 }]);
    expect(points.map(({ y }) => y)).toEqual([92, 92]);
});
