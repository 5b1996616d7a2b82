import { describe, expect, it } from 'vitest';

import { changeText, errorText, sizeText, unitOf, worthText } from './worth';

const chance = { unit: 'chance', parties: 2, whole: 1 } as const;
const place = { unit: 'place', parties: 4, whole: 1 } as const;
const result = { unit: 'result', parties: 1, whole: 36 } as const;

describe('what a position is worth', () => {
    it('is a chance for two sides, a place for more, points alone', () => {
        expect([unitOf(2, 2), unitOf(4, 2), unitOf(3, 3), unitOf(1, 1)]).toEqual([
            'chance',
            'chance',
            'place',
            'result',
        ]);
        expect(worthText('en', 0.634, chance)).toBe('63%');
        expect(worthText('pl', 0.634, chance)).toBe('63%');
        expect(worthText('pl', 0.5, place)).toBe('2,5');
        expect(worthText('en', 0.5, result)).toBe('18.0');
    });
    it('changes by an amount with a sign', () => {
        expect(sizeText('pl', -0.123, chance)).toBe('12,3%');
        expect(changeText('en', -0.123, chance)).toBe('−12.3%');
        expect(changeText('en', 0.1, place)).toBe('+0.30');
        expect(changeText('en', 0.00001, chance)).toBe('0.0%');
        expect(errorText('en', 0.01, chance)).toBe(' ± 2.0%');
        expect(errorText('en', 0, chance)).toBe('');
    });
});
