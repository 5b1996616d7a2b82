import { expect, test } from 'vitest';

import { gardenWith } from '../game/testing';
import type { GameView, TableView, You } from '../types';
import { moveInWords, proposalText, statusLine, timeText } from './wording';

const look = (en: string, pl: string) => ({ name: { en, pl }, fill: '#123456', symbol: 'M0 0Z' });

const dominoes = {
    ...gardenWith({
        choices: {
            swap: {
                action: { en: 'Swap', pl: 'Wymień' },
                said: { en: 'all tiles swapped', pl: 'wymiana' },
                prompt: null,
                forced: { en: 'Swap or keep.', pl: 'Wymień albo zostaw.' },
            },
        },
        words: { 'prompt.chooseTile': { en: 'Lay a brick.', pl: 'Połóż cegłę.' } },
    }),
    colours: { R: look('red', 'czerwony'), B: look('blue', 'niebieski') },
};
const red = {
    ...look('red', 'czerwony'),
    forms: {
        feminine: { en: 'red', pl: 'czerwona' },
        neuter: { en: 'red', pl: 'czerwone' },
    },
};
const shapes = {
    ...dominoes,
    halves: 1 as const,
    colours: { ...dominoes.colours, R: red },
    shapes: {
        s: { ...look('star', 'gwiazda'), gender: 'feminine' },
        f: { ...look('flower', 'kwiat'), gender: 'masculine' },
        u: { ...look('sun', 'słońce'), gender: 'neuter' },
    },
};

test('moves in words', () => {
    expect(moveInWords('en', 'RB f7 f8', dominoes)).toBe('red on f7, blue on f8');
    expect(moveInWords('pl', 'Rs 1,0', shapes)).toBe('czerwona gwiazda na 1,0');
    expect(moveInWords('pl', 'Rf 1,0', shapes)).toBe('czerwony kwiat na 1,0');
    expect(moveInWords('pl', 'take Ru', shapes)).toBe('z banku: czerwone słońce');
    expect(moveInWords('en', 'take Ru', shapes)).toBe('from the bank: red sun');
    expect(moveInWords('en', 'take Bs', shapes)).toBe('from the bank: blue star');
    expect(moveInWords('en', 'swap', dominoes)).toBe('all tiles swapped');
});

const table = {
    status: 'playing',
    players: 2,
    places: null,
    seats: [
        { name: 'Ania', bot: null, stand_in: null },
        { name: null, bot: 'level-1', stand_in: null },
    ],
} as unknown as TableView;
const you: You = { person: 'a', seats: [0], host: true, looking_as: 0 };
const view = (changes: object) =>
    ({
        to_act: [0],
        chance: false,
        legal: { moves: ['RB a1 a2'], rows: [] },
        ...changes,
    }) as unknown as GameView;

test('of their own requests people are told as "you"', () => {
    const seats = [
        { name: 'Ania', person: 'a' },
        { name: 'Ola', person: 'o' },
    ];
    const asks = (person: string, what: string, language: 'en' | 'pl' = 'en', rated = false) => {
        const proposal = { what, person, seat: 1, number: 3, agreed: [person] };
        const asked = { ...table, seats, proposal, settings: { rated } } as unknown as TableView;
        return proposalText(language, asked, you, undefined);
    };
    expect(asks('a', 'take-back')).toBe('You ask to take your move back.');
    expect(asks('o', 'take-back')).toBe('Ola asks to take a move back.');
    expect(asks('a', 'rematch', 'pl')).toBe('Proponujesz rewanż.');
    expect(asks('o', 'rematch', 'pl')).toBe('Ola proponuje rewanż.');
    expect(asks('a', 'stand-in', 'en', true)).toBe(
        'You ask for a bot to play for Ola. If everybody agrees, also Ola, the game no longer counts for ratings.',
    );
});

test('the status says what is asked', () => {
    const line = (changes: object, looks = gardenWith({})) =>
        statusLine('en', table, you, view(changes), undefined, looks);
    expect(line({})).toBe('Your turn: choose a tile');
    expect(line({}, dominoes)).toBe('Lay a brick');
    const onlyOne = { viewer: 0, hands: [{ tiles: ['RB'], hidden: 0 }] };
    expect(line(onlyOne)).toBe('Choose where the tile goes');
    expect(line({ phase: 'extra', extra: [2, 2] })).toBe('Extra turn 2 of 2');
    const only = (...moves: string[]) => ({ legal: { moves, rows: [] } });
    expect(line(only('keep', 'swap'), dominoes)).toBe('Swap or keep');
    expect(line(only('keep', 'swap'))).toBe('Your turn: choose');
    expect(line(only('take Rs'))).toBe('Take a tile from the bank');
    expect(statusLine('en', table, you, view({}), undefined, undefined)).toBe('Your turn');
    expect(line({ to_act: [1], legal: null })).toBe('level-1 is thinking…');
});

test('the end says who won', () => {
    const over = { ...table, status: 'over', places: [1, 2] } as TableView;
    expect(statusLine('en', over, you, view({}), undefined, undefined)).toBe('You won!');
    const tie = { ...over, places: [1, 1] } as TableView;
    expect(statusLine('pl', tie, you, view({}), undefined, undefined)).toBe(
        'Remis: Ania i level-1',
    );
});

test('clocks', () => {
    expect(timeText(65_000, 'en')).toBe('1:05');
    expect(timeText(3_725_000, 'en')).toBe('1:02:05');
    expect(timeText(2 * 86_400_000, 'pl')).toMatch(/^2 dni 0 h|2\sd/);
});
