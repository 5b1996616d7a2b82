// What only one game shows: a folder of ours in `games`, or a script of another package's game.
// Everything else on the page is the same for all games, and is told what to show by the server.

import type { Point } from '../game/geometry';
import type { Cells } from '../game/position';
import { imported } from './imported';
import type { Language } from '../settings';
import type { Appearance, GameDescription, GameView } from '../types';

/** What a game's own part is given to draw by. */
export interface BoardFacts {
    view: GameView;
    appearance: Appearance;
    language: Language;
    /** Whose board is shown: one's own, or the first for whoever has none. */
    seat: number;
    /** What lies there, with the tile on its way as if it lay there too. */
    cells: Cells;
    /** The centre of a cell in the units of the board, y downwards; null where there is none. */
    place: (cell: string) => Point | null;
}

/** What was drawn: told anew whenever something has changed, and cleared away at last. */
export interface Drawn {
    update?: (facts: BoardFacts) => void;
    destroy?: () => void;
}

/** Draws into an element that is empty and its own. */
export type Draw<Where> = (element: Where, facts: BoardFacts) => Drawn | undefined;

export interface GamePart {
    /** Between what is asked and the board. */
    above?: Draw<HTMLElement>;
    /** Over all that lies on the board, within its drawing. */
    over?: Draw<SVGGElement>;
}

const FOLDERS = import.meta.glob<GamePart>('../games/*/part.ts');

/** How to have a game's own part; null where it has none. */
export function partOf(
    game: string,
    page: GameDescription['page'] | undefined,
): (() => Promise<GamePart>) | null {
    const folder = FOLDERS[`../games/${game}/part.ts`];
    if (folder) return () => imported(folder);
    return page ? () => import(/* @vite-ignore */ page) as Promise<GamePart> : null;
}
