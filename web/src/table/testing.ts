// Entries of a log, for tests and samples.

import type { ChanceEvent, EntryView, MoveEvent } from '../types';

export const drawn = (chance: string, more: Partial<ChanceEvent> = {}): EntryView => ({
    number: 0,
    time: 0,
    kind: 'chance',
    event: { chance, ...more },
});

export const moved = (
    seat: number,
    move: string | null = 'OX a1 a2',
    more: Partial<MoveEvent> = {},
): EntryView => ({ number: 0, time: 0, kind: 'move', event: { seat, move, ...more } });

export const takenBack = (seat: number, to: number): EntryView => ({
    number: 0,
    time: 0,
    kind: 'take-back',
    seat,
    to,
});

export const said = (person: string): EntryView => ({
    number: 0,
    time: 0,
    kind: 'chat',
    person,
    text: person,
});

/** The entries with the numbers of a log. */
export const numbered = (entries: readonly EntryView[], from = 0): EntryView[] =>
    entries.map((entry, k) => ({ ...entry, number: from + k }));
