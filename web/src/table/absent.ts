// Who of those at a table is not there, and whether a bot plays for them.

import type { TableView } from '../types';

export interface Absence {
    seat: number;
    why: 'standIn' | 'away';
}

export function absences(
    table: TableView,
    own: readonly number[],
    isHere: (person: string) => boolean,
): Absence[] {
    return table.seats.flatMap(({ person, stand_in, resigned }, seat): Absence[] => {
        if (stand_in !== null) return [{ seat, why: 'standIn' }];
        const away = person !== null && resigned === null && !isHere(person);
        return away && !own.includes(seat) ? [{ seat, why: 'away' }] : [];
    });
}
