// What statistics come to, for the bars and lines that show them.

import type { GamesPlayed } from '../types';

export interface Outcome {
    kind: 'won' | 'drawn' | 'lost';
    games: number;
    /** From 0 to 1, of all games with others. */
    share: number;
}

/** How games with others ended; nothing where there were none. */
export function outcomesOf({ games, alone, won, drawn }: GamesPlayed): Outcome[] {
    const all = games - alone;
    if (all === 0) return [];
    const counted = { won, drawn, lost: all - won - drawn };
    return (['won', 'drawn', 'lost'] as const).map((kind) => ({
        kind,
        games: counted[kind],
        share: counted[kind] / all,
    }));
}

/** How many games of all kinds there were. */
export function gamesInAll(played: readonly GamesPlayed[]): number {
    return played.reduce((sum, { games }) => sum + games, 0);
}
