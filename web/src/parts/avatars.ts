// The faces that people choose from: a symbol cut into a glazed tile, with eyes; in a box of 48 by 48.
// Each has a shape of its own, so that they are told apart without colours, too.

import type { PersonView } from '../types';

export type Avatar = PersonView['avatar'];

export interface Face {
    /** What the tile is glazed with, and the symbol. */
    tile: string;
    symbol: string;
    path: string;
    /** Where the face is: between the eyes, and how far they are from there. */
    at: readonly [x: number, y: number];
    apart?: number;
}

const circle = (x: number, y: number, r: number) =>
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`;

/** A star of points between two circles around the middle. */
function star(points: number, inner: number, outer: number): string {
    const corners = Array.from({ length: 2 * points }, (_, k) => {
        const [r, angle] = [k % 2 ? inner : outer, (k * Math.PI) / points - Math.PI / 2];
        return `${(24 + r * Math.cos(angle)).toFixed(1)} ${(24 + r * Math.sin(angle)).toFixed(1)}`;
    });
    return `M${corners.join('L')}z`;
}

const PETALS = Array.from({ length: 6 }, (_, k) => {
    const angle = (k * Math.PI) / 3;
    return circle(24 + 10 * Math.cos(angle), 24 + 10 * Math.sin(angle), 6.5);
});

export const FACES: Readonly<Record<Avatar, Face>> = {
    sun: { tile: '#2f6f9f', symbol: '#ffd766', path: star(12, 13.5, 19), at: [24, 22] },
    moon: {
        tile: '#2b2f55',
        symbol: '#e9e4d2',
        path: 'M30 5.5a18.5 18.5 0 1 0 11.5 27.5a16 16 0 0 1-11.5-27.5z',
        at: [19, 24],
        apart: 4.5,
    },
    star: { tile: '#7a2f4f', symbol: '#ffe9a8', path: star(5, 10, 20), at: [24, 23], apart: 4.5 },
    leaf: {
        tile: '#e8dcc0',
        symbol: '#3f7d46',
        path: 'M8 40C4 20 18 6 42 6c1 22-9 35-25 33l-5 5-3-2z',
        at: [25, 20],
    },
    drop: {
        tile: '#dfeaf0',
        symbol: '#2f78b7',
        path: 'M24 4c8 11 14 17 14 25a14 14 0 0 1-28 0C10 21 16 15 24 4z',
        at: [24, 28],
    },
    flame: {
        tile: '#3a2a26',
        symbol: '#f0803c',
        path: 'M25 4c2 8 12 12 12 24a13 14 0 0 1-26 1c0-6 3-9 5-13 1 3 2 4 4 5 0-7 1-12 5-17z',
        at: [24, 30],
        apart: 5,
    },
    mountain: {
        tile: '#cfe0ea',
        symbol: '#5d6b7a',
        path: 'M3 41L18 13l6 9 6-8 15 27z',
        at: [23, 31],
    },
    cloud: {
        tile: '#4f7fae',
        symbol: '#f6f8fa',
        path: 'M13 38a8.5 8.5 0 0 1-1-17a11 11 0 0 1 21-4a10.5 10.5 0 0 1 2 21z',
        at: [24, 26],
    },
    diamond: {
        tile: '#f2e3cf',
        symbol: '#7c4aa0',
        path: 'M24 4l18 20-18 20L6 24z',
        at: [24, 22],
        apart: 5,
    },
    flower: {
        tile: '#2f5d4a',
        symbol: '#f3a6b8',
        path: [...PETALS, circle(24, 24, 9)].join(''),
        at: [24, 22],
        apart: 4.5,
    },
    boat: {
        tile: '#bfe0dc',
        symbol: '#9a4a2c',
        path: 'M4 28h40l-6 13H10zM22 4v22H9zM25 9l13 17H25z',
        at: [24, 33],
    },
    mushroom: {
        tile: '#d9e4c4',
        symbol: '#b3392f',
        path: 'M5 25a19 19 0 0 1 38 0zM17 27h14l2 15H15z',
        at: [24, 18],
    },
};

export const AVATARS = Object.keys(FACES) as Avatar[];
