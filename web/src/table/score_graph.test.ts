import { describe, expect, it } from 'vitest';

import { HEIGHT, scoreGraph, WIDTH } from './score_graph';

describe('the graph of a score', () => {
    it('goes from nought at the left to the end at the right, the highest at the top', () => {
        const points = [
            { after: 2, values: [0, 3] },
            { after: 4, values: [6, 3] },
        ];
        const graph = scoreGraph(points, [0, 1]);
        // 8 of margin: from x = 8 to 312, from y = 88 (nought) to 8 (six points); three is half way.
        expect(graph?.lines).toEqual([
            'M8.0 88.0H160.0V88.0H312.0V8.0',
            'M8.0 88.0H160.0V48.0H312.0V48.0',
        ]);
        expect(graph?.nought).toBeNull();
        expect([WIDTH, HEIGHT]).toEqual([320, 96]);
    });
    it('shows nought where somebody was below it', () => {
        const graph = scoreGraph([{ after: 1, values: [-2, 2] }], [0, 1]);
        expect(graph?.nought).toBe(48);
    });
    it('is none where nothing was counted', () => {
        expect(scoreGraph([], [0])).toBeNull();
        expect(scoreGraph([{ after: 1, values: [0, 0] }], [0, 1])).toBeNull();
    });
});
