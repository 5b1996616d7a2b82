import { expect, test } from 'vitest';

import { drawn, moved, numbered } from './testing';
import { turnsOf } from './turns';

const told = (turns: ReturnType<typeof turnsOf>) =>
    turns.map(({ number, seat, after, parts, cells }) => [
        number,
        seat,
        after,
        parts.map(({ move }) => move),
        cells,
    ]);

test('placing and taking is one turn, which leads to after both', () => {
    const log = numbered([
        moved(0, 'Gs 0,1', { gained: [2] }),
        drawn('draw'),
        moved(0, 'take Rs'),
        moved(1, 'Rs 0,2'),
    ]);
    const turns = turnsOf(log, false);
    expect(told(turns)).toEqual([
        [1, 0, 3, ['Gs 0,1', 'take Rs'], ['0,1']],
        [2, 1, 4, ['Rs 0,2'], ['0,2']],
    ]);
    expect(turns.map(({ gained }) => gained)).toEqual([[2], []]);
});

test('a chain of extra turns is one, where there are such', () => {
    const log = numbered([
        moved(1, 'GR a1 b1', { gained: [1, 0] }),
        moved(1, 'RR a2 b2', { gained: [2, 3] }),
        moved(1, 'swap'),
        moved(0, 'GG c1 c2'),
    ]);
    expect(told(turnsOf(log, true))).toEqual([
        [1, 1, 3, ['GR a1 b1', 'RR a2 b2', 'swap'], ['a1', 'b1', 'a2', 'b2']],
        [2, 0, 4, ['GG c1 c2'], ['c1', 'c2']],
    ]);
    expect(turnsOf(log, true)[0]?.gained).toEqual([3, 3]);
    expect(turnsOf(log, false).map(({ parts }) => parts.length)).toEqual([1, 2, 1]);
});

test('what is hidden stands by itself', () => {
    const log = numbered([moved(0, 'GR a1 b1'), moved(0, null), moved(0, 'RR a2 b2')]);
    expect(turnsOf(log, true).map(({ parts }) => parts.length)).toEqual([1, 1, 1]);
});
