// What the analysis board asks the server.

import { json, Refused, tableAddress } from '../core/api';
import type { AnalysisRequest, AnalysisView, TriedEvent, ValuesView } from '../types';

const AGAIN = 2000;

/** The position at the end of a line, after a move if there is one. */
export const analyse = (table: string, asked: AnalysisRequest) =>
    json<AnalysisView>('POST', `${tableAddress(table)}/analysis`, asked);

/** What a position is worth: after a quick look, and then after a closer one. */
export async function* valuesOf(
    table: string,
    event: number,
    line: TriedEvent[],
    left: AbortSignal,
): AsyncGenerator<ValuesView> {
    const address = `${tableAddress(table)}/analysis/values`;
    for (const depth of ['quick', 'standard'] as const) {
        for (;;) {
            try {
                yield await json<ValuesView>('POST', address, { event, line, depth }, left);
                break;
            } catch (wrong) {
                // Others come first: after a while there is room.
                if (!(wrong instanceof Refused) || wrong.problem.code !== 'too-many') throw wrong;
                await new Promise((done) => setTimeout(done, AGAIN));
                left.throwIfAborted();
            }
        }
    }
}
