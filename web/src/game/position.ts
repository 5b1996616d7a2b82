/** The game's view with the names that each game adds to it. */

import type { Appearance, GameView, Traits } from '../types';

export type Cells = Readonly<Record<string, string>>;

export interface Position {
    view: GameView;
    /** The seat whose board and rack are shown as one's own; −1 for a spectator. */
    seat: number;
    /** The seat on whose side of the table the viewer is: their own, also where they only look on
     * by now; −1 for whoever has none. */
    home: number;
    area: readonly string[];
    printed: Cells;
    /** What lies on the board, or on the viewer's own. */
    cells: Cells;
    /** What lies on each seat's board, where everybody has one. */
    boards: readonly Cells[];
    /** Tiles that can be laid. */
    hand: readonly string[];
    bank: readonly string[];
    /** How many tiles nobody has drawn yet, and where they are. */
    supply: { where: Supply; count: number } | null;
    /** The letters of each seat's lowest colours. */
    lowest: readonly string[];
    /** Who has shown which tiles for a swap since the last placement. */
    swapped: GameView['swapped'];
    tiles: readonly (string | null)[];
    placed: readonly boolean[];
    round: number;
    /** Whether the round has ended, and is shown until it was seen. */
    rests: boolean;
    /** The lines that the game was won with, as their cells. */
    lines: readonly (readonly string[])[];
}

const SUPPLIES = ['bag', 'stack', 'left'] as const;
export type Supply = (typeof SUPPLIES)[number];

/** Read a view; `seat` is whose eyes it is seen through, `ownSeat` the viewer's if they have one. */
export function positionOf(
    view: GameView,
    { stock }: Pick<Traits, 'stock'>,
    ownSeat = -1,
): Position {
    const seat = typeof view.viewer === 'number' ? view.viewer : -1;
    const home = seat >= 0 ? seat : ownSeat;
    const boards = Array.isArray(view.cells) ? view.cells : [];
    const board = Array.isArray(view.cells) ? view.cells[Math.max(home, 0)] : view.cells;
    const tiles = view.tile ?? [];
    return {
        view,
        seat,
        home,
        area: view.area ?? [],
        printed: view.printed ?? {},
        cells: board ?? {},
        boards,
        hand: handOf(view, seat, tiles, stock),
        bank: view.bank ?? [],
        supply: supplyOf(view),
        lowest: view.lowest ?? [],
        swapped: view.swapped ?? null,
        tiles,
        placed: view.placed ?? [],
        round: view.round ?? 0,
        rests: view['rests'] === true,
        lines: view.lines ?? [],
    };
}

/** The tiles that a seat can lay: its rack, the card on the table, or the common stock's. */
function handOf(
    view: GameView,
    seat: number,
    tiles: readonly (string | null)[],
    stock: readonly string[],
): readonly string[] {
    if (seat < 0) return [];
    if (stock.length > 0) return view.over ? [] : stock;
    if (tiles.length > 0) {
        const tile = tiles[seat];
        return tile && !view.placed?.[seat] ? [tile] : [];
    }
    return view.hands[seat]?.tiles ?? [];
}

function supplyOf(view: GameView): Position['supply'] {
    for (const where of SUPPLIES) {
        const count = view[where];
        if (typeof count === 'number') return { where, count };
    }
    return null;
}

/** Which of the extra turns earned so far is played now; nothing where none is. */
export function extraTurn(view: GameView): { number: number; total: number } | null {
    if (!view.extra) return null;
    const [number, total] = view.extra;
    return { number, total };
}

/** How many have begun, while the viewer's next tile is their first; else nothing.
 *
 * Until everybody has begun, each tile on the board is somebody's first, and those begin at what
 * is printed on it. */
export function begunBefore(
    { view, cells, printed }: Position,
    { pieces, halves }: Pick<Appearance, 'pieces' | 'halves'>,
): number | null {
    const laid = Object.entries(cells).filter(
        ([cell, value]) => !(cell in printed) && !(value in pieces),
    );
    const begun = laid.length / halves;
    return Object.keys(printed).length > 0 && begun < view.players ? begun : null;
}
