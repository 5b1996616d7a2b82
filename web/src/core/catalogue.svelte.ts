// The games as the server describes them, asked for once.

import * as api from './api';
import { preloaded } from './preloaded';
import { type GamePart, partOf } from './game_part';
import type { Appearance, GameDescription } from '../types';

// Never changed once they are here: not watched within, which would take long to begin.
let games = $state.raw<readonly GameDescription[]>(preloaded(api.GAMES) ?? []);
let appearances = $state.raw<Readonly<Record<string, Appearance>>>({});
let parts = $state.raw<Readonly<Record<string, GamePart | null>>>({});
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
    /** What only that game shows: null where there is nothing, undefined until it is known. */
    part(id: string): GamePart | null | undefined {
        return parts[id];
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
        const known = preloaded<Appearance>(api.appearanceAddress(game));
        const found = known ?? (await api.appearance(game));
        appearances = { ...appearances, [game]: found };
    });
}

/** Learn all that is needed to show a game at a table. */
export function learnGame(game: string): Promise<unknown> {
    return Promise.all([learnAppearance(game), learnPart(game)]);
}

function learnPart(game: string): Promise<unknown> {
    return once(`part of ${game}`, async () => {
        if (games.length === 0) await learnGames();
        const fetch = partOf(game, catalogue.game(game)?.page);
        // Without its own part a game can still be played.
        const found = fetch && (await fetch().catch(() => null));
        parts = { ...parts, [game]: found };
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
