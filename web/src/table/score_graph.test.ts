import { describe, expect, it } from 'vitest';

import { HEIGHT, scoreGraph } from './score_graph';

describe('the graph of a score', () => {
    it('goes from nought at the left to the end at the right, the highest at the top', () => {
        const points = [
            { after: 2, values: [0, 3] },
            { after: 4, values: [6, 3] },
        ];
        const graph = scoreGraph(points, [0, 1], 332);
        // 16 of margin: from x = 16 to 316, from y = 96 (nought) to 16 (six points); three is half way.
        expect(graph?.lines).toEqual([
            'M16.0 96.0H166.0V96.0H316.0V16.0',
            'M16.0 96.0H166.0V56.0H316.0V56.0',
        ]);
        expect(graph).toMatchObject({ nought: null, high: 6 });
        expect(HEIGHT).toBe(112);
    });
    it('shows nought where somebody was below it', () => {
        const graph = scoreGraph([{ after: 1, values: [-2, 2] }], [0, 1], 320);
        expect(graph?.nought).toBe(56);
    });
    it('is none where nothing was counted', () => {
        expect(scoreGraph([], [0], 320)).toBeNull();
        expect(scoreGraph([{ after: 1, values: [0, 0] }], [0, 1], 320)).toBeNull();
    });
});
