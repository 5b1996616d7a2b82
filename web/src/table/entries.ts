// The log of a table as the page keeps it, and the game's events in it.

import type { ChanceEvent, EntryView, MoveEvent, Update } from '../types';

/** The entries after an update: one with a number that is known replaces it. */
export function merged(known: readonly EntryView[], update: Update): EntryView[] {
    const kept = update.type === 'snapshot' ? known.filter((e) => e.number < update.since) : known;
    const byNumber = new Map(kept.map((entry) => [entry.number, entry]));
    for (const entry of update.entries) byNumber.set(entry.number, entry);
    return withUndone([...byNumber.values()].sort((a, b) => a.number - b.number));
}

/** What a take-back undid is marked, as the server marks it in a log that is fetched later. */
function withUndone(entries: EntryView[]): EntryView[] {
    const standing: number[] = [];
    const undone = new Set<number>();
    entries.forEach((entry, k) => {
        if (eventOf(entry) !== null) standing.push(k);
        else if (entry.kind === 'take-back') {
            for (const event of standing.splice(entry.to)) undone.add(event);
        }
    });
    return entries.map((entry, k) => (undone.has(k) ? withoutEffect(entry) : entry));
}

function withoutEffect(entry: EntryView): EntryView {
    switch (entry.kind) {
        case 'move':
            return { ...entry, event: { ...entry.event, undone: true } };
        case 'chance':
            return { ...entry, event: { ...entry.event, undone: true } };
        default:
            return entry;
    }
}

/** The event of the game that an entry is, if it is one: a hint only says for which it was. */
export function eventOf(entry: EntryView): MoveEvent | ChanceEvent | null {
    return entry.kind === 'move' || entry.kind === 'chance' ? entry.event : null;
}

export interface Move {
    /** From 1, as people count. */
    number: number;
    seat: number;
    /** Null while it is hidden. */
    move: string | null;
    /** How many events the game had after it and the draws that follow. */
    after: number;
    entry: EntryView;
}

/** The moves that stand, without those that were taken back. */
export function movesOf(entries: readonly EntryView[]): Move[] {
    const moves: Move[] = [];
    let events = 0;
    for (const entry of entries) {
        const event = eventOf(entry);
        if (event === null || event.undone) continue;
        events++;
        if ('move' in event) {
            const { seat, move } = event;
            moves.push({ number: moves.length + 1, seat, move, after: events, entry });
        } else {
            const last = moves.at(-1);
            if (last) last.after = events;
        }
    }
    return moves;
}

/** How many events there are before the first move: what was dealt. */
export function dealtEvents(entries: readonly EntryView[]): number {
    let events = 0;
    for (const entry of entries) {
        const event = eventOf(entry);
        if (event === null || event.undone) continue;
        if ('move' in event) break;
        events++;
    }
    return events;
}

/** How many events the game had after the last move of some seats; null while no other has moved
 * since. */
export function lastMoveOf(entries: readonly EntryView[], seats: readonly number[]): number | null {
    const moves = movesOf(entries);
    const own = moves.findLast(({ seat }) => seats.includes(seat));
    return own && own !== moves.at(-1) ? own.after : null;
}
