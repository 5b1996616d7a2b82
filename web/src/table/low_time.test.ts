import { expect, test, vi } from 'vitest';

import { LowTime, shortTime } from './low_time';

test('time is short in the last fifth of a short game, the last minute, the last three hours', () => {
    expect(shortTime({ kind: 'minutes', minutes: 1, increment: 0 })).toBe(12_000);
    expect(shortTime({ kind: 'minutes', minutes: 5, increment: 0 })).toBe(60_000);
    expect(shortTime({ kind: 'minutes', minutes: 30, increment: 0 })).toBe(60_000);
    expect(shortTime({ kind: 'days', days: 3 })).toBe(10_800_000);
});

test('it is told once, and again only after there was enough time', () => {
    const ring = vi.fn();
    const alarm = new LowTime(ring);
    for (const left of [61_000, null, 60_000, 59_500, 59_000, null, 30_000]) {
        alarm.left(left, 60_000);
    }
    expect(ring).toHaveBeenCalledTimes(1);
    alarm.left(65_000, 60_000);
    alarm.left(59_000, 60_000);
    expect(ring).toHaveBeenCalledTimes(2);
});

test('who comes when time is short already is not alarmed, nor when it is over', () => {
    const ring = vi.fn();
    const late = new LowTime(ring);
    late.left(20_000, 60_000);
    late.left(10_000, 60_000);
    const over = new LowTime(ring);
    over.left(61_000, 60_000);
    over.left(0, 60_000);
    expect(ring).not.toHaveBeenCalled();
});
