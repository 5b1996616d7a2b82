// The moves of a table by turns: what somebody does in one go is one entry.

import { parseMove, type ParsedMove } from '../game/moves';
import type { EntryView } from '../types';
import { type Move, movesOf } from './entries';

export interface Part extends Move {
    /** Null while it is hidden. */
    parsed: ParsedMove | null;
}

export interface Turn {
    /** From 1, as people count. */
    number: number;
    seat: number;
    /** How many events the game had after it and the draws that follow. */
    after: number;
    parts: readonly Part[];
    /** What it added to each score of whoever made it. */
    gained: readonly number[];
    /** The cells that it covered. */
    cells: readonly string[];
}

/** The turns that stand. Whatever follows a placement without laying anything, such as taking a
 * tile, belongs to it; where extra turns are earned (`chains`), so do the placements after it. */
export function turnsOf(entries: readonly EntryView[], chains: boolean): Turn[] {
    const turns: Part[][] = [];
    for (const move of movesOf(entries)) {
        const part = { ...move, parsed: move.move === null ? null : parseMove(move.move) };
        const turn = turns.at(-1);
        const before = turn?.at(-1);
        if (turn && before?.seat === part.seat && belongs(before, part, chains)) turn.push(part);
        else turns.push([part]);
    }
    return turns.map((parts, k) => ({
        number: k + 1,
        seat: parts[0]?.seat ?? 0,
        after: parts.at(-1)?.after ?? 0,
        parts,
        gained: parts.reduce(addGain, []),
        cells: parts.flatMap(({ parsed }) =>
            parsed?.kind === 'place' ? parsed.halves.map(({ cell }) => cell) : [],
        ),
    }));
}

/** Add what one part brought; taking and choosing bring nothing. */
function addGain(sums: readonly number[], { entry }: Part): readonly number[] {
    const gained = entry.kind === 'move' ? (entry.event.gained ?? []) : [];
    return gained.length === 0 ? sums : gained.map((points, k) => points + (sums[k] ?? 0));
}

function belongs(before: Part, part: Part, chains: boolean): boolean {
    if (before.parsed?.kind !== 'place' || part.parsed === null) return false;
    return part.parsed.kind === 'place' ? chains : true;
}
