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
const bounded = { cell: 'square' as const, places };
const legal = new LegalMoves(null);

describe('the grid of a game', () => {
    it('is a table without edges where the game tells no places', () => {
        const appearance = { cell: 'square' as const, places: {} };
        const grid = gridOf(appearance, { area: [], cells: { '0,0': 'Ys' }, ramps: [] });
        expect(isOpen(appearance) && !isOpen(bounded)).toBe(true);
        expect(grid.cells).toContain('1,-1');
        expect(grid.place('7,7')).toEqual([7, -7]);
    });

    it('is a board of the cells in use', () => {
        const grid = gridOf(bounded, { area: ['a1', 'a2'], cells: {}, ramps: [] });
        expect(grid.cells).toEqual(['a1', 'a2']);
        expect(grid.place('b1')).toBeNull();
    });

    it('has rows above a ramp, which are not drawn', () => {
        const grid = gridOf(bounded, { area: RAMP, cells: {}, ramps: [{}, {}] });
        expect(grid.cells).toEqual(RAMP);
        expect(grid.place('d8')).toEqual([3, -7]);
        expect(grid.neighbour('a6', 3)).toBe('a7');
        expect(grid.place('a9')).toBeNull();
    });
});

describe('the situation', () => {
    const cells = { b1: 'O', b2: 'V' };
    const grid = gridOf(bounded, { area: RAMP, cells, ramps: [cells] });

    it('lets tiles lie beside others, or on them', () => {
        const beside = { size: 2, stacked: false, slides: false } as const;
        expect(situationOf(grid, legal, cells, beside).taken('b2')).toBe(true);
        expect(situationOf(grid, legal, cells, beside).taken('b3')).toBe(false);
        expect(situationOf(grid, legal, cells, beside).fall).toBeUndefined();
        const on = { ...beside, stacked: true };
        expect(situationOf(grid, legal, cells, on).taken('b2')).toBe(false);
    });

    it('lets tiles slide down a ramp', () => {
        const manner = { size: 2, stacked: false, slides: true } as const;
        const { fall } = situationOf(grid, legal, cells, manner);
        expect(fall?.rest(['a4', 'b4'])).toEqual(['a3', 'b3']);
        expect(fall?.lift('b1')).toBe('b4');
    });
});
