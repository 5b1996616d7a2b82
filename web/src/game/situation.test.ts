import { describe, expect, it } from 'vitest';

import { LegalMoves } from './moves';
import { gridOf, isOpen, situationOf } from './situation';

const ROWS = [1, 2, 3, 4, 5, 6];
const RAMP = ['a', 'b', 'c', 'd'].flatMap((column) => ROWS.map((row) => `${column}${row}`));
const places = Object.fromEntries(
    RAMP.map((cell): [string, [number, number]] => [
        cell,
        [cell.charCodeAt(0) - 97, Number(cell[1]) - 1],
    ]),
);
const bounded = { cell: 'square' as const, places, traits: { slides: false } };
const sliding = { ...bounded, traits: { slides: true } };
const legal = new LegalMoves(null);

describe('the grid of a game', () => {
    it('is a table without edges where the game tells no places', () => {
        const appearance = { ...bounded, places: {} };
        const grid = gridOf(appearance, { area: [], cells: { '0,0': 'Ys' } });
        expect(isOpen(appearance) && !isOpen(bounded)).toBe(true);
        expect(grid.cells).toContain('1,-1');
        expect(grid.place('7,7')).toEqual([7, -7]);
    });

    it('is a board of the cells in use', () => {
        const grid = gridOf(bounded, { area: ['a1', 'a2'], cells: {} });
        expect(grid.cells).toEqual(['a1', 'a2']);
        expect(grid.place('b1')).toBeNull();
        // All cells are, where the game does not say which.
        expect(gridOf(bounded, { area: [], cells: {} }).cells).toEqual(RAMP);
    });

    it('has rows above a ramp, which are not drawn', () => {
        const grid = gridOf(sliding, { area: RAMP, cells: {} });
        expect(grid.cells).toEqual(RAMP);
        expect(grid.place('d8')).toEqual([3, -7]);
        expect(grid.neighbour('a6', 3)).toBe('a7');
        expect(grid.place('a9')).toBeNull();
    });
});

describe('the situation', () => {
    const cells = { b1: 'O', b2: 'V' };
    const grid = gridOf(sliding, { area: RAMP, cells });

    it('lets tiles lie beside others, or on them', () => {
        const beside = situationOf(grid, legal, cells, 2, { stacks: false, slides: false });
        expect(beside.taken('b2')).toBe(true);
        expect(beside.taken('b3')).toBe(false);
        expect(beside.fall).toBeUndefined();
        const on = situationOf(grid, legal, cells, 2, { stacks: true, slides: false });
        expect(on.taken('b2')).toBe(false);
    });

    it('lets tiles slide down a ramp, until they meet another one or the floor', () => {
        const fall = (taken: Record<string, string>) =>
            situationOf(grid, legal, taken, 2, { stacks: false, slides: true }).fall;
        expect(fall(cells)?.rest(['a4', 'b4'])).toEqual(['a3', 'b3']);
        expect(fall(cells)?.rest(['d4', 'd5'])).toEqual(['d1', 'd2']);
        expect(fall(cells)?.lift('b1')).toBe('b4');
        // What lies in the way from above counts, gaps under it do not.
        expect(fall({ a3: 'O' })?.rest(['b1', 'a1'])).toEqual(['b4', 'a4']);
        // One that does not fit sticks out above.
        expect(fall({ c6: 'O' })?.rest(['c4', 'c5'])).toEqual(['c7', 'c8']);
    });
});
