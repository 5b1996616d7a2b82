import { describe, expect, it } from 'vitest';

import { asQuestion, costOf } from './learning';
import { decision } from './testing';

const why = { en: '', pl: '' };
const best = { move: 'RB c1 c2', value: 0.6, error: 0, why };
const equal = { move: 'RB a1 a2', value: 0.595, error: 0, why };
const worse = { move: 'RB b1 b2', value: 0.4, error: 0, why };
const asked = decision({ choices: [best, equal, worse] });

describe('learning from a mistake', () => {
    it('asks in an order that gives nothing away', () => {
        expect(asQuestion(asked)).toEqual([equal, worse, best]);
    });
    it('takes what is as good as the best, and says what the others cost', () => {
        expect([costOf(asked, best), costOf(asked, equal)]).toEqual([0, 0]);
        expect(costOf(asked, worse)).toBeCloseTo(0.2);
    });
});
