/** Areas of one colour on a ramp, and the task cards that they are compared with. */

import type { Cells } from '../../game/position';
import type { Appearance, Words } from '../../types';

/** A task card, as the server describes it. */
export interface Task {
    text: Words;
    points: number;
    /** Its drawing: rows of squares. */
    rows: string[];
    /** Every form of the areas that it looks for, in the lower left corner; none: any form. */
    forms: string[][];
}

interface ForPage {
    /** How large areas are to be. */
    exact_size: number;
    tasks: Record<string, Task>;
}

/** What the server tells this part of the page alone. */
export function forPage({ traits }: Appearance): ForPage {
    return traits.page as unknown as ForPage;
}

/** Cells of one colour that touch by their sides, area by area. */
export function areasOf(cells: Cells): string[][] {
    const left = new Set(Object.keys(cells));
    const areas: string[][] = [];
    for (const start of Object.keys(cells)) {
        if (!left.delete(start)) continue;
        const area = [start];
        for (const cell of area) {
            for (const next of beside(cell)) {
                if (cells[next] === cells[start] && left.delete(next)) area.push(next);
            }
        }
        areas.push(area);
    }
    return areas;
}

function beside(cell: string): string[] {
    return [moved(cell, 1, 0), moved(cell, -1, 0), moved(cell, 0, 1), moved(cell, 0, -1)];
}

/** The cell so many columns to the right and rows further up. */
function moved(cell: string, columns: number, rows: number): string {
    return `${String.fromCharCode(cell.charCodeAt(0) + columns)}${Number(cell.slice(1)) + rows}`;
}

/** Whether an area is exactly what a task looks for. */
export function matches({ rows, forms }: Task, area: readonly string[]): boolean {
    if (forms.length === 0) return area.length === rows.join('').replaceAll('.', '').length;
    const form = inCorner(area);
    return forms.some((each) => [...each].sort().join() === form);
}

function inCorner(area: readonly string[]): string {
    const left = Math.min(...area.map((cell) => cell.charCodeAt(0) - 'a'.charCodeAt(0)));
    const below = Math.min(...area.map((cell) => Number(cell.slice(1)) - 1));
    return area
        .map((cell) => moved(cell, -left, -below))
        .sort()
        .join();
}

export interface Counted {
    cells: readonly string[];
    /** What its tasks bring; less than nothing where they count against one. */
    points: number;
    /** All that was counted so far, with it. */
    total: number;
}

/** The areas that bring points for some tasks, one after the other: what is good comes first. */
export function counted(areas: readonly (readonly string[])[], tasks: readonly Task[]): Counted[] {
    const found = areas.flatMap((cells) => {
        const points = tasks
            .filter((task) => matches(task, cells))
            .reduce((sum, task) => sum + task.points, 0);
        return points === 0 ? [] : [{ cells, points }];
    });
    found.sort((one, other) => Number(other.points > 0) - Number(one.points > 0));
    let total = 0;
    return found.map((area) => ({ ...area, total: (total += area.points) }));
}
