import { expect, test } from 'vitest';

import { accuracyOnLine, luckOnLine, meanText, monthsGraph, monthText } from './figures';

const group = (name: string, accuracy: number, result: number) => ({
    name,
    games: 1,
    decisions: 1,
    loss: 0,
    luck: null,
    result: null,
    accuracy: { mean: accuracy, half: 25 },
    without_luck: { mean: result, half: null },
});

test('an accuracy lies on its line from 0 to 100, and its interval does not leave it', () => {
    expect(accuracyOnLine({ mean: 80, half: 5 })).toEqual({ at: 80, from: 75, to: 85 });
    expect(accuracyOnLine({ mean: 98, half: 5 })).toEqual({ at: 98, from: 93, to: 100 });
    expect(accuracyOnLine({ mean: 80, half: null })).toEqual({ at: 80, from: 80, to: 80 });
});

test('no luck is in the middle, and a fifth of a game at the edge', () => {
    expect(luckOnLine({ mean: 0, half: null }).at).toBe(50);
    expect(luckOnLine({ mean: -0.1, half: null }).at).toBe(25);
    expect(luckOnLine({ mean: 0.5, half: null }).at).toBe(100);
});

test('a mean is written with its interval, as far as that is known', () => {
    expect(meanText('en', { mean: 83.44, half: 5.06 })).toBe('83.4 ± 5.1');
    expect(meanText('pl', { mean: 0.034, half: null }, { times: 100, signed: true })).toBe('+3,4');
    expect(meanText('en', { mean: -0.034, half: null }, { times: 100, signed: true })).toBe('−3.4');
    expect(meanText('en', { mean: 0.0001, half: null }, { times: 100, signed: true })).toBe('0.0');
    expect(meanText('en', null)).toBe('–');
});

test('months go from left to right, and better is higher', () => {
    // From 14 to 306 across; 112 high between 14 and 126.
    const { accuracy, results } = monthsGraph([group('2026-10', 50, 1), group('2026-11', 100, 0)]);
    expect(accuracy[0]).toEqual({ x: 14, y: 70, low: 98, high: 42 });
    expect(accuracy[1]).toEqual({ x: 306, y: 14, low: 42, high: 14 });
    expect(results.map(({ y }) => y)).toEqual([14, 126]);
});

test('a month is written out', () => {
    expect([monthText('en', '2026-11'), monthText('pl', '2026-11')]).toEqual([
        'November 2026',
        'listopad 2026',
    ]);
});
