// The faces of the bots, in a box of 48 by 48: layers from the back to the front.

/** A shape, what it is filled with, and how thick a line it is drawn with instead. */
export type Layer = readonly [path: string, colour: string, line?: number];

const circle = (x: number, y: number, r: number) =>
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

const DARK = '#2b211a';
const LIGHT = '#fff8ea';

export const BOT_FACES: Readonly<Record<string, readonly Layer[]>> = {
    snail: [
        [circle(24, 24, 24), '#cfe3b4'],
        ['M6 40c0-4 4-5 9-5h18V22c0-4 7-4 7 0v11c0 5-3 9-9 9H8c-1 0-2-1-2-2z', '#e3ad6a'],
        ['M34 22l-3-9M38.5 22l3-9', '#e3ad6a', 3],
        [circle(30.5, 12, 3), DARK],
        [circle(42, 12, 3), DARK],
        [circle(19, 25, 13), '#8a4f2a'],
        ['M19 25c0-3 5-3 5 1s-7 6-10 1s3-12 9-11s9 6 7 11', LIGHT, 2.6],
        ['M35.5 29c1 1.5 2 1.5 3 .5', DARK, 1.8],
    ],
    hare: [
        [circle(24, 24, 24), '#c4dcec'],
        ['M14 25C8 14 9 3 14 3s7 9 6 19zM34 25c6-11 5-22 0-22s-7 9-6 19z', '#a98a6d'],
        ['M15 20c-3-6-3-13-1-13s4 6 3 12zM33 20c3-6 3-13 1-13s-4 6-3 12z', '#f3c9c0'],
        ['M24 18c9 0 14 6 14 14s-6 12-14 12s-14-4-14-12s5-14 14-14z', '#a98a6d'],
        ['M24 31c5 0 8 3 8 6.5S29 43 24 43s-8-2-8-5.5s3-6.5 8-6.5z', LIGHT],
        [circle(17, 28, 2.9), DARK],
        [circle(31, 28, 2.9), DARK],
        ['M21 33h6l-3 3.5z', '#b3473c'],
        ['M22 37v5h4v-5z', '#ffffff'],
        ['M24 37v5', DARK, 1.2],
    ],
    hedgehog: [
        [circle(24, 24, 24), '#f3dfa4'],
        ['M5 38l-1-7l5-1l-4-6l6-1l-2-7l6 1l0-7l6 4l3-7l5 6l5-5l2 7l5-2l-1 7l4 4l-6 6z', '#5a4030'],
        ['M15 43c-5-6-3-18 9-19c6 0 9 3 12 8l8 4c2 1 2 4 0 4.5L34 43z', '#f2d3a6'],
        [circle(42.5, 37.5, 3.2), DARK],
        [circle(31, 32, 2.7), DARK],
        ['M29 38.5c2 2 5 2.2 7.5 1', DARK, 1.8],
        ['M12 24l-3-3M18 17l-2-4M27 15v-4M35 19l2-4', '#8b6a50', 2.2],
    ],
    fox: [
        [circle(24, 24, 24), '#cde0d6'],
        ['M7 5l12 9h10l12-9l1 19c0 10-12 19-18 20C18 43 6 34 6 24z', '#d9691e'],
        ['M10 10l7 6l-6 6zM38 10l-7 6l6 6z', '#5b2a10'],
        ['M24 44C18 43 6 34 6 25c8 0 14 4 18 11c4-7 10-11 18-11c0 9-12 18-18 19z', LIGHT],
        ['M14 25.5c2-2.5 5-2.5 6.5 0M27.5 25.5c2-2.5 5-2.5 6.5 0', DARK, 3],
        ['M19.5 37h9L24 42.5z', DARK],
    ],
    owl: [
        [circle(24, 24, 24), '#3f4a73'],
        [
            'M8 6c5 5 9 6 16 6s11-1 16-6c2 9 2 15 1 21c-2 10-9 16-17 16S9 37 7 27C6 21 6 15 8 6z',
            '#8d6b4a',
        ],
        [circle(15.5, 22, 9), LIGHT],
        [circle(32.5, 22, 9), LIGHT],
        [circle(15.5, 22, 4.6), DARK],
        [circle(32.5, 22, 4.6), DARK],
        [circle(17, 20.5, 1.5), '#ffffff'],
        [circle(34, 20.5, 1.5), '#ffffff'],
        ['M20.5 28h7L24 35z', '#f2a93b'],
        ['M17 38l2 2l2-2M22 40l2 2l2-2M27 38l2 2l2-2', '#f1dcc0', 1.8],
    ],
};

/** Whoever has no face of its own: a tile with two eyes. */
export const PLAIN_FACE: readonly Layer[] = [
    [circle(24, 24, 24), '#d8cdb8'],
    ['M24 6l15.5 9v18L24 42L8.5 33V15z', '#5f6b78'],
    [circle(18, 22, 3.2), LIGHT],
    [circle(30, 22, 3.2), LIGHT],
    ['M17 31h14', LIGHT, 2.6],
];
