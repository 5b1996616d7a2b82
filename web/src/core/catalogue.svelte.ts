// The games as the server describes them, asked for once.

import * as api from './api';
import { early } from './early';
import type { Appearance, GameDescription } from '../types';

// Never changed once they are here: not watched within, which would take long to begin.
let games = $state.raw<readonly GameDescription[]>(early(api.GAMES) ?? []);
let appearances = $state.raw<Readonly<Record<string, Appearance>>>({});
const asked = new Map<string, Promise<unknown>>();

export const catalogue = {
    get games(): readonly GameDescription[] {
        return games;
    },
    game(id: string): GameDescription | undefined {
        return games.find((game) => game.id === id);
    },
    appearance(id: string): Appearance | undefined {
        return appearances[id];
    },
};

export function learnGames(): Promise<unknown> {
    return once('games', async () => {
        if (games.length === 0) games = await api.games();
    });
}

export function learnAppearance(game: string): Promise<unknown> {
    return once(game, async () => {
        // Without waiting when it came with the page: then the board is in the first drawing.
        const known = early<Appearance>(api.appearanceAddress(game));
        const found = known ?? (await api.appearance(game));
        appearances = { ...appearances, [game]: found };
    });
}

function once(key: string, ask: () => Promise<void>): Promise<unknown> {
    let answer = asked.get(key);
    if (!answer) {
        answer = ask().catch((problem: unknown) => {
            asked.delete(key); // so that it is asked again
            throw problem;
        });
        asked.set(key, answer);
    }
    return answer;
}
