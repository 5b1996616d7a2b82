// A made-up game of two colours on a small board, for tests.

import type { Appearance, Traits } from '../types';

const look = (en: string, pl: string, fill: string) => ({
    name: { en, pl },
    fill,
    symbol: 'M0 0Z',
});

/** A game that says nothing of how it is shown. */
export const PLAIN: Traits = {
    scores: 'points',
    consequences: {},
    choices: {},
    stock: [],
    signs: '',
    stacks: false,
    slides: false,
    new_round: '',
    example: 'GR a1 b1',
    words: {},
    picture: null,
    page: {},
};

export const GARDEN: Appearance = {
    cell: 'square',
    halves: 2,
    places: { a1: [0, 0], b1: [1, 0], c1: [2, 0], a2: [0, 1], b2: [1, 1], c2: [2, 1] },
    inner_area: null,
    colours: {
        G: look('green', 'zielony', '#2e9e4f'),
        R: look('red', 'czerwony', '#c2182b'),
    },
    shapes: {},
    pieces: { '^': look('stone', 'kamień', '#7d7363') },
    initials: true,
    traits: PLAIN,
};

/** The same game with traits of its own. */
export const gardenWith = (traits: Partial<Traits>): Appearance => ({
    ...GARDEN,
    traits: { ...PLAIN, ...traits },
});
