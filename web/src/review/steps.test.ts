import { describe, expect, it } from 'vitest';

import { decisionAt, errors, joined, moment } from './steps';
import { decision, draw, review, seatReview } from './testing';

describe('a review that fills in', () => {
    it('goes on where the last answer ended', () => {
        const first = { ...review([decision()]), points: [{ after: 1, values: [3, 0] }] };
        const more = { ...review([decision({ event: 1 })]), since: 1 };
        const known = joined(joined(null, first), more);
        expect(known.steps.map(({ event }) => event)).toEqual([0, 1]);
        expect(known.points).toEqual(first.points);
    });
});

describe('what mattered in a game', () => {
    const steps = [
        decision({ event: 0, seat: 0, loss: 0.02, band: 'small', gain: 0.3 }),
        draw({ event: 1 }),
        decision({ event: 2, seat: 1, loss: 0.2, band: 'large' }),
        decision({ event: 3, seat: 0, loss: 0.05, band: 'medium' }),
    ];
    const told = review(
        steps,
        [0.5, 0.5],
        [seatReview({ dearest: 3, best: 0 }), seatReview({ dearest: 2 })],
    );
    it('is the dearest move of those who are asked about', () => {
        expect(moment(told, 'dearest', [0, 1])?.number).toBe(2);
        expect(moment(told, 'dearest', [0])?.number).toBe(3);
        expect(moment(told, 'best', [0, 1])?.number).toBe(0);
        expect(moment(told, 'best', [1])).toBeNull();
        expect(moment(review(steps), 'dearest', [0, 1])).toBeNull();
    });
    it('is found by what had happened before, of several at once by whose it is', () => {
        expect(decisionAt(told, 3)).toBe(steps[3]);
        expect(decisionAt(told, 1)).toBeNull();
        const atOnce = review([decision({ seat: 0 }), decision({ seat: 1 })]);
        expect(decisionAt(atOnce, 0, [1])?.seat).toBe(1);
    });
    it('is an error from a certain size on', () => {
        expect(errors(told, [0, 1]).map(({ event }) => event)).toEqual([2, 3]);
        expect(errors(told, [1]).map(({ event }) => event)).toEqual([2]);
    });
});
