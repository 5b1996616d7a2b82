import { describe, expect, it } from 'vitest';

import { boundedGrid, boxAround, directionBetween, openGrid, outline, rounded } from './geometry';

const places = { a1: [0, 0], b1: [1, 0], a2: [0, 1], b2: [1, 1], c2: [2, 1] };
const grid = boundedGrid('square', ['a1', 'b1', 'a2', 'b2'], places);
const high = Math.sqrt(3) / 2;
const hexagons = boundedGrid('hexagon', ['g7', 'g8', 'h8', 'h7', 'h9'], {
    g7: [-0.5, -high],
    g8: [0.5, -high],
    h7: [-1, 0],
    h8: [0, 0],
    h9: [1, 0],
});

describe('a bounded grid', () => {
    it('has only the cells in use, y downwards', () => {
        expect(grid.cells).toEqual(['a1', 'b1', 'a2', 'b2']);
        expect(grid.place('a2')).toEqual([0, -1]);
        expect(grid.place('c2')).toBeNull();
    });

    it('finds the cell under a point and neighbours, clockwise from the right', () => {
        expect(grid.cellAt([0.9, -0.2])).toBe('b1');
        expect(grid.cellAt([5, 5])).toBeNull();
        expect([0, 1, 2, 3].map((k) => grid.neighbour('a1', k))).toEqual(['b1', null, null, 'a2']);
        expect([0, 1, 2, 3, 4, 5].map((k) => hexagons.neighbour('h8', k))).toEqual([
            'h9',
            'g8',
            'g7',
            'h7',
            null,
            null,
        ]);
        expect(directionBetween(grid, 'b1', 'b2')).toBe(3);
        expect(directionBetween(grid, 'a1', 'b2')).toBeNull();
    });
});

describe('a table without edges', () => {
    const open = openGrid(['0,0', '4,-1']);
    it('has every square, and draws those near tiles', () => {
        expect(open.cellAt([-3.2, 1.6])).toBe('-3,-2');
        expect(open.cellAt([-0.2, 0.2])).toBe('0,0');
        expect(open.place('2,5')).toEqual([2, -5]);
        expect(open.neighbour('0,0', 3)).toBe('0,1');
        expect(open.cells).toContain('5,-2');
        expect(open.cells).not.toContain('2,0');
    });

    it('lets nobody stray with the keys further than around what lies there', () => {
        expect(open.neighbour('2,0', 0)).toBe('3,0');
        expect(open.neighbour('5,0', 0)).toBeNull();
        expect(open.neighbour('5,1', 3)).toBeNull();
        expect(open.neighbour('-1,-2', 2)).toBeNull();
        expect(open.neighbour('-1,-2', 1)).toBeNull();
    });
});

describe('outlines', () => {
    it('go around cells along the edges that no two share', () => {
        expect(
            outline('square', [
                [0, 0],
                [1, 0],
            ]),
        ).toHaveLength(6);
        expect(
            outline('hexagon', [
                [0, 0],
                [1, 0],
            ]),
        ).toHaveLength(10);
        expect(rounded(outline('square', [[0, 0]]), 0.1)).toMatch(/^M.*Z$/);
    });

    it('have a box', () => {
        expect(boxAround(grid, grid.cells, 0.5)).toEqual({
            left: -0.5,
            top: -1.5,
            width: 2,
            height: 2,
        });
    });
});
