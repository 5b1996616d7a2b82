// Which tiles a viewer has not seen yet, as the server tells it for each game.

import type { GameView } from '../types';

export interface UnseenTile {
    tile: string;
    count: number;
}

/** Where they are: in a bag, in a stack, or on cards that are still face down. */
export function unseenPlace(view: GameView): 'bag' | 'stack' | 'cards' {
    if (view['unseen'] === undefined) return 'cards';
    return view['stack'] === undefined ? 'bag' : 'stack';
}

/** The tiles by kind; null where a game has none that are hidden. */
export function unseenTiles(view: GameView): UnseenTile[] | null {
    const unseen = view.unseen ?? view.left ?? null;
    if (Array.isArray(unseen)) return unseen.map((tile) => ({ tile, count: 1 }));
    if (typeof unseen !== 'object' || unseen === null) return null;
    return Object.entries(unseen)
        .filter(([, count]) => count > 0)
        .map(([tile, count]) => ({ tile, count }));
}
