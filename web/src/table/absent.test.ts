import { expect, test } from 'vitest';

import type { TableView } from '../types';
import { absences } from './absent';

test('a bot stands in, or somebody is away', () => {
    const seat = (person: string | null, stand_in: string | null = null, resigned = null) => ({
        person,
        stand_in,
        resigned,
    });
    const seats = [seat('Ania'), seat('Kasia'), seat('Julia', 'level-2'), seat('Jan'), seat(null)];
    const table = { seats } as unknown as TableView;
    expect(absences(table, [0], (person) => person === 'Kasia')).toEqual([
        { seat: 2, why: 'standIn' },
        { seat: 3, why: 'away' },
    ]);
    expect(absences(table, [0, 3], () => false)).toEqual([
        { seat: 1, why: 'away' },
        { seat: 2, why: 'standIn' },
    ]);
});
