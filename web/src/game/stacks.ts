/** What lies under what, where tiles lie on tiles: told by the moves played so far. */

import { parseMove } from './moves';

export interface Layer {
    face: string;
    /** The number of the move that laid it: both halves of a tile have the same. */
    tile: number;
}

/** From the bottom up, by cell. */
export type Stacks = ReadonlyMap<string, readonly Layer[]>;

export function stacksOf(moves: readonly string[]): Stacks {
    const stacks = new Map<string, Layer[]>();
    moves.forEach((move, tile) => {
        const parsed = parseMove(move);
        if (parsed.kind !== 'place') return;
        for (const { cell, face } of parsed.halves) {
            const stack = stacks.get(cell) ?? [];
            stack.push({ face, tile });
            stacks.set(cell, stack);
        }
    });
    return stacks;
}

/** The board as if everything above a level were lifted off: letters with their heights. */
export function upTo(stacks: Stacks, level: number): Record<string, string> {
    const cells: Record<string, string> = {};
    for (const [cell, stack] of stacks) {
        const height = Math.min(level, stack.length);
        const layer = stack[height - 1];
        if (layer) cells[cell] = `${layer.face}${height}`;
    }
    return cells;
}

/** The pairs of cells whose tops are halves of one tile. */
export function joints(stacks: Stacks, level = Infinity): [string, string][] {
    const tops = new Map<number, string>();
    const found: [string, string][] = [];
    for (const [cell, stack] of stacks) {
        const layer = stack[Math.min(level, stack.length) - 1];
        if (!layer) continue;
        const other = tops.get(layer.tile);
        if (other === undefined) tops.set(layer.tile, cell);
        else found.push([other, cell]);
    }
    return found;
}

/** The moves of a record's first events, to be laid one on another. */
export function movesOf(record: unknown, after: number): string[] {
    const events = (record as { events?: { move?: string | null }[] }).events ?? [];
    return events.slice(0, after).flatMap((event) => (event.move ? [event.move] : []));
}
