// Lists that come page by page.

import { PAGE } from './api';

export interface Pages<Row> {
    rows: Row[];
    /** Whether there may be another page. */
    more: boolean;
}

/** The first pages of a list; what moved to a later page meanwhile is not shown twice. */
export async function pagesOf<Row>(
    count: number,
    ask: (after?: string) => Promise<Row[]>,
    idOf: (row: Row) => string,
): Promise<Pages<Row>> {
    const rows = new Map<string, Row>();
    let after: string | undefined;
    for (let page = 0; page < count; page++) {
        const next = await ask(after);
        for (const row of next) if (!rows.has(idOf(row))) rows.set(idOf(row), row);
        after = next.length > 0 ? idOf(next[next.length - 1] as Row) : after;
        if (next.length < PAGE) return { rows: [...rows.values()], more: false };
    }
    return { rows: [...rows.values()], more: true };
}
