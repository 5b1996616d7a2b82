/** What survives a reload: a half-made placement and the order of the rack, for one table. */

import { keep, kept } from '../core/kept';
import { type Draft, NOTHING } from './placement';

export interface Kept {
    draft: Draft;
    order: string[];
}

const keyOf = (table: string, seat: unknown): string => `kafelki.table.${table}.${String(seat)}`;

export function keepFor(table: string, seat: unknown, what: Kept): void {
    keep('session', keyOf(table, seat), JSON.stringify(what));
}

export function keptFor(table: string, seat: unknown): Kept {
    try {
        return keptFrom(JSON.parse(kept('session', keyOf(table, seat)) ?? '{}'));
    } catch {
        return keptFrom({});
    }
}

/** What was kept, or nothing where it cannot be understood. */
export function keptFrom(found: unknown): Kept {
    const { draft, order } = (found ?? {}) as Partial<Record<keyof Kept, unknown>>;
    return {
        draft: draftFrom(draft),
        order: Array.isArray(order) ? order.filter((tile) => typeof tile === 'string') : [],
    };
}

function draftFrom(found: unknown): Draft {
    if (typeof found !== 'object' || found === null) return NOTHING;
    const given = found as Record<string, unknown>;
    for (const [name, value] of Object.entries(NOTHING)) {
        if (typeof given[name] !== typeof value) return NOTHING;
    }
    const draft = { ...NOTHING, ...given } as Draft;
    // No pointer hovers after a reload: what hovered lies down, to be confirmed.
    return draft.stage === 'hovering' && draft.cells.length > 0
        ? { ...draft, stage: 'pinned' }
        : draft;
}
