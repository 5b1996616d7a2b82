/** Moves as texts: what lies where, and which of the ways to lay a tile are legal. */

import type { LegalView } from '../types';

export interface Half {
    face: string;
    cell: string;
}

export type ParsedMove =
    | { kind: 'place'; tile: string; halves: Half[] }
    | { kind: 'take'; tile: string }
    | { kind: 'choice'; choice: string };

/** A move's text in parts: "RB f7 f8", "Ys 1,0", "take Rf", "swap". */
export function parseMove(text: string): ParsedMove {
    const [first = '', ...rest] = text.trim().split(/\s+/);
    if (first === 'take') return { kind: 'take', tile: rest[0] ?? '' };
    if (rest.length === 0) return { kind: 'choice', choice: first };
    return { kind: 'place', tile: first, halves: halvesOf(first, rest) };
}

/** What lies on each cell: a domino's letters one by one, a single tile whole. */
export function halvesOf(tile: string, cells: readonly string[]): Half[] {
    const faces = facesOf(tile, cells.length);
    return cells.map((cell, k) => ({ face: faces[k] ?? '', cell }));
}

export function facesOf(tile: string, count: number): string[] {
    return count === 1 ? [tile] : [...tile];
}

/** The text of a move, which the server reads whichever half comes first. */
export function moveText(halves: readonly Half[]): string {
    const tile = halves.map((half) => half.face).join('');
    return [tile, ...halves.map((half) => half.cell)].join(' ');
}

/** Whether two texts of a domino mean the same tile: its halves can be told in either order. */
export function sameTile(one: string, other: string): boolean {
    return one === other || [...one].reverse().join('') === other;
}

function placementKey(halves: readonly Half[]): string {
    return halves
        .map(({ cell, face }) => `${cell}=${face}`)
        .sort()
        .join(' ');
}

export interface LegalPlacement {
    move: string;
    halves: Half[];
    row: readonly number[];
}

/** The legal moves, found by what lies where. */
export class LegalMoves {
    /** False while nobody tells what is legal: it is somebody else's turn. */
    readonly known: boolean;
    readonly columns: readonly string[];
    readonly choices: string[] = [];
    readonly takes: string[] = [];
    readonly placements: LegalPlacement[] = [];
    private readonly byKey = new Map<string, LegalPlacement>();
    private readonly byTile = new Map<string, LegalPlacement[]>();

    constructor(legal: LegalView | null) {
        this.known = legal !== null;
        this.columns = legal?.columns ?? [];
        legal?.moves.forEach((move, k) => {
            const parsed = parseMove(move);
            if (parsed.kind === 'choice') this.choices.push(parsed.choice);
            else if (parsed.kind === 'take') this.takes.push(parsed.tile);
            else {
                const placement = { move, halves: parsed.halves, row: legal.rows[k] ?? [] };
                this.placements.push(placement);
                this.byKey.set(placementKey(parsed.halves), placement);
                const tile =
                    parsed.halves.length > 1 ? [...parsed.tile].sort().join('') : parsed.tile;
                const known = this.byTile.get(tile);
                if (known) known.push(placement);
                else this.byTile.set(tile, [placement]);
            }
        });
    }

    find(halves: readonly Half[]): LegalPlacement | null {
        return this.byKey.get(placementKey(halves)) ?? null;
    }

    /** The legal ways to lay a tile, whichever half is told first. */
    of(tile: string): readonly LegalPlacement[] {
        return this.byTile.get(tile) ?? this.byTile.get([...tile].sort().join('')) ?? [];
    }

    /** The cells that a tile may cover, or that it may cover beside a given cell. */
    targets(tile: string, beside: Half | null = null): Set<string> {
        const cells = new Set<string>();
        for (const { halves } of this.of(tile)) {
            const fits =
                beside === null ||
                halves.some(({ cell, face }) => cell === beside.cell && face === beside.face);
            if (fits) for (const { cell } of halves) if (cell !== beside?.cell) cells.add(cell);
        }
        return cells;
    }

    /** A number of a placement's row by the name of its column; 0 where there is none. */
    number(placement: LegalPlacement, column: string): number {
        const k = this.columns.indexOf(column);
        return k < 0 ? 0 : (placement.row[k] ?? 0);
    }
}
