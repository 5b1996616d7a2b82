import { describe, expect, it } from 'vitest';

import type { Language } from '../settings';
import type { Explained, GameDescription, GameView, TableView, Traits } from '../types';
import { cellInWords, moveInWords } from './describe';
import { boxOf, coordinatesOf } from './edges';
import { Faces } from './faces';
import { gainInWords, gainOf } from './gains';
import { boundedGrid, openGrid } from './geometry';
import { drawnLines } from './lines';
import { LegalMoves } from './moves';
import { seatName } from './people';
import { NOTHING } from './placement';
import { positionOf } from './position';
import { promptOf } from './prompt';
import { allowsHints } from './hints';
import { partiesOf, seatingOf } from './seating';
import { gardenWith, PLAIN } from './testing';
import { byPlace, byWorth, rowsInWords } from './text_view';
import { toneOf } from './tones';

const appearance = gardenWith({
    consequences: {
        stones: {
            said: {
                en: { one: '{count} stone', other: '{count} stones' },
                pl: { one: '{count} kamień', few: '{count} kamienie', many: '{count} kamieni' },
            },
            always: false,
            worth: 1,
            wins_from: 0,
            loses_from: 0,
        },
        wins: { said: null, always: false, worth: 1, wins_from: 1, loses_from: 0 },
    },
    choices: {
        swap: {
            action: { en: 'Swap', pl: 'Wymień' },
            said: { en: 'swapped', pl: 'wymiana' },
            prompt: { en: 'Swap or keep?', pl: 'Wymieniasz?' },
            forced: null,
        },
    },
});
const faces = new Faces(appearance, 'vivid', 'en');
const grid = boundedGrid('square', Object.keys(appearance.places), appearance.places);

function view(more: Partial<GameView> = {}): GameView {
    return {
        game: 'garden',
        players: 2,
        variant: 'standard',
        options: {},
        teams: false,
        viewer: 0,
        after: 4,
        over: false,
        chance: false,
        to_act: [0],
        scores: [
            [1, 0],
            [0, 2],
        ],
        hands: [
            { tiles: ['GR', 'GG'], hidden: 0 },
            { tiles: [], hidden: 2 },
        ],
        last: { seat: 1, move: 'GR a1 b1', cells: ['a1', 'b1'] },
        result: null,
        legal: {
            columns: ['G', 'R', 'stones', 'extra_turns', 'wins'],
            moves: ['GR a2 b2', 'RG a2 b2'],
            rows: [
                [2, 0, 1, 1, 0],
                [0, 0, 0, 0, 0],
            ],
        },
        cells: { a1: 'G', b1: 'R', c1: '^' },
        area: Object.keys(appearance.places),
        printed: { b1: 'R' },
        bag: 7,
        phase: 'place',
        owed: 0,
        lowest: ['R', 'G'],
        swapped: null,
        ...more,
    } as GameView;
}

const explained: Explained = {
    points: { G: 2 },
    lines: [{ of: 'G', cells: ['a1'], points: 1 }],
    pyramids: [],
    areas: [],
    extra_turns: 1,
    ends: '',
    winner: null,
};

describe('a position', () => {
    it('has the names that its game adds', () => {
        const position = positionOf(view(), PLAIN);
        expect(position).toMatchObject({
            seat: 0,
            hand: ['GR', 'GG'],
            supply: { where: 'bag', count: 7 },
            lowest: ['R', 'G'],
        });
        expect(positionOf(view({ viewer: null }), PLAIN).hand).toEqual([]);
        const stock = positionOf(view({ bag: null, left: 3 }), { stock: ['GG'] });
        expect(stock).toMatchObject({ hand: ['GG'], supply: { where: 'left', count: 3 } });
        expect(positionOf(view({ over: true }), { stock: ['GG'] }).hand).toEqual([]);
    });

    it('has the parties and tracks of its seating', () => {
        const pairs = { players: 4, variant: 'pairs' };
        const parties = [
            [0, 2],
            [1, 3],
        ];
        const seating = { ...pairs, teams: true, parties, track_ends: [18, 36] };
        const game = { seatings: [seating] };
        expect(seatingOf(game, pairs)?.track_ends).toEqual([18, 36]);
        expect(partiesOf(game, pairs)).toEqual(parties);
        expect(partiesOf(game, { players: 2, variant: 'standard' })).toEqual([[0], [1]]);
    });

    it('has a tile for everybody where all place the same', () => {
        const common = view({
            cells: [{ a1: 'G' }, {}],
            tile: ['GR', 'GR'],
            placed: [false, true],
        });
        expect(positionOf(common, PLAIN)).toMatchObject({ hand: ['GR'], cells: { a1: 'G' } });
        expect(positionOf({ ...common, viewer: 1 }, PLAIN)).toMatchObject({ hand: [], cells: {} });
        // Who has played and only looks on by now still sees their own board.
        expect(positionOf({ ...common, viewer: 'all' }, PLAIN, 1)).toMatchObject({
            home: 1,
            cells: {},
        });
        expect(positionOf({ ...common, viewer: null }, PLAIN)).toMatchObject({
            cells: { a1: 'G' },
        });
    });
});

describe('what a move brings', () => {
    const legal = new LegalMoves(view().legal);
    const context = { appearance, language: 'en', seat: 0, names: ['Ania', 'Ola'] } as const;
    const [first, second] = legal.of('GR');

    it('is told by colour, and by what the game says of its other numbers', () => {
        const gain = first && gainOf(legal, first, explained, context);
        expect(gain).toEqual({
            colours: [{ letter: 'G', points: 2 }],
            notes: ['1 stone', 'extra turns: 1'],
            warning: '',
        });
        expect(gain && gainInWords(gain, (letter) => faces.name(letter))).toBe(
            'green +2, 1 stone, extra turns: 1',
        );
        expect(second && gainOf(legal, second, null, context).notes).toEqual(['no points']);
        const polish = { ...context, language: 'pl' } as const;
        expect(first && gainOf(legal, first, null, polish).notes[0]).toBe('1 kamień');
    });

    it('is points where a game says no more', () => {
        const told = new LegalMoves({ columns: ['points'], moves: ['G a1'], rows: [[2]] });
        const [only] = told.placements;
        expect(only && gainOf(told, only, null, context).notes).toEqual(['2 points']);
    });

    it('warns when the opponent would win, before and after the server explains', () => {
        const told = new LegalMoves({
            columns: ['own', 'other'],
            moves: ['GR a1 b1'],
            rows: [[5, 5]],
        });
        const [only] = told.placements;
        const number = { said: null, always: false, worth: 1, wins_from: 0, loses_from: 0 };
        const consequences = {
            own: {
                ...number,
                said: { en: '{own} against {other}', pl: '{own} do {other}' },
                always: true,
                wins_from: 5,
            },
            other: { ...number, loses_from: 5 },
        };
        const where = { ...context, appearance: gardenWith({ consequences }) };
        const gain = (winner?: number) =>
            only &&
            gainOf(told, only, winner === undefined ? null : { ...explained, winner }, where);
        expect(gain()).toMatchObject({
            notes: ['5 against 5'],
            warning: 'Careful: with this tile Ola wins!',
        });
        expect(gain(1)?.warning).toContain('Ola');
        expect(gain(0)?.notes).toContain('This wins the game!');
    });

    it('is drawn as lines that begin at the half that counts them', () => {
        const halves = [
            { face: 'G', cell: 'a2' },
            { face: 'R', cell: 'b2' },
        ];
        expect(drawnLines(grid, halves, explained.lines)).toEqual([
            [
                [0, -1],
                [0, 0],
            ],
        ]);
        const double = [
            { face: 'G', cell: 'a2' },
            { face: 'G', cell: 'b2' },
        ];
        const whole = { of: 'G', cells: ['a2', 'b2', 'c2'], points: 1 };
        expect(drawnLines(grid, double, [whole])[0]).toHaveLength(3);
    });
});

describe('words', () => {
    const position = positionOf(view(), PLAIN);
    it('tell cells and moves', () => {
        expect(cellInWords('b1', position, faces, 'en')).toBe('b1: red, printed, last move');
        expect(cellInWords('c2', position, faces, 'en')).toBe('c2: empty');
        expect(moveInWords('GR a1 b1', faces, 'en')).toBe('green on a1, red on b1');
        expect(moveInWords('swap', faces, 'pl')).toBe('wymiana');
        expect(moveInWords('sing', faces, 'pl')).toBe('sing');
        expect(faces.tileName('GG')).toBe('double green');
        expect(rowsInWords(grid)).toEqual([
            ['a2', 'b2', 'c2'],
            ['a1', 'b1', 'c1'],
        ]);
    });

    it('are a rectangle on an open table too', () => {
        expect(rowsInWords(openGrid(['0,0', '1,-1']))).toEqual([
            ['-1,1', '0,1', '1,1', null],
            ['-1,0', '0,0', '1,0', '2,0'],
            ['-1,-1', '0,-1', '1,-1', '2,-1'],
            [null, '0,-2', '1,-2', '2,-2'],
        ]);
    });

    it('ask one thing at a time', () => {
        const asked = (
            more: Partial<GameView>,
            draft = NOTHING,
            busy = false,
            language: Language = 'en',
            extra: 'turn' | 'move' = 'turn',
            words: Traits['words'] = {},
        ) => {
            const now = view({ printed: {}, ...more });
            return promptOf({
                position: positionOf(now, PLAIN),
                appearance: { ...appearance, traits: { ...appearance.traits, words } },
                legal: new LegalMoves(now.legal),
                draft,
                fits: true,
                busy,
                names: ['Ania', 'Ola'],
                language,
                extra,
            });
        };
        expect(asked({})).toBe('Your turn: choose a tile.');
        // Where a game has words for the first tiles, they are said before it is done wrong.
        const words = {
            'prompt.first': { en: 'Your first.', pl: 'Pierwsza.' },
            'prompt.firstElsewhere': {
                en: 'Your first, elsewhere.',
                pl: 'Pierwsza, gdzie indziej.',
            },
            'prompt.chooseTile': { en: 'Choose a brick.', pl: 'Wybierz kafelek.' },
        };
        const begins = (more: Partial<GameView>, draft = NOTHING): string =>
            asked(more, draft, false, 'en', 'turn', words);
        const printed = { a1: 'G' };
        const chosen = { ...NOTHING, stage: 'chosen', tile: 'GR' } as const;
        const laid = { a1: 'G', a2: 'G', b2: 'R', c1: '^' };
        expect(begins({ printed, cells: printed })).toBe('Your first.');
        expect(asked({ printed, cells: printed })).toBe('Your turn: choose a tile.');
        expect(begins({ printed, cells: laid }, chosen)).toBe('Your first, elsewhere.');
        const both = { ...laid, a3: 'G', b3: 'R' };
        expect(begins({ printed, cells: both }, chosen)).toBe('Choose where the tile goes.');
        expect(begins({})).toBe('Choose a brick.');
        expect(asked({}, NOTHING, false, 'pl')).toBe('Twoja kolej: wybierz płytkę.');
        const two: Partial<GameView> = { owed: 2, extra: [1, 2] };
        expect(asked(two)).toBe('Extra turn 1 of 2.');
        expect(asked(two, NOTHING, false, 'pl')).toBe('Dodatkowa tura 1 z 2.');
        expect(asked(two, NOTHING, false, 'pl', 'move')).toBe('Dodatkowy ruch 1 z 2.');
        expect(asked({ owed: 1, extra: [2, 2] })).toBe('Extra turn 2 of 2.');
        expect(asked({ owed: 1, extra: null })).toBe('Your turn: choose a tile.');
        expect(asked({}, { ...NOTHING, stage: 'half', tile: 'GR', cells: ['a2'] })).toBe(
            'Now the cell for the other half.',
        );
        expect(asked({ legal: null, to_act: [1] })).toBe('Ola is thinking…');
        expect(asked({ legal: null, to_act: [1], viewer: null })).toBe('Ola is thinking…');
        const only = (...moves: string[]) => asked({ legal: { columns: [], moves, rows: [] } });
        expect(only('keep', 'swap')).toBe('Swap or keep?');
        expect(only('sing')).toBe('Your turn: choose.');
        expect(only('take G')).toBe('Take a tile from the bank.');
        expect(asked({ over: true })).toBe('The game is over.');
        expect(asked({}, NOTHING, true)).toBe('Sending your move…');
    });

    it('name people, and number bots of one level', () => {
        const seats = [
            { name: 'Ania', bot: null },
            { name: null, bot: 'level-1' },
            { name: null, bot: 'level-1' },
        ];
        const game = { levels: [{ id: 'level-1', name: { en: 'Snail', pl: 'Ślimak' } }] };
        const table = { seats } as unknown as TableView;
        const names = [0, 1, 2, 3].map((seat) =>
            seatName('pl', table, game as unknown as GameDescription, seat),
        );
        expect(names).toEqual(['Ania', 'Ślimak 1', 'Ślimak 2', 'Gracz 4']);
    });
});

describe('the edge of a board', () => {
    it('names rows and columns', () => {
        expect(coordinatesOf(grid).map(({ name }) => name)).toEqual(['a', 'b', 'c', '1', '2']);
        const box = boxOf(grid, 'board');
        expect(box.left).toBeLessThan(-0.9);
        expect(boxOf(openGrid(['0,0']), 'open')).toMatchObject({ left: -3.6, width: 7.2 });
    });

    it('gets darker outside the smallest area', () => {
        expect(toneOf(appearance, false)('a1')).toBe('');
        expect(toneOf(appearance, true)('0,0')).toBe('table');
        const long = {
            ...appearance,
            places: Object.fromEntries(
                Array.from({ length: 13 }, (_, k) => [`c${k}`, [k, 0] as [number, number]]),
            ),
        };
        expect(['c6', 'c2', 'c1', 'c0'].map(toneOf({ ...long, inner_area: 4 }, false))).toEqual([
            '',
            '',
            'outer',
            'outmost',
        ]);
    });
});

describe('the places for a tile', () => {
    const legal = new LegalMoves({
        columns: ['R', 'G'],
        moves: ['GR a10 a11', 'GR a2 a3', 'GR b1 c1'],
        rows: [
            [0, 1],
            [0, 0],
            [2, 1],
        ],
    });
    const moves = (places: readonly { move: string }[]) => places.map(({ move }) => move);

    it('come with the best first where hints are allowed', () => {
        expect(moves(byWorth(legal, legal.of('GR'), {}))).toEqual([
            'GR b1 c1',
            'GR a10 a11',
            'GR a2 a3',
        ]);
        const against = { said: null, always: false, worth: -1, wins_from: 0, loses_from: 0 };
        expect(moves(byWorth(legal, legal.of('GR'), { R: against }))[0]).toBe('GR a10 a11');
        expect(allowsHints({ settings: { hints: true }, daily: null })).toBe(true);
    });

    it('come in the order of the board where they are not', () => {
        expect(moves([...legal.of('GR')].sort(byPlace))).toEqual([
            'GR a2 a3',
            'GR a10 a11',
            'GR b1 c1',
        ]);
        expect(allowsHints({ settings: { hints: false }, daily: null })).toBe(false);
        expect(allowsHints({ settings: { hints: true, rated: true }, daily: null })).toBe(false);
        expect(allowsHints({ settings: { hints: true }, daily: '2026-01-01' })).toBe(false);
    });
});
