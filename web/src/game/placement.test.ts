import { describe, expect, it } from 'vitest';

import { boundedGrid, openGrid } from './geometry';
import { keptFrom } from './keeping';
import { LegalMoves } from './moves';
import * as placing from './placement';
import type { Draft, Situation } from './placement';
import { gridOf, situationOf } from './situation';

const AREA = [1, 2, 3].flatMap((row) => ['a', 'b', 'c'].map((column) => `${column}${row}`));
const PLACES = Object.fromEntries(
    AREA.map((cell) => [cell, [cell.charCodeAt(0) - 97, Number(cell[1])]]),
);

function situation(moves: string[], taken: string[] = []): Situation {
    return {
        grid: boundedGrid('square', AREA, PLACES),
        legal: new LegalMoves({ columns: ['G'], moves, rows: moves.map((_, k) => [k]) }),
        size: 2,
        taken: (cell) => taken.includes(cell),
    };
}

const square = situation(['GR a1 b1', 'RG a1 b1', 'GR a1 a2', 'RG a1 a2', 'GR b2 b3', 'BB a3 b3']);
const inHand = placing.choose(placing.NOTHING, 'GR', 0);
/** The middle of a cell of the square board. */
const at = (cell: string): [number, number] => [cell.charCodeAt(0) - 97, -Number(cell[1])];

describe('choosing', () => {
    it('takes a tile in hand, and puts it back when chosen again', () => {
        expect(inHand).toMatchObject({ stage: 'chosen', tile: 'GR', slot: 0 });
        expect(placing.choose(inHand, 'GR', 0).stage).toBe('none');
    });

    it('tries another tile on the same cells', () => {
        const held = placing.hover(square, inHand, at('a1'));
        const other = placing.choose(held, 'BB', 1);
        expect(other).toMatchObject({ stage: 'hovering', tile: 'BB', cells: held.cells });
    });

    it('tells two equal tiles apart by where they lie', () => {
        expect(placing.choose(inHand, 'GR', 3)).toMatchObject({ stage: 'chosen', slot: 3 });
    });
});

describe('the mouse', () => {
    it('holds the tile over the cells under the pointer', () => {
        const held = placing.hover(square, inHand, at('a1'));
        expect(held).toMatchObject({ stage: 'hovering', cells: ['a1', 'b1'], turn: 0 });
        expect(placing.draftMove(square, held)).toBe('GR a1 b1');
        expect(placing.hover(square, held, [0.1, -1])).toBe(held); // nothing is drawn anew
    });

    it('prefers a legal pair among those that the pointer touches', () => {
        const held = placing.hover(square, inHand, at('b1'));
        expect(held.cells).toEqual(['a1', 'b1']);
    });

    it('turns the tile where it would leave the board', () => {
        const narrow = { ...square, grid: boundedGrid('square', ['a1', 'a2'], PLACES) };
        expect(placing.hover(narrow, inHand, at('a1')).cells.length).toBe(2);
    });

    it('turns around the first half and flips', () => {
        const held = placing.hover(square, inHand, at('a1'));
        const turned = placing.turn(square, held, 1); // down, left: off the board; so up
        expect(turned).toMatchObject({ turn: 3, cells: ['a1', 'a2'] });
        expect(placing.turn(square, turned, 1)).toMatchObject({ turn: 0, cells: ['a1', 'b1'] });
        expect(placing.turn(square, held, -1)).toMatchObject({ turn: 3 });
        expect(placing.draftMove(square, placing.flip(held))).toBe('RG a1 b1');
    });

    it('turns under the pointer, and places what is seen', () => {
        const held = placing.hover(square, inHand, at('b2'));
        expect(held.turn).toBe(0);
        const turned = placing.turn(square, held, -1, at('b2'));
        expect(turned).toMatchObject({ stage: 'hovering', turn: 3, cells: ['b2', 'b3'] });
        const around = placing.turn(square, held, 1);
        const under = around.cells[1] ?? '';
        expect(placing.click(square, around, at(under), false).draft.cells).toBe(around.cells);
    });

    it('places at once, or waits to be confirmed', () => {
        const held = placing.hover(square, inHand, at('a1'));
        expect(placing.click(square, held, at('a1'), false).ask).toBe('commit');
        const pinned = placing.click(square, held, at('a1'), true);
        expect(pinned).toMatchObject({ draft: { stage: 'pinned', cells: ['a1', 'b1'] } });
        expect(pinned.ask).toBeUndefined();
        expect(placing.click(square, pinned.draft, at('b1'), true).ask).toBe('commit');
        const away = placing.click(square, pinned.draft, at('b3'), true);
        expect(away.ask).toBe('explain'); // a place that is not legal, and the tile stays
        expect(away.draft).toBe(pinned.draft);
    });

    it('asks why where the tile may not lie', () => {
        const held = placing.hover(square, inHand, at('c3'));
        const { draft, ask } = placing.click(square, held, at('c3'), true);
        expect(ask).toBe('explain');
        expect(placing.draftMove(square, draft)).toBe('GR b3 c3');
    });

    it('leaves a tile that lies down alone', () => {
        const pinned: Draft = { ...inHand, stage: 'pinned', cells: ['a1', 'b1'] };
        expect(placing.hover(square, pinned, at('c3'))).toBe(pinned);
        expect(placing.leave(pinned)).toBe(pinned);
    });

    it('takes the tile off the board with the pointer', () => {
        const held = placing.hover(square, inHand, at('a1'));
        expect(placing.leave(held)).toMatchObject({ stage: 'chosen', cells: [] });
        expect(placing.hover(square, held, [9, 9])).toMatchObject({ stage: 'chosen' });
    });
});

describe('touch', () => {
    it('takes two cells, in the order of the halves, and a tap on the tile', () => {
        const first = placing.tap(square, inHand, at('b1'));
        expect(first.draft).toMatchObject({ stage: 'half', cells: ['b1'] });
        const second = placing.tap(square, first.draft, at('a1'));
        expect(second.draft).toMatchObject({ stage: 'pinned', cells: ['b1', 'a1'], turn: 2 });
        expect(placing.draftMove(square, second.draft)).toBe('RG a1 b1');
        expect(placing.tap(square, second.draft, at('a1')).ask).toBe('commit');
    });

    it('moves the first half when the second tap is far away', () => {
        const first = placing.tap(square, inHand, at('a1'));
        expect(placing.tap(square, first.draft, at('b3')).draft).toMatchObject({
            stage: 'half',
            cells: ['b3'],
        });
        expect(placing.tap(square, first.draft, at('a1')).draft).toMatchObject({
            stage: 'chosen',
            cells: [],
        });
    });

    it('asks why where nothing fits, and where the pair is not legal', () => {
        expect(placing.tap(square, inHand, at('c3')).ask).toBe('explain');
        const first = placing.tap(square, inHand, at('b2'));
        const wrong = placing.tap(square, first.draft, at('c2'));
        expect(wrong.ask).toBe('explain');
        expect(placing.tap(square, wrong.draft, at('c2')).ask).toBe('explain');
    });

    it('lays a single tile with one tap', () => {
        const open: Situation = {
            grid: openGrid(['0,0']),
            legal: new LegalMoves({
                columns: ['points'],
                moves: ['Ys 1,0', 'take Rf'],
                rows: [[1], [0]],
            }),
            size: 1,
            taken: (cell) => cell === '0,0',
        };
        const star = placing.choose(placing.NOTHING, 'Ys', 0);
        const laid = placing.tap(open, star, [1, 0]);
        expect(laid.draft).toMatchObject({ stage: 'pinned', cells: ['1,0'] });
        expect(placing.tap(open, laid.draft, [1, 0]).ask).toBe('commit');
        expect(placing.tap(open, star, [0, 0]).ask).toBe('explain');
        expect(open.legal.takes).toEqual(['Rf']);
    });
});

describe('the keyboard', () => {
    it('begins at a given cell and moves by arrows', () => {
        const held = placing.move(square, inHand, 'up', 'b2');
        expect(held).toMatchObject({ stage: 'hovering', cells: ['b2', 'c2'] });
        expect(placing.move(square, held, 'down', 'b2').cells).toEqual(['b1', 'c1']);
        expect(placing.move(square, held, 'right', 'b2')).toMatchObject({
            cells: ['c2', 'c1'],
            turn: 1,
        });
        const corner = placing.move(square, inHand, 'up', 'a1');
        expect(placing.move(square, corner, 'left', 'b2')).toBe(corner);
    });

    it('zigzags on hexagons, so that up and down stay in place', () => {
        const high = Math.sqrt(3) / 2;
        const places = {
            h8: [0, 0],
            i8: [-0.5, high],
            i9: [0.5, high],
            j9: [0, 2 * high],
            j8: [-1, 2 * high],
        };
        const grid = boundedGrid('hexagon', Object.keys(places), places);
        const up = placing.neighbourByArrow(grid, 'h8', 'up');
        expect(up).toBe('i9');
        expect(placing.neighbourByArrow(grid, up ?? '', 'up')).toBe('j9');
        expect(placing.neighbourByArrow(grid, 'j9', 'down')).toBe('i9');
        expect(placing.neighbourByArrow(grid, 'j9', 'left')).toBe('j8');
    });

    it('goes back one step at a time', () => {
        const pinned: Draft = { ...inHand, stage: 'pinned', cells: ['a1', 'b1'] };
        const back = placing.cancel(pinned);
        expect(back).toMatchObject({ stage: 'chosen', tile: 'GR' });
        expect(placing.cancel(back).stage).toBe('none');
    });

    it('sends what is legal and asks about what is not', () => {
        expect(placing.finish(square, { ...inHand, cells: ['a1', 'b1'] }).ask).toBe('commit');
        expect(placing.finish(square, { ...inHand, cells: ['c1', 'c2'] }).ask).toBe('explain');
        expect(placing.finish(square, inHand).ask).toBeUndefined();
    });
});

describe('tiles that slide down', () => {
    const rampArea = [1, 2, 3, 4, 5, 6].flatMap((row) =>
        ['a', 'b', 'c', 'd'].map((c) => `${c}${row}`),
    );
    const rampPlaces = Object.fromEntries(
        rampArea.map((cell): [string, [number, number]] => [
            cell,
            [cell.charCodeAt(0) - 97, Number(cell[1])],
        ]),
    );
    const taken = { a1: 'O', a2: 'O', a3: 'O', a4: 'O', a5: 'O' };
    const slides = { stacks: false, slides: true };
    const looks = { cell: 'square' as const, places: rampPlaces, traits: slides };
    const rampGrid = gridOf(looks, { area: rampArea, cells: {} });
    const legal = new LegalMoves({
        columns: [],
        moves: ['OB a6 b6', 'OB b1 c1', 'OB b1 b2'],
        rows: [[], [], []],
    });
    const ramp = situationOf(rampGrid, legal, taken, 2, slides);
    const tile = placing.choose(placing.NOTHING, 'OB', 0);

    it('come to rest wherever the pointer is', () => {
        expect(placing.hover(ramp, tile, [1.4, -5]).cells).toEqual(['b1', 'c1']);
        expect(placing.hover(ramp, tile, [0.2, -1]).cells).toEqual(['a6', 'b6']);
    });

    it('stand upright when turned, and stick out where there is no room', () => {
        const held = placing.hover(ramp, tile, [1.4, -5]);
        const up = placing.turn(ramp, held, -1);
        expect(up.cells).toEqual(['b1', 'b2']);
        expect(placing.draftMove(ramp, up)).toBe('OB b1 b2');
        const out = placing.hover(ramp, { ...tile, turn: 3 }, [0, -3]);
        expect(placing.draftMove(ramp, out)).toBe('OB a6 a7');
        expect(placing.finish(ramp, out).ask).toBe('explain');
    });

    it('are confirmed by a click anywhere in their columns', () => {
        const laid = placing.click(ramp, tile, [1.4, -5], true).draft;
        expect(laid).toMatchObject({ stage: 'pinned', cells: ['b1', 'c1'] });
        expect(placing.click(ramp, laid, [2, -4], true).ask).toBe('commit');
    });

    it('are laid by two taps, without turning: one column, then the other', () => {
        const first = placing.tap(ramp, tile, [1.2, -6]).draft;
        expect(first).toMatchObject({ stage: 'half', cells: ['b1'] });
        const laid = placing.tap(ramp, first, [2, -4]).draft;
        expect(placing.draftMove(ramp, laid)).toBe('OB b1 c1');
        const back = placing.tap(ramp, placing.tap(ramp, tile, [2, -4]).draft, [1, -2]).draft;
        expect(placing.draftMove(ramp, back)).toBe('OB c1 b1');
        const upright = placing.tap(ramp, first, [1, -1]).draft;
        expect(placing.draftMove(ramp, upright)).toBe('OB b1 b2');
    });

    it('are confirmed by a tap on the tile itself only', () => {
        const first = placing.tap(ramp, tile, [1.2, -6]).draft;
        const laid = placing.tap(ramp, first, [2, -6]).draft;
        expect(placing.tap(ramp, laid, [2, -1]).ask).toBe('commit');
        expect(placing.tap(ramp, laid, [2, -4])).toEqual({
            draft: { ...laid, stage: 'half', cells: ['c1'] },
        });
    });
});

describe('a game that goes on', () => {
    const pinned: Draft = { ...inHand, stage: 'pinned', cells: ['a1', 'b1'], take: 'Rf' };

    it('keeps a placement whose cells are free', () => {
        expect(placing.reconcile(square, pinned, ['BB', 'GR'], ['Rf'])).toMatchObject({
            stage: 'pinned',
            slot: 1,
            cells: ['a1', 'b1'],
            take: 'Rf',
        });
    });

    it('drops only what has become impossible', () => {
        expect(placing.reconcile(situation([], ['b1']), pinned, ['GR'])).toMatchObject({
            stage: 'chosen',
            cells: [],
            tile: 'GR',
            take: '',
        });
        expect(placing.reconcile(square, pinned, ['BB'], ['Rf'])).toMatchObject({
            stage: 'none',
            take: 'Rf',
        });
    });

    it('keeps a placement over a reload, and nothing that it does not understand', () => {
        expect(keptFrom(JSON.parse(JSON.stringify({ draft: pinned, order: ['GR', 3] })))).toEqual({
            draft: pinned,
            order: ['GR'],
        });
        expect(keptFrom({ draft: { ...pinned, stage: 'hovering' } }).draft.stage).toBe('pinned');
        expect(keptFrom({ draft: { ...pinned, cells: 'a1' } }).draft).toEqual({
            ...placing.NOTHING,
        });
        expect(keptFrom(null)).toEqual({ draft: placing.NOTHING, order: [] });
    });

    it('lets a tile be planned while others move, but not be sent', () => {
        const waiting = { ...square, legal: new LegalMoves(null) };
        const first = placing.tap(waiting, inHand, at('c3')).draft;
        expect(first.stage).toBe('half');
        const laid = placing.tap(waiting, first, at('c2'));
        expect(laid).toEqual({
            draft: { ...first, stage: 'pinned', turn: 1, cells: ['c3', 'c2'] },
        });
        expect(placing.tap(waiting, laid.draft, at('c2')).ask).toBeUndefined();
        expect(placing.click(waiting, inHand, at('a1'), false).ask).toBeUndefined();
    });

    it('can follow a move chosen from a list', () => {
        const placement = square.legal.of('GR')[1];
        expect(placement?.move).toBe('RG a1 b1');
        const followed = placement && placing.follow(inHand, placement, square.grid);
        expect(followed && placing.draftMove(square, followed)).toBe('RG a1 b1');
    });
});
