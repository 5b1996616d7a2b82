import { expect, test } from 'vitest';

import { blocksOf } from '../core/markdown';
import type { Exercise } from '../types';
import { passagesOf } from './placed';

const blocks = blocksOf('# Garden\n\nLay. [GA-1]\n\n- Or pass. [GA-2]\n\nThen draw. [GA-3]\n');
const about = (rule: string | null) => ({ rule }) as Exercise;

test('a diagram stands below the block that tells its rule', () => {
    const [second, first] = [about('GA-2'), about('GA-1')];
    const passages = passagesOf(blocks, [second, first]);
    expect(passages.map(({ blocks, diagrams }) => [blocks.length, diagrams])).toEqual([
        [2, [first]],
        [1, [second]],
        [1, []],
    ]);
});

test('one about no rule, or about one that is not told, comes last', () => {
    const others = [about(null), about('GA-9')];
    const passages = passagesOf(blocks, others);
    expect(passages).toHaveLength(1);
    expect(passages[0]?.diagrams).toEqual(others);
});

test('before the diagrams are there, the rules are one passage', () => {
    expect(passagesOf(blocks, [])).toEqual([{ blocks, diagrams: [] }]);
});
