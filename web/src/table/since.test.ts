import { expect, test } from 'vitest';

import { marksSince } from './since';
import { drawn, moved, numbered, takenBack } from './testing';

const log = numbered([
    moved(0, 'GR a1 b1'),
    drawn('draw'),
    moved(1, 'RR a2 b2'),
    moved(1, 'GG a3 b3'),
    drawn('draw'),
    moved(2, 'Gs 4,1'),
    moved(2, 'take Rs'),
]);

test('one numbered mark for each placement since the viewer’s last', () => {
    expect(marksSince(log, 0)).toEqual([
        { seat: 1, cells: ['a2', 'b2'], number: 1 },
        { seat: 1, cells: ['a3', 'b3'], number: 2 },
        { seat: 2, cells: ['4,1'], number: 3 },
    ]);
    expect(marksSince(log, 1)).toEqual([{ seat: 2, cells: ['4,1'], number: 1 }]);
});

test('while nobody has moved since, the viewer’s own is marked; so is the last for a spectator', () => {
    const last = { seat: 2, cells: ['4,1'], number: 0 };
    expect(marksSince(log, 2)).toEqual([last]);
    expect(marksSince(log, null)).toEqual([last]);
    expect(marksSince([], 0)).toEqual([]);
});

test('what is hidden or was taken back is not marked', () => {
    const hidden = numbered([moved(0, 'GR a1 b1'), moved(1, null)]);
    expect(marksSince(hidden, 0)).toEqual([{ seat: 0, cells: ['a1', 'b1'], number: 0 }]);
    const undone = numbered([
        moved(0, 'GR a1 b1'),
        moved(1, 'RR a2 b2', { undone: true }),
        takenBack(1, 1),
        moved(1, 'RR a3 b3'),
    ]);
    expect(marksSince(undone, 0)).toEqual([{ seat: 1, cells: ['a3', 'b3'], number: 1 }]);
});

test('before one’s first move only the last three are marked', () => {
    const four = numbered(
        ['a', 'b', 'c', 'd'].map((row, k) => moved(1 + (k % 2), `GG ${row}1 ${row}2`)),
    );
    expect(marksSince(four, 0).map(({ cells, number }) => [cells[0], number])).toEqual([
        ['b1', 1],
        ['c1', 2],
        ['d1', 3],
    ]);
});
