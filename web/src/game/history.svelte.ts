/** The moves so far, where the board must show what lies under other tiles. */

import type { Cells } from './position';
import { joints, movesOf, type Stacks, stacksOf, upTo } from './stacks';

export class Layers {
    stacks: Stacks = $state.raw(stacksOf([]));
    private asked = '';

    constructor(private readonly record: () => Promise<unknown>) {}

    /** Bring the stacks up to date with what is seen from above. */
    async follow(cells: Cells, after: number): Promise<void> {
        if (this.fits(cells)) return;
        const wanted = `${after} ${JSON.stringify(cells)}`;
        if (this.asked === wanted) return;
        this.asked = wanted;
        try {
            const moves = movesOf(await this.record(), after);
            if (this.asked === wanted) this.stacks = stacksOf(moves);
        } catch {
            this.asked = ''; // the board is right without it; the next move asks again
        }
    }

    private fits(cells: Cells): boolean {
        const tops = upTo(this.stacks, Infinity);
        const names = Object.keys(cells);
        return (
            names.length === Object.keys(tops).length &&
            names.every((cell) => tops[cell] === cells[cell])
        );
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
