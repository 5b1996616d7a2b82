import { describe, expect, it } from 'vitest';

import { LegalMoves, moveText, parseMove, sameTile } from './moves';
import { contrast, fillOf, inkOn, mixed } from './palettes';
import { arranged, moved } from './rack';
import { joints, movesOf, stacksOf, upTo } from './stacks';
import { boardPoint, fit, fitAbove, near, pan, pixel, within, zoom } from './viewport';

describe('moves', () => {
    it('are read from their texts', () => {
        expect(parseMove('RB f7 f8')).toEqual({
            kind: 'place',
            tile: 'RB',
            halves: [
                { face: 'R', cell: 'f7' },
                { face: 'B', cell: 'f8' },
            ],
        });
        expect(parseMove('Ys -1,0')).toEqual({
            kind: 'place',
            tile: 'Ys',
            halves: [{ face: 'Ys', cell: '-1,0' }],
        });
        expect(parseMove('take Rf')).toEqual({ kind: 'take', tile: 'Rf' });
        expect(parseMove('swap')).toEqual({ kind: 'choice', choice: 'swap' });
        expect(
            moveText([
                { face: 'R', cell: 'f7' },
                { face: 'B', cell: 'f8' },
            ]),
        ).toBe('RB f7 f8');
        expect(sameTile('RB', 'BR') && !sameTile('RB', 'RR')).toBe(true);
    });

    it('are found by what lies where, and by tile', () => {
        const legal = new LegalMoves({
            columns: ['R', 'B'],
            moves: ['RB f7 f8', 'BR f7 f8', 'keep'],
            rows: [[1, 2], [0, 3], []],
        });
        const found = legal.find([
            { face: 'B', cell: 'f8' },
            { face: 'R', cell: 'f7' },
        ]);
        expect(found?.move).toBe('RB f7 f8');
        expect(found && legal.number(found, 'B')).toBe(2);
        expect(found && legal.number(found, 'wins')).toBe(0);
        expect(legal.of('BR').length).toBe(2);
        expect([...legal.targets('RB', { face: 'R', cell: 'f7' })]).toEqual(['f8']);
        expect(legal.targets('RR').size).toBe(0);
        expect(legal.choices).toEqual(['keep']);
    });
});

describe('stacks', () => {
    const stacks = stacksOf(['XO a1 b1', 'XO c1 d1', 'OX b1 c1']);
    it('tell what lies under what', () => {
        expect(upTo(stacks, 9)).toEqual({ a1: 'X1', b1: 'O2', c1: 'X2', d1: 'O1' });
        expect(upTo(stacks, 1)).toEqual({ a1: 'X1', b1: 'O1', c1: 'X1', d1: 'O1' });
        expect(joints(stacks)).toEqual([['b1', 'c1']]);
        expect(joints(stacks, 1)).toEqual([
            ['a1', 'b1'],
            ['c1', 'd1'],
        ]);
        expect(
            movesOf({ events: [{ move: 'XO a1 b1' }, { chance: 'x' }, { move: 'XO c1 d1' }] }, 2),
        ).toEqual(['XO a1 b1']);
    });
});

describe('the rack', () => {
    it('keeps its order, and new tiles come last', () => {
        expect(arranged(['GG', 'GR', 'OO', 'RR'], ['OO', 'VV', 'GR'])).toEqual([
            'OO',
            'GR',
            'GG',
            'RR',
        ]);
        expect(arranged(['GG', 'GG'], ['GG', 'GG', 'GG'])).toEqual(['GG', 'GG']);
        expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
        expect(moved(['a', 'b', 'c'], 2, -4)).toEqual(['c', 'a', 'b']);
    });
});

describe('palettes', () => {
    it('show symbols on every fill', () => {
        for (const palette of ['contrast', 'grey'] as const) {
            for (const letter of 'YOGRBVX') {
                const fill = fillOf(letter, '#2463c4', palette);
                expect(contrast(fill, inkOn(fill)), `${letter} in ${palette}`).toBeGreaterThan(3);
            }
        }
        expect(fillOf('R', '#c2182b', 'vivid')).toBe('#c2182b');
        // A colour that no palette knows is grey in greys, and as light as it is.
        expect(fillOf('W', '#ffffff', 'grey')).toBe('#ffffff');
        expect(fillOf('K', '#000000', 'grey')).toBe('#000000');
        expect(fillOf('K', '#123456', 'contrast')).toBe('#123456');
        expect(mixed('#000000', '#ff8000', 0.5)).toBe('#804000');
    });
});

describe('the viewport', () => {
    const size = { width: 400, height: 200 };
    const box = { left: 0, top: 0, width: 10, height: 10 };
    const view = fit(box, size);
    it('fits, and finds points and pixels', () => {
        expect(view).toEqual({ x: 5, y: 5, scale: 20 });
        expect(boardPoint(view, size, 200, 100)).toEqual([5, 5]);
        expect(pixel(view, size, [0, 0])).toEqual([100, 0]);
    });

    it('leaves a strip free at the lower edge', () => {
        const higher = { width: 400, height: 250 };
        const above = fitAbove(box, higher, 50);
        expect(above.scale).toBe(20);
        expect(pixel(above, higher, [0, 0])).toEqual([100, 0]);
        expect(pixel(above, higher, [10, 10])).toEqual([300, 200]);
        expect(fitAbove(box, { width: 0, height: 0 }, 50).scale).toBe(1);
    });

    it('zooms about a point that stays where it is', () => {
        const at = boardPoint(view, size, 130, 50);
        const closer = zoom(view, 2, at, 20);
        expect(closer.scale).toBe(40);
        expect(pixel(closer, size, at)[0]).toBeCloseTo(130);
        expect(zoom(view, 0.1, at, 20)).toEqual(view);
    });

    it('does not lose the board', () => {
        expect(within(pan(zoom(view, 2, [5, 5], 20), 4000, 0), box, size).x).toBe(5);
        expect(within(pan(zoom(view, 3, [5, 5], 20), 4000, 0), box, size).x).toBeCloseTo(400 / 120);
        expect(near({ x: 50, y: -3, scale: 20 }, box)).toEqual({ x: 10, y: 0, scale: 20 });
    });
});
