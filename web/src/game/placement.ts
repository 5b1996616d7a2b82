/** A tile on its way to the board: chosen, turned, held over cells, laid down to be confirmed.
 *
 * Pure functions from a draft to the next one. They know no rules: what is legal is told
 * by the list of legal moves, and what is not goes to the server to be explained. */

import { DIRECTIONS, directionBetween, type Grid, type Point } from './geometry';
import { facesOf, type Half, LegalMoves, type LegalPlacement, moveText, sameTile } from './moves';

/** How far a placement has come: nothing chosen; a tile in hand; held over cells that follow
 * the pointer; its first half set by touch; or laid down, waiting to be confirmed. */
export type Stage = 'none' | 'chosen' | 'hovering' | 'half' | 'pinned';

export interface Draft {
    readonly stage: Stage;
    /** The tile as the rack tells it; "" when none is chosen. */
    readonly tile: string;
    /** Its number in the rack as it is shown. */
    readonly slot: number;
    /** The direction from the first half to the second, clockwise from the right. */
    readonly turn: number;
    /** Whether the halves have changed places. */
    readonly flipped: boolean;
    /** Where the first half lies, then the second. */
    readonly cells: readonly string[];
    /** A tile to take afterwards, chosen ahead. */
    readonly take: string;
}

/** How tiles slide down a ramp. */
export interface Fall {
    /** Where a tile over columns comes to rest. */
    rest(cells: readonly string[]): readonly string[];
    /** A cell of the same column, high enough to turn a tile around it. */
    lift(cell: string): string;
}

export interface Situation {
    readonly grid: Grid;
    readonly legal: LegalMoves;
    /** How many cells a tile covers. */
    readonly size: 1 | 2;
    readonly taken: (cell: string) => boolean;
    /** Only where tiles slide down. */
    readonly fall?: Fall;
}

/** The next draft, and what the page has to do: send the move, or ask why it may not be. */
export interface Step {
    readonly draft: Draft;
    readonly ask?: 'commit' | 'explain';
}

export const NOTHING: Draft = {
    stage: 'none',
    tile: '',
    slot: -1,
    turn: 0,
    flipped: false,
    cells: [],
    take: '',
};

/** What lies on each cell of a draft. */
export function halvesOfDraft(draft: Draft, size: 1 | 2): Half[] {
    const faces = facesOf(draft.tile, size);
    if (draft.flipped) faces.reverse();
    return draft.cells.map((cell, k) => ({ cell, face: faces[k] ?? '' }));
}

export function isWhole(situation: Situation, draft: Draft): boolean {
    return draft.tile !== '' && draft.cells.length === situation.size;
}

/** The legal move that a draft stands for, if it is one. */
export function legalMove(situation: Situation, draft: Draft): LegalPlacement | null {
    if (!isWhole(situation, draft)) return null;
    return situation.legal.find(halvesOfDraft(draft, situation.size));
}

/** Whether a draft may lie where it is, as far as anybody has told. */
export function mayLie(situation: Situation, draft: Draft): boolean {
    return !situation.legal.known || legalMove(situation, draft) !== null;
}

/** The move that a draft stands for, legal or not. */
export function draftMove(situation: Situation, draft: Draft): string | null {
    if (!isWhole(situation, draft)) return null;
    return legalMove(situation, draft)?.move ?? moveText(halvesOfDraft(draft, situation.size));
}

/** Take a tile in hand; the one already in hand goes back. */
export function choose(draft: Draft, tile: string, slot: number): Draft {
    if (draft.stage !== 'none' && draft.slot === slot) return putBack(draft);
    const same = draft.tile === tile;
    // A placement under way stays where it is: another tile is tried on the same cells.
    const kept = draft.stage === 'pinned' || draft.stage === 'hovering';
    return {
        ...draft,
        stage: kept ? draft.stage : 'chosen',
        tile,
        slot,
        flipped: same ? draft.flipped : false,
        cells: kept ? draft.cells : [],
    };
}

/** Put the tile back; how it was turned is remembered for the next. */
export function putBack(draft: Draft): Draft {
    return { ...NOTHING, turn: draft.turn, take: draft.take };
}

/** One step back: from laid down to in hand, from in hand to nothing. */
export function cancel(draft: Draft): Draft {
    if (draft.stage === 'pinned' || draft.stage === 'half') {
        return { ...draft, stage: 'chosen', cells: [] };
    }
    return putBack(draft);
}

/** The tile follows the pointer. */
export function hover(situation: Situation, draft: Draft, point: Point): Draft {
    if (draft.stage !== 'chosen' && draft.stage !== 'hovering') return draft;
    const snapped = snap(situation, draft, point);
    if (snapped === null) return leave(draft);
    if (draft.stage === 'hovering' && sameCells(snapped.cells, draft.cells)) return draft;
    return { ...draft, ...snapped, stage: 'hovering' };
}

/** The pointer has left the board. */
export function leave(draft: Draft): Draft {
    return draft.stage === 'hovering' ? { ...draft, stage: 'chosen', cells: [] } : draft;
}

/** The direction from a square to the one above it. */
const UPWARDS = 3;

type Snapped = Pick<Draft, 'cells' | 'turn'>;

/** The cells nearest to a point that the tile covers as it is turned; legal ones come first. */
function snap(situation: Situation, draft: Draft, point: Point): Snapped | null {
    const { grid, size } = situation;
    const under = grid.cellAt(point);
    if (under === null) return null;
    const cell = lifted(situation, under);
    if (size === 1) return { cells: [cell], turn: draft.turn };
    const directions = DIRECTIONS[grid.shape].length;
    for (let more = 0; more < directions; more++) {
        const turn = (draft.turn + more) % directions;
        const found = [
            pair(grid, cell, turn),
            pair(grid, cell, (turn + directions / 2) % directions)?.reverse(),
        ].filter((cells) => cells !== undefined);
        if (found.length === 0) continue; // off the board: turned until it fits
        const weighed = found.map((cells) => ({
            cells: rest(situation, cells),
            weight: distance(grid, cells, point),
        }));
        for (const choice of weighed) {
            const tried = { ...draft, turn, cells: choice.cells };
            if (legalMove(situation, tried) === null) choice.weight += 10;
        }
        weighed.sort((one, other) => one.weight - other.weight);
        return { cells: weighed[0]?.cells ?? [], turn };
    }
    return null;
}

function pair(grid: Grid, cell: string, turn: number): string[] | undefined {
    const other = grid.neighbour(cell, turn);
    return other === null ? undefined : [cell, other];
}

function rest(situation: Situation, cells: readonly string[]): readonly string[] {
    return situation.fall ? situation.fall.rest(cells) : cells;
}

function lifted(situation: Situation, cell: string): string {
    return situation.fall ? situation.fall.lift(cell) : cell;
}

function distance(grid: Grid, cells: readonly string[], [x, y]: Point): number {
    const points = cells.map((cell) => grid.place(cell) ?? ([x, y] as Point));
    const middle = [0, 1].map(
        (k) => points.reduce((sum, p) => sum + (p[k] ?? 0), 0) / points.length,
    );
    return Math.hypot((middle[0] ?? 0) - x, (middle[1] ?? 0) - y);
}

function sameCells(one: readonly string[], other: readonly string[]): boolean {
    return one.length === other.length && one.every((cell, k) => cell === other[k]);
}

/** Turn the tile under the pointer, or else around its first half: clockwise, past directions
 * that leave the board. */
export function turn(
    situation: Situation,
    draft: Draft,
    by: 1 | -1,
    pointer: Point | null = null,
): Draft {
    if (draft.stage === 'none' || situation.size === 1) return draft;
    const directions = DIRECTIONS[situation.grid.shape].length;
    if (draft.stage === 'hovering' && pointer) {
        const turned = { ...draft, turn: (draft.turn + by + directions) % directions, cells: [] };
        return hover(situation, turned, pointer);
    }
    const first = draft.cells[0];
    for (let steps = 1; steps <= directions; steps++) {
        const next = (draft.turn + by * steps + directions * steps) % directions;
        if (first === undefined || draft.stage === 'half') return { ...draft, turn: next };
        const cells = pair(situation.grid, lifted(situation, first), next);
        if (cells) return { ...draft, turn: next, cells: rest(situation, cells) };
    }
    return draft;
}

/** Let the halves change places. */
export function flip(draft: Draft): Draft {
    return draft.stage === 'none' ? draft : { ...draft, flipped: !draft.flipped };
}

/** A click of the mouse: lay the tile down where it hovers, or confirm it where it lies. */
export function click(situation: Situation, draft: Draft, point: Point, confirm: boolean): Step {
    if (draft.stage === 'none') return { draft };
    const cell = situation.grid.cellAt(point);
    if (draft.stage === 'pinned' && cell !== null && covers(situation, draft, cell)) {
        return finish(situation, draft);
    }
    // What is seen under the pointer is what is meant.
    const seen = draft.stage === 'hovering' && cell !== null && covers(situation, draft, cell);
    const held = seen ? draft : hover(situation, { ...draft, stage: 'chosen', cells: [] }, point);
    if (held.stage !== 'hovering') return { draft };
    if (!mayLie(situation, held)) {
        return { draft: draft.stage === 'pinned' ? draft : held, ask: 'explain' };
    }
    const waits = confirm || !situation.legal.known;
    return waits ? { draft: { ...held, stage: 'pinned' } } : { draft: held, ask: 'commit' };
}

/** A tap of a finger: the first half, then the second; a tap on the tile confirms it. */
export function tap(situation: Situation, draft: Draft, point: Point): Step {
    if (draft.stage === 'none') return { draft };
    const { grid, size } = situation;
    const cell = grid.cellAt(point);
    if (cell === null) return { draft };
    if (draft.stage === 'pinned' && draft.cells.includes(cell)) return finish(situation, draft);
    if (size === 1) {
        const laid = hover(situation, { ...draft, stage: 'chosen', cells: [] }, point);
        return laidDown(situation, draft, laid);
    }
    const first = draft.cells[0];
    if (draft.stage === 'half' && first !== undefined) {
        if (cell === first && !situation.fall) {
            return { draft: { ...draft, stage: 'chosen', cells: [] } };
        }
        const whole = secondHalf(situation, first, cell);
        if (whole !== null) return laidDown(situation, draft, { ...draft, ...whole });
    }
    return firstHalf(situation, draft, cell);
}

/** The whole tile, once its second half is set beside the first; on a ramp, by their columns:
 * in one column it stands upright. */
function secondHalf(situation: Situation, first: string, cell: string): Snapped | null {
    const { grid, fall } = situation;
    if (!fall) {
        const turn = directionBetween(grid, first, cell);
        return turn === null ? null : { turn, cells: [first, cell] };
    }
    const from = fall.lift(first);
    const turn = sameColumn(grid, first, cell)
        ? UPWARDS
        : directionBetween(grid, from, fall.lift(cell));
    const cells = turn === null ? undefined : pair(grid, from, turn);
    return turn === null || !cells ? null : { turn, cells: fall.rest(cells) };
}

function laidDown(situation: Situation, before: Draft, draft: Draft): Step {
    if (!isWhole(situation, draft)) return { draft: before };
    const laid: Draft = { ...draft, stage: 'pinned' };
    return mayLie(situation, laid) ? { draft: laid } : { draft: laid, ask: 'explain' };
}

function firstHalf(situation: Situation, draft: Draft, under: string): Step {
    const { grid, legal, fall } = situation;
    const [cell = under] = rest(situation, [lifted(situation, under)]);
    // On a ramp the second half may hold up the first: its column is enough to know.
    const inColumn = (one: LegalPlacement): boolean =>
        one.halves.some((half) => sameColumn(grid, half.cell, cell));
    if (fall && legal.of(draft.tile).some(inColumn)) {
        return { draft: { ...draft, stage: 'half', cells: [cell] } };
    }
    for (const flipped of [draft.flipped, !draft.flipped]) {
        const set: Draft = { ...draft, flipped, stage: 'half', cells: [cell] };
        const half = halvesOfDraft(set, situation.size)[0];
        const fits = half && legal.targets(draft.tile, half).size > 0;
        if (fits || !legal.known) return { draft: set };
    }
    // Nothing fits here: the whole tile is tried, so that the rule can be told.
    const point = grid.place(cell);
    const whole = point && snap(situation, { ...draft, cells: [] }, point);
    if (!whole) return { draft };
    return laidDown(situation, draft, { ...draft, ...whole });
}

/** Whether the mouse over a cell means the tile; on a ramp, the whole column does. */
function covers({ grid, fall }: Situation, draft: Draft, cell: string): boolean {
    if (!fall) return draft.cells.includes(cell);
    return draft.cells.some((own) => sameColumn(grid, own, cell));
}

function sameColumn(grid: Grid, one: string, other: string): boolean {
    return grid.place(one)?.[0] === grid.place(other)?.[0];
}

/** Send the move if it is one; else ask why not. */
export function finish(situation: Situation, draft: Draft): Step {
    if (!isWhole(situation, draft) || !situation.legal.known) return { draft };
    return { draft, ask: legalMove(situation, draft) ? 'commit' : 'explain' };
}

export type Arrow = 'left' | 'right' | 'up' | 'down';

/** The arrows, as keyboards call them. */
export const ARROWS: Record<string, Arrow> = {
    ArrowLeft: 'left',
    ArrowRight: 'right',
    ArrowUp: 'up',
    ArrowDown: 'down',
};

/** The neighbour in the direction of an arrow key; on hexagons up and down zigzag. */
export function neighbourByArrow(grid: Grid, cell: string, arrow: Arrow): string | null {
    if (grid.shape === 'square') {
        const direction = { right: 0, down: 1, left: 2, up: 3 }[arrow];
        return grid.neighbour(cell, direction);
    }
    if (arrow === 'left' || arrow === 'right')
        return grid.neighbour(cell, arrow === 'right' ? 0 : 3);
    const row = Math.round((grid.place(cell)?.[1] ?? 0) / (Math.sqrt(3) / 2));
    const even = row % 2 === 0;
    const ways = arrow === 'down' ? (even ? [1, 2] : [2, 1]) : even ? [5, 4] : [4, 5];
    for (const way of ways) {
        const found = grid.neighbour(cell, way);
        if (found !== null) return found;
    }
    return null;
}

/** Move the tile by an arrow key; it begins in the middle, or where it may lie. */
export function move(situation: Situation, draft: Draft, arrow: Arrow, from: string): Draft {
    if (draft.stage === 'none') return draft;
    const { grid, size } = situation;
    const first = draft.cells[0];
    const cell = first === undefined ? from : neighbourByArrow(grid, first, arrow);
    if (cell === null) return draft;
    const laid = heldAt(situation, { ...draft, stage: 'hovering' }, cell, size);
    return laid ?? draft;
}

function heldAt(situation: Situation, draft: Draft, cell: string, size: 1 | 2): Draft | null {
    const { grid } = situation;
    if (size === 1) return { ...draft, cells: [cell] };
    const directions = DIRECTIONS[grid.shape].length;
    for (let more = 0; more < directions; more++) {
        const turn = (draft.turn + more) % directions;
        const cells = pair(grid, lifted(situation, cell), turn);
        if (cells) return { ...draft, turn, cells: rest(situation, cells) };
    }
    return null;
}

/** Hold the tile over a given cell. */
export function holdAt(situation: Situation, draft: Draft, cell: string): Draft {
    if (draft.stage === 'none') return draft;
    return heldAt(situation, { ...draft, stage: 'hovering' }, cell, situation.size) ?? draft;
}

/** Lay the tile as a legal move says: for a move chosen from a list. */
export function follow(draft: Draft, placement: LegalPlacement, grid: Grid): Draft {
    const [one, two] = placement.halves;
    if (!one) return draft;
    if (!two) return { ...draft, stage: 'pinned', cells: [one.cell], flipped: false };
    const faces = facesOf(draft.tile, 2);
    const straight = faces[0] === one.face;
    const direction = directionBetween(grid, one.cell, two.cell) ?? 0;
    return {
        ...draft,
        stage: 'pinned',
        flipped: !straight,
        turn: direction,
        cells: [one.cell, two.cell],
    };
}

/** Fit a draft to a game that has gone on: it is dropped only where it cannot be any more. */
export function reconcile(
    situation: Situation,
    draft: Draft,
    hand: readonly string[],
    bank: readonly string[] = [],
): Draft {
    const take = bank.includes(draft.take) ? draft.take : '';
    if (draft.stage === 'none') return take === draft.take ? draft : { ...draft, take };
    const slot = findSlot(hand, draft);
    if (slot < 0) return { ...putBack(draft), take };
    const lost = draft.cells.some(
        (cell) => situation.grid.place(cell) === null || situation.taken(cell),
    );
    if (lost) return { ...draft, slot, take, stage: 'chosen', cells: [] };
    const cells = rest(situation, draft.cells);
    return { ...draft, slot, take, cells };
}

function findSlot(hand: readonly string[], draft: Draft): number {
    const there = hand[draft.slot];
    if (there !== undefined && sameTile(there, draft.tile)) return draft.slot;
    return hand.findIndex((tile) => sameTile(tile, draft.tile));
}
