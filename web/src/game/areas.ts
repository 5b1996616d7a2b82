/** Areas of one colour on a ramp, and the shapes that tasks look for. */

import type { Point } from './geometry';

export interface Area {
    colour: string;
    cells: string[];
}

/** Cells of one colour that touch by their sides, area by area. */
export function areasOf(cells: Readonly<Record<string, string>>): Area[] {
    const left = new Set(Object.keys(cells));
    const areas: Area[] = [];
    for (const start of Object.keys(cells)) {
        if (!left.delete(start)) continue;
        const area: Area = { colour: cells[start] ?? '', cells: [start] };
        for (const cell of area.cells) {
            for (const next of beside(cell)) {
                if (cells[next] === area.colour && left.delete(next)) area.cells.push(next);
            }
        }
        areas.push(area);
    }
    return areas;
}

function squareOf(cell: string): Point {
    return [cell.charCodeAt(0) - 97, Number(cell.slice(1))];
}

export function cellOf(column: number, row: number): string {
    return `${String.fromCharCode(97 + column)}${row}`;
}

function beside(cell: string): string[] {
    const [x, y] = squareOf(cell);
    return [cellOf(x + 1, y), cellOf(x - 1, y), cellOf(x, y + 1), cellOf(x, y - 1)];
}

export interface Task {
    name: string;
    points: number;
    /** Rows of squares; a task without a shape takes any area of its size. */
    rows: string[];
    anyShape: boolean;
}

/** The tasks as their cards draw them; what they are worth is printed there too. */
export const TASKS: Record<string, Task> = Object.fromEntries(
    (
        [
            ['four', 1, '##/.##', true],
            ['I', 1, '####', false],
            ['O', 1, '##/##', false],
            ['L', 1, '#./#./##', false],
            ['T', 1, '###/.#.', false],
            ['single', -1, '#', false],
            ['pair', -1, '##', false],
            ['straight', -2, '###', false],
            ['corner', -2, '#./##', false],
        ] as const
    ).map(([name, points, shape, anyShape]) => [
        name,
        { name, points, rows: shape.split('/'), anyShape },
    ]),
);

/** Whether an area is exactly what a task looks for, turned or flipped. */
export function matches(task: Task, cells: readonly string[]): boolean {
    const squares = squaresOf(task.rows);
    if (squares.length !== cells.length) return false;
    return task.anyShape || canonical(squares) === canonical(cells.map(squareOf));
}

function squaresOf(rows: readonly string[]): Point[] {
    return rows.flatMap((row, y) =>
        [...row].flatMap((mark, x): Point[] => (mark === '#' ? [[x, y]] : [])),
    );
}

/** One text for all ways to turn and flip a shape. */
function canonical(squares: readonly Point[]): string {
    const ways: string[] = [];
    let turned = squares;
    for (let k = 0; k < 4; k++) {
        turned = turned.map(([x, y]): Point => [-y, x]);
        ways.push(placed(turned), placed(turned.map(([x, y]): Point => [-x, y])));
    }
    return ways.sort()[0] ?? '';
}

function placed(squares: readonly Point[]): string {
    const left = Math.min(...squares.map(([x]) => x));
    const top = Math.min(...squares.map(([, y]) => y));
    return squares
        .map(([x, y]) => `${x - left},${y - top}`)
        .sort()
        .join(' ');
}

/** Where a tile over columns comes to rest: on what lies highest below it. */
export function fallen(taken: (cell: string) => boolean, cells: readonly string[]): string[] {
    const top = (column: number): number => {
        let highest = 0;
        for (let row = 1; row <= RAMP_ROWS; row++) if (taken(cellOf(column, row))) highest = row;
        return highest;
    };
    const squares = cells.map(squareOf);
    const lowest = Math.min(...squares.map(([, row]) => row));
    const floor = Math.max(...squares.map(([column]) => top(column))) + 1;
    return squares.map(([column, row]) => cellOf(column, floor + row - lowest));
}

export const RAMP_ROWS = 6;
/** Rows above the ramp, where a tile sticks out that does not fit. */
export const ROWS_ABOVE = 2;
