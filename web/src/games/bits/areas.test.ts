import { describe, expect, it } from 'vitest';

import { areasOf, counted, matches, type Task } from './areas';

const task = (rows: string, ...forms: string[]): Task => ({
    text: { en: '', pl: '' },
    points: 1,
    rows: rows.split('/'),
    forms: forms.map((form) => form.split(' ')),
});

const TASKS = {
    four: task('##/.##'),
    I: task('####', 'a1 b1 c1 d1', 'a1 a2 a3 a4'),
    corner: task('#./##', 'a1 b1 a2', 'a1 b1 b2', 'a1 a2 b2', 'b1 a2 b2'),
};

describe('areas', () => {
    const cells = {
        a1: 'V',
        a2: 'V',
        a3: 'V',
        a4: 'V',
        b1: 'O',
        c1: 'O',
        b2: 'Y',
        c2: 'Y',
        c3: 'Y',
        c4: 'Y',
    };
    it('are cells of a colour that touch by their sides', () => {
        expect(areasOf(cells)).toEqual([
            ['a1', 'a2', 'a3', 'a4'],
            ['b1', 'c1'],
            ['b2', 'c2', 'c3', 'c4'],
        ]);
    });

    it('match tasks exactly, wherever they lie', () => {
        const named = (own: string[]) =>
            Object.entries(TASKS)
                .filter(([, each]) => matches(each, own))
                .map(([name]) => name);
        expect(named(['c2', 'c3', 'c4', 'c5'])).toEqual(['four', 'I']);
        expect(named(['b2', 'c2', 'c3', 'c4'])).toEqual(['four']);
        expect(named(['d6', 'c5', 'd5'])).toEqual(['corner']);
        expect(named(['a1', 'b1', 'c1'])).toEqual([]);
    });

    it('count up one after the other, and what is bad comes last', () => {
        const worth = (points: number, rows: string, ...forms: string[]) => ({
            ...task(rows, ...forms),
            points,
        });
        const tasks = [
            worth(1, '##/.##'),
            worth(2, '####', 'a1 a2 a3 a4'),
            worth(-3, '##', 'a1 b1'),
        ];
        const areas = [['b1', 'c1'], ['a1', 'a2', 'a3', 'a4'], ['d1'], ['b2', 'c2', 'c3', 'c4']];
        expect(counted(areas, tasks)).toEqual([
            { cells: ['a1', 'a2', 'a3', 'a4'], points: 3, total: 3 },
            { cells: ['b2', 'c2', 'c3', 'c4'], points: 1, total: 4 },
            { cells: ['b1', 'c1'], points: -3, total: 1 },
        ]);
    });
});
