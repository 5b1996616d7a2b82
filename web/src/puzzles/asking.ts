// Puzzles as the server asks and judges them.

import { json, query, send } from '../core/api';
import { ensureMe, learn } from '../core/identity.svelte';
import { keep, kept } from '../core/kept';
import type {
    Explained,
    Problem,
    PuzzleJudged,
    PuzzleMoveExplained,
    PuzzlesView,
    PuzzleView,
} from '../types';

/** What somebody wants puzzles of. */
export interface Wanted {
    game?: string | undefined;
    theme?: string | undefined;
}

const WANTED = 'kafelki.puzzles';

export const puzzles = () => json<PuzzlesView>('GET', '/api/puzzles');

const address = (id: string) => `/api/puzzles/${encodeURIComponent(id)}`;

/** The one that was asked for last: its page is about to show it. */
let coming: PuzzleView | null = null;

export async function nextPuzzle({ game, theme }: Wanted, skip?: string): Promise<PuzzleView> {
    keep('session', WANTED, JSON.stringify({ game, theme }));
    coming = await json<PuzzleView>('GET', `/api/puzzles/next${query({ game, theme, skip })}`);
    return coming;
}

export async function puzzle(id: string): Promise<PuzzleView> {
    const found = coming?.puzzle === id ? coming : await json<PuzzleView>('GET', address(id));
    coming = null;
    return found;
}

/** What was wanted last in this tab: the next puzzle is of that kind, too. */
export function wanted(): Wanted {
    try {
        return (JSON.parse(kept('session', WANTED) ?? '{}') ?? {}) as Wanted;
    } catch {
        return {};
    }
}

/** Have an answer judged; without a move the solution is shown. */
export async function judged(id: string, move: string | null, step: number): Promise<PuzzleJudged> {
    await ensureMe();
    return json<PuzzleJudged>('POST', `${address(id)}/answers`, { move, step });
}

export async function explained(
    id: string,
    move: string,
    step: number,
): Promise<Explained | Problem> {
    const asked = { move, step };
    const told = await json<PuzzleMoveExplained>('POST', `${address(id)}/explain`, asked);
    const found = told.explained ?? told.problem;
    if (!found) throw new Error('nothing was said about the move');
    return found;
}

export async function giveGames(gives: boolean): Promise<void> {
    await send('PUT', '/api/me/gives-games', { gives_games: gives });
    await learn();
}
