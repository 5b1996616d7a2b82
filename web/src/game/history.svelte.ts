/** The moves so far, where the board must show what lies under other tiles. */

import type { Cells } from './position';
import { joints, movesOf, type Stacks, stacksOf, upTo } from './stacks';

export class Layers {
    stacks: Stacks = $state.raw(stacksOf([]));
    private asked = '';
    private moves: string[] = [];

    constructor(private readonly record: () => Promise<unknown>) {}

    /** Bring the stacks up to date with what is seen from above, after so many moves. */
    async follow(cells: Cells, after: number, last: string | null): Promise<void> {
        if (fits(this.stacks, cells) || this.take(this.moves.slice(0, after), cells)) return;
        const next = [...this.moves.slice(0, after - 1), ...(last ? [last] : [])];
        if (next.length === after && this.take(next, cells)) return;
        const wanted = JSON.stringify(cells);
        if (this.asked === wanted) return;
        this.asked = wanted;
        try {
            const moves = movesOf(await this.record(), Infinity);
            if (this.asked === wanted && this.take(moves.slice(0, after), cells)) {
                this.moves = moves;
            }
        } catch {
            this.asked = ''; // the board is right without it; the next move asks again
        }
    }

    private take(moves: string[], cells: Cells): boolean {
        const stacks = stacksOf(moves);
        if (!fits(stacks, cells)) return false;
        this.stacks = stacks;
        if (moves.length > this.moves.length) this.moves = moves;
        return true;
    }

    get highest(): number {
        return Math.max(1, ...[...this.stacks.values()].map((stack) => stack.length));
    }

    joints(level: number): [string, string][] {
        return joints(this.stacks, level);
    }

    cells(level: number): Cells {
        return upTo(this.stacks, level);
    }
}

function fits(stacks: Stacks, cells: Cells): boolean {
    const tops = upTo(stacks, Infinity);
    const names = Object.keys(cells);
    return (
        names.length === Object.keys(tops).length &&
        names.every((cell) => tops[cell] === cells[cell])
    );
}
