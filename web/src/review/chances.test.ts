import { describe, expect, it } from 'vitest';

import { chanceGraph, curve, HEIGHT, linesOf, WIDTH } from './chances';
import { decision, draw, review } from './testing';

describe('the graph of chances', () => {
    const told = review([
        decision({ event: 0, seat: 0, change: [-0.2, 0.2], band: 'large', loss: 0.2 }),
        draw({ event: 1, after: 3, seat: 1, change: [0, -0.1] }),
        decision({ event: 3, seat: 1, change: [0.1, -0.1], band: 'medium', loss: 0.1 }),
    ]);

    it('adds what every step changed', () => {
        expect(curve(told, 0).map((worth) => worth.toFixed(2))).toEqual([
            '0.50',
            '0.30',
            '0.30',
            '0.40',
        ]);
    });
    it('goes from the left to the right, the best at the top', () => {
        const graph = chanceGraph(told, [0]);
        // Four events from x = 8 to 412; from y = 12 (certain) to 168 (lost): a half is at 90.
        expect(graph?.lines).toEqual(['M8.0 90.0L109.0 121.2L311.0 121.2L412.0 105.6']);
        expect([WIDTH, HEIGHT]).toEqual([420, 180]);
        expect(graph?.stepAt(0)).toBe(0);
        expect(graph?.stepAt(300)).toBe(1);
        expect(graph?.stepAt(900)).toBe(2);
    });
    it('marks the errors of a line and the luck that it had', () => {
        const kinds = chanceGraph(told, [0, 1])?.marks.map((line) => line.map(({ kind }) => kind));
        expect(kinds).toEqual([['large-error'], ['bad-luck', 'error']]);
    });
    it('shows the errors of both on the one line of two', () => {
        const [marks] = chanceGraph(told, [0])?.marks ?? [];
        expect(marks?.map(({ number, kind }) => [number, kind])).toEqual([
            [0, 'large-error'],
            [2, 'error'],
        ]);
    });
    it('needs one line where the other tells the same, of who looks', () => {
        const mirrored = review([decision({ change: [0.3, -0.3] })]);
        expect(linesOf(mirrored, [[0], [1]], undefined)).toEqual([0]);
        expect(linesOf(mirrored, [[0], [1]], 1)).toEqual([1]);
        expect(linesOf(told, [[0], [1]], 1)).toEqual([0, 1]);
    });
    it('has a line for each side where partners play together', () => {
        const pairs = [
            [0, 2],
            [1, 3],
        ];
        const four = review([decision({ change: [0.2, 0, 0.1, 0] })], [0.5, 0.5, 0.5, 0.5]);
        expect(linesOf(four, pairs, 2)).toEqual([2, 1]);
    });
    it('is none before anything is known', () => {
        expect(chanceGraph(review([]), [0])).toBeNull();
    });
});
