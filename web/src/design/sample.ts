/** A small position that shows what a game has: made of its appearance alone, without its rules. */

import { boundedGrid, DIRECTIONS, type Grid, openGrid, type Point } from '../game/geometry';
import type { Half } from '../game/moves';
import type { Cells } from '../game/position';
import type { Appearance } from '../types';

export interface Sample {
    grid: Grid;
    cells: Cells;
    printed: Cells;
    last: string[];
    joints: [string, string][];
    targets: Set<string>;
    forbidden: Set<string>;
    ghost: Half[];
    /** From the ghost through what it would count with. */
    line: Point[];
}

/** So many cells make a whole shape. */
const AREA = { hexagon: 19, square: 25 };
const HIGHEST = 4;

/** One value of each colour that can lie on a cell, and each piece: shapes and heights in turn. */
export function valuesOf({ colours, shapes, pieces, traits }: Appearance): string[] {
    const kinds = Object.keys(shapes);
    const coloured = Object.keys(colours).map((colour, k) => {
        if (traits.stacks) return `${colour}${(k % HIGHEST) + 1}`;
        return `${colour}${kinds[k % (kinds.length || 1)] ?? ''}`;
    });
    const higher = traits.stacks
        ? Object.keys(colours).flatMap((colour) => [`${colour}3`, `${colour}6`])
        : [];
    return [...coloured, ...higher, ...Object.keys(pieces)];
}

/** Moves of different tiles to the place of the game's own example. */
export function movesOf(appearance: Appearance): string[] {
    const [, ...cells] = appearance.traits.example.split(' ');
    const values = valuesOf(appearance).slice(0, Object.keys(appearance.colours).length);
    return values.map((value, k) => {
        const next = values[(k + 1) % values.length] ?? '';
        const tile = cells.length === 1 ? value : `${value[0]}${next[0]}`;
        return [tile, ...cells].join(' ');
    });
}

export function sampleOf(appearance: Appearance): Sample {
    const values = valuesOf(appearance);
    const near = placesOf(appearance)
        .sort(([, one], [, other]) => Math.hypot(...one) - Math.hypot(...other))
        .slice(0, AREA[appearance.cell])
        .map(([cell]) => cell);
    const [ghostAt = '', lastAt = '', ...rest] = near;
    const lying = rest.slice(0, values.length);
    const cells: Record<string, string> = {};
    lying.forEach((cell, k) => (cells[cell] = values[k] ?? ''));
    cells[lastAt] = values[0] ?? '';
    const open = rest.slice(values.length);
    const printedAt = open[0] ?? '';
    cells[printedAt] = values[1] ?? '';
    const printed = { [printedAt]: values[1] ?? '' };
    const free = open.filter((cell) => !(cell in cells));
    const grid =
        Object.keys(appearance.places).length === 0
            ? openGrid(near)
            : boundedGrid(appearance.cell, near, appearance.places);
    const directions = DIRECTIONS[appearance.cell].length;
    const counted = Array.from({ length: directions }, (_, k) => grid.neighbour(ghostAt, k)).find(
        (cell) => cell !== null && cell in cells,
    );
    const points = [ghostAt, counted ?? ''].map((cell) => grid.place(cell));
    const [one = '', two = ''] = lying;
    const touching = Array.from({ length: directions }, (_, k) => grid.neighbour(one, k));
    return {
        grid,
        cells,
        printed,
        last: [lastAt],
        joints: appearance.halves === 2 && touching.includes(two) ? [[one, two]] : [],
        targets: new Set([...free.slice(0, 3), ...lying.slice(-1)]),
        forbidden: new Set(free.slice(3, 4)),
        ghost: [{ face: values[1] ?? '', cell: ghostAt }],
        line: points.filter((point) => point !== null),
    };
}

/** Where cells are, seen from the middle of all. */
function placesOf({ places }: Appearance): [string, Point][] {
    const all = Object.entries(places);
    if (all.length === 0) {
        const steps = [-2, -1, 0, 1, 2];
        return steps.flatMap((x) => steps.map((y): [string, Point] => [`${x},${y}`, [x, y]]));
    }
    const middle = [0, 1].map((k) => all.reduce((sum, [, at]) => sum + (at[k] ?? 0), 0));
    return all.map(([cell, at]) => [
        cell,
        [
            (at[0] ?? 0) - (middle[0] ?? 0) / all.length,
            (at[1] ?? 0) - (middle[1] ?? 0) / all.length,
        ],
    ]);
}
