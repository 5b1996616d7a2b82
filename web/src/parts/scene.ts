// The little scene of a game: its cells, and the tiles in the order in which they are laid.

import type { PictureView } from '../types';

export type Scene = Pick<PictureView, 'rows' | 'shifts' | 'tiles'>;

export interface SceneCell {
    /** What lies there; a dot is nothing. */
    value: string;
    x: number;
    y: number;
    /** Its column and row. */
    key: string;
}

/** The cells that one tile lies on. */
export type Laid = readonly SceneCell[];

/** All cells of a scene, whose rows are so far apart. */
export function cellsOf(scene: Scene, step: number): SceneCell[] {
    return scene.rows.flatMap((row, y) =>
        row.split(' ').map((value, x) => ({
            value,
            x: x + (scene.shifts[y] ?? 0),
            y: y * step,
            key: `${x} ${y}`,
        })),
    );
}

/** The tiles: first what lies there by itself, then the pairs as the game names them. */
export function laidOf(scene: Scene, cells: readonly SceneCell[]): Laid[] {
    const byKey = new Map(cells.map((cell) => [cell.key, cell]));
    const pairs = scene.tiles.map(([ax = 0, ay = 0, bx = 0, by = 0]) =>
        [byKey.get(`${ax} ${ay}`), byKey.get(`${bx} ${by}`)].filter((cell) => cell !== undefined),
    );
    const paired = new Set(pairs.flat());
    const singles = cells.filter((cell) => cell.value !== '.' && !paired.has(cell));
    return [...singles.map((cell) => [cell]), ...pairs];
}
