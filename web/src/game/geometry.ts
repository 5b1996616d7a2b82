/** Where cells are, what shape they have, and outlines around cells that belong together.
 *
 * Everything is in units of a cell with y downwards, as SVG draws it. */

export type Point = readonly [number, number];
export type CellShape = 'square' | 'hexagon';

const SQUARE: readonly Point[] = [
    [-0.5, -0.5],
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
];
const HEXAGON: readonly Point[] = Array.from({ length: 6 }, (_, k) => [
    Math.sin((k * Math.PI) / 3) / Math.sqrt(3),
    -Math.cos((k * Math.PI) / 3) / Math.sqrt(3),
]);

/** The corners of a cell around its centre, clockwise. */
export const CORNERS: Record<CellShape, readonly Point[]> = { square: SQUARE, hexagon: HEXAGON };

/** The steps to a neighbour, clockwise from the right. */
export const DIRECTIONS: Record<CellShape, readonly Point[]> = {
    square: [
        [1, 0],
        [0, 1],
        [-1, 0],
        [0, -1],
    ],
    hexagon: Array.from({ length: 6 }, (_, k) => [
        Math.cos((k * Math.PI) / 3),
        Math.sin((k * Math.PI) / 3),
    ]),
};

export interface Box {
    left: number;
    top: number;
    width: number;
    height: number;
}

/** What the placing of tiles has to know of a board. */
export interface Grid {
    readonly shape: CellShape;
    /** The cells that are drawn. */
    readonly cells: readonly string[];
    /** The centre of a cell, or nothing where the board has no such cell. */
    place(cell: string): Point | null;
    /** The cell under a point. */
    cellAt(point: Point): string | null;
    neighbour(cell: string, direction: number): string | null;
}

const REACH: Record<CellShape, number> = { square: 0.71, hexagon: 0.58 };

function key(x: number, y: number): string {
    return `${Math.round(x * 100)} ${Math.round(y * 100)}`;
}

/** A board with an edge: the cells in use, of those whose places the game tells (y upwards).
 *
 * Cells `beyond` its edge are not drawn, but a tile can be held there. */
export function boundedGrid(
    shape: CellShape,
    area: readonly string[],
    places: Readonly<Record<string, readonly number[]>>,
    beyond: readonly string[] = [],
): Grid {
    const centres = new Map<string, Point>();
    const named = new Map<string, string>();
    for (const cell of [...area, ...beyond]) {
        const place = places[cell];
        if (!place) continue;
        const point: Point = [place[0] ?? 0, 0 - (place[1] ?? 0)];
        centres.set(cell, point);
        named.set(key(...point), cell);
    }
    return {
        shape,
        cells: area.filter((cell) => centres.has(cell)),
        place: (cell) => centres.get(cell) ?? null,
        cellAt: (point) => nearest(centres, point, REACH[shape]),
        neighbour(cell, direction) {
            const from = centres.get(cell);
            const step = DIRECTIONS[shape][direction];
            if (!from || !step) return null;
            return named.get(key(from[0] + step[0], from[1] + step[1])) ?? null;
        },
    };
}

function nearest(centres: ReadonlyMap<string, Point>, [x, y]: Point, reach: number): string | null {
    let found: string | null = null;
    let least = reach * reach;
    for (const [cell, [cx, cy]] of centres) {
        const distance = (cx - x) ** 2 + (cy - y) ** 2;
        if (distance < least) {
            least = distance;
            found = cell;
        }
    }
    return found;
}

/** A table without edges, whose squares are called "x,y"; those near tiles are drawn. */
export function openGrid(taken: readonly string[]): Grid {
    const near = new Map<string, readonly [number, number]>();
    for (const cell of taken) {
        const [x, y] = squareOf(cell);
        for (let dy = -1; dy <= 1; dy++) {
            for (let dx = -1; dx <= 1; dx++) near.set(`${x + dx},${y + dy}`, [x + dx, y + dy]);
        }
    }
    const reach = [...near.values(), [0, 0] as const];
    const xs = reach.map(([x]) => x);
    const ys = reach.map(([, y]) => y);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [bottom, top] = [Math.min(...ys), Math.max(...ys)];
    const cells = [...near]
        .sort(([, [x1, y1]], [, [x2, y2]]) => y2 - y1 || x1 - x2)
        .map(([cell]) => cell);
    return {
        shape: 'square',
        cells,
        place(cell) {
            const [x, y] = squareOf(cell);
            return [x, 0 - y];
        },
        cellAt: ([x, y]) => `${Math.round(x) + 0},${0 - Math.round(y)}`,
        neighbour(cell, direction) {
            const [x, y] = squareOf(cell);
            const step = DIRECTIONS.square[direction];
            if (!step) return null;
            const [toX, toY] = [x + step[0], y - step[1]];
            // An open table has no edge; nobody needs to go further than around what lies there.
            const near = toX >= left && toX <= right && toY >= bottom && toY <= top;
            return near ? `${toX},${toY}` : null;
        },
    };
}

function squareOf(cell: string): [number, number] {
    const [x, y] = cell.split(',').map(Number);
    return [x ?? 0, y ?? 0];
}

/** The direction from a cell to its neighbour, or nothing where they do not touch. */
export function directionBetween(grid: Grid, from: string, to: string): number | null {
    const directions = DIRECTIONS[grid.shape].length;
    for (let k = 0; k < directions; k++) if (grid.neighbour(from, k) === to) return k;
    return null;
}

/** Where cells are; those that are not on the board are left out. */
export function pointsOf(grid: Grid, cells: readonly string[]): Point[] {
    return cells.map((cell) => grid.place(cell)).filter((point) => point !== null);
}

/** The box around cells, with room on every side. */
export function boxAround(grid: Grid, cells: readonly string[], room: number): Box {
    const points = pointsOf(grid, cells);
    const xs = points.map(([x]) => x);
    const ys = points.map(([, y]) => y);
    const left = Math.min(...xs) - room;
    const top = Math.min(...ys) - room;
    return {
        left,
        top,
        width: Math.max(...xs) + room - left,
        height: Math.max(...ys) + room - top,
    };
}

/** The corners around connected cells: along the edges that no two of them share. */
export function outline(shape: CellShape, centres: readonly Point[]): Point[] {
    const edges = new Map<string, { start: Point; end: Point }>();
    for (const [x, y] of centres) {
        const corners = CORNERS[shape].map(([dx, dy]): Point => [x + dx, y + dy]);
        corners.forEach((start, k) => {
            const end = corners[(k + 1) % corners.length] as Point;
            const back = `${key(...end)}|${key(...start)}`;
            if (edges.has(back)) edges.delete(back);
            else edges.set(`${key(...start)}|${key(...end)}`, { start, end });
        });
    }
    const following = new Map([...edges.values()].map((edge) => [key(...edge.start), edge]));
    const first = [...following.values()][0];
    if (!first) return [];
    const around: Point[] = [];
    let edge: { start: Point; end: Point } | undefined = first;
    do {
        around.push(edge.start);
        edge = following.get(key(...edge.end));
    } while (edge && edge !== first && around.length <= following.size);
    return around;
}

function written([x, y]: Point): string {
    return `${round(x)} ${round(y)}`;
}

function round(value: number): number {
    return Math.round(value * 1000) / 1000 + 0;
}

/** A point at a distance from one point towards another, at most a share of the way. */
export function towards(from: Point, to: Point, distance: number, most = 0.5): Point {
    const whole = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const share = Math.min(most, distance / whole);
    return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
}

/** The path of a polygon with its corners rounded off. */
export function rounded(corners: readonly Point[], radius: number): string {
    const parts = corners.map((corner, k) => {
        const before = corners[(k + corners.length - 1) % corners.length] as Point;
        const after = corners[(k + 1) % corners.length] as Point;
        const start = towards(corner, before, radius);
        const end = towards(corner, after, radius);
        return `${written(start)}Q${written(corner)} ${written(end)}`;
    });
    return parts.length ? `M${parts.join('L')}Z` : '';
}

/** The path of a polygon. */
export function sharp(corners: readonly Point[]): string {
    return corners.length ? `M${corners.map(written).join('L')}Z` : '';
}

/** The path of a line through points. */
export function polyline(points: readonly Point[]): string {
    return points.length ? `M${points.map(written).join('L')}` : '';
}

/** The path of one cell around its centre, a little rounded. */
export const CELL_PATHS: Record<CellShape, string> = {
    square: rounded(SQUARE, 0.1),
    hexagon: rounded(HEXAGON, 0.1),
};
