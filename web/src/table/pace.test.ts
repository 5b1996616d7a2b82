import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { LATE, MOST_WAITING, Pace } from './pace';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function pace(rests: (state: string) => number = () => 700) {
    const shown: string[] = [];
    return { shown, pace: new Pace<string>((state) => shown.push(state), rests) };
}

test('the first event is shown at once, the next ones 0.7 s apart', () => {
    const { shown, pace: it } = pace();
    for (const state of ['a', 'b', 'c']) it.take(state, 'event');
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(699);
    expect(shown).toEqual(['a']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['a', 'b']);
    vi.advanceTimersByTime(700);
    expect(shown).toEqual(['a', 'b', 'c']);
});

test('what comes later than that waits for nothing', () => {
    const { shown, pace: it } = pace();
    it.take('a', 'event');
    vi.advanceTimersByTime(700);
    it.take('b', 'event');
    expect(shown).toEqual(['a', 'b']);
});

test('skipping shows only what is so now, and what follows has its own time again', () => {
    const { shown, pace: it } = pace();
    for (const state of ['a', 'b', 'c']) it.take(state, 'event');
    it.skip();
    expect(shown).toEqual(['a', 'c']);
    it.skip();
    it.take('d', 'event');
    expect(shown).toEqual(['a', 'c']);
    vi.advanceTimersByTime(700);
    expect(shown).toEqual(['a', 'c', 'd']);
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(['a', 'c', 'd']);
});

test('what is to be shown now skips what waits, and has its time before the next event', () => {
    const { shown, pace: it } = pace();
    for (const state of ['a', 'b']) it.take(state, 'event');
    it.take('mine', 'now');
    it.take('answer', 'event');
    expect(shown).toEqual(['a', 'mine']);
    vi.advanceTimersByTime(700);
    expect(shown).toEqual(['a', 'mine', 'answer']);
});

test('what is no event belongs to the one before it, and does not put the next one off', () => {
    const { shown, pace: it } = pace();
    it.take('a', 'event');
    vi.advanceTimersByTime(600);
    it.take('a with a draw', 'same');
    it.take('b', 'event');
    it.take('b with a draw', 'same');
    expect(shown).toEqual(['a', 'a with a draw']);
    vi.advanceTimersByTime(100);
    expect(shown).toEqual(['a', 'a with a draw', 'b with a draw']);
});

test('without a time for each everything is shown at once', () => {
    const { shown, pace: it } = pace(() => 0);
    for (const state of ['a', 'b', 'c']) it.take(state, 'event');
    expect(shown).toEqual(['a', 'b', 'c']);
});

test('each has the time that it needs', () => {
    const { shown, pace: it } = pace((state) => (state === 'long' ? 900 : 300));
    for (const state of ['long', 'short', 'last']) it.take(state, 'event');
    vi.advanceTimersByTime(899);
    expect(shown).toEqual(['long']);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual(['long', 'short']);
    vi.advanceTimersByTime(300);
    expect(shown).toEqual(['long', 'short', 'last']);
});

test('after a long gap nothing is told again', () => {
    const { shown, pace: it } = pace();
    for (const state of ['a', 'b', 'c']) it.take(state, 'event');
    // A device that sleeps: its clock goes on, its timers do not.
    const slept = performance.now() + 700 + LATE + 1;
    vi.spyOn(performance, 'now').mockReturnValue(slept);
    vi.runOnlyPendingTimers();
    vi.restoreAllMocks();
    expect(shown).toEqual(['a', 'c']);
});

test('too much at once is no story: the last of it is shown', () => {
    const { shown, pace: it } = pace();
    for (let k = 0; k <= MOST_WAITING + 1; k++) it.take(`${k}`, 'event');
    expect(shown).toEqual(['0', `${MOST_WAITING + 1}`]);
});

test('a table that was left shows nothing more', () => {
    const { shown, pace: it } = pace();
    for (const state of ['a', 'b']) it.take(state, 'event');
    it.close();
    vi.advanceTimersByTime(5000);
    expect(shown).toEqual(['a']);
});

test('who draws is told how much is still to come', () => {
    const left: number[] = [];
    const it = new Pace<string>(
        (_, waiting) => left.push(waiting),
        () => 700,
    );
    for (const state of ['a', 'b', 'c']) it.take(state, 'event');
    vi.advanceTimersByTime(1400);
    expect(left).toEqual([0, 1, 0]);
});
