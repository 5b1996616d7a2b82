// Where the diagrams of a game stand in its rules: right below what they are about.

import { rulesIn, type Block } from '../core/markdown';
import type { Exercise } from '../types';

export interface Passage {
    blocks: Block[];
    /** What can be tried out below. */
    diagrams: Exercise[];
}

/** The rules in passages, each with the diagrams that belong below it; the others come last. */
export function passagesOf(
    blocks: readonly Block[],
    diagrams: readonly Exercise[],
): readonly Passage[] {
    const passages: Passage[] = [{ blocks: [], diagrams: [] }];
    const left = new Set(diagrams);
    for (const block of blocks) {
        if (passages.at(-1)?.diagrams.length) passages.push({ blocks: [], diagrams: [] });
        const told = rulesIn([block]);
        const here = diagrams.filter(({ rule }) => rule && told.includes(rule));
        for (const diagram of here) left.delete(diagram);
        passages.at(-1)?.blocks.push(block);
        passages.at(-1)?.diagrams.push(...here);
    }
    passages.at(-1)?.diagrams.push(...left);
    return passages;
}
