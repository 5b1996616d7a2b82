import { expect, test } from 'vitest';

import { anchorOf, blocksOf, inlineOf, rulesIn, withoutBoards } from './markdown';

test('inline', () => {
    expect(inlineOf('Lay **a `RB` tile** *now*. [AX-6]')).toEqual([
        { kind: 'text', text: 'Lay ' },
        {
            kind: 'strong',
            inside: [
                { kind: 'text', text: 'a ' },
                { kind: 'code', text: 'RB' },
                { kind: 'text', text: ' tile' },
            ],
        },
        { kind: 'text', text: ' ' },
        { kind: 'emphasis', inside: [{ kind: 'text', text: 'now' }] },
        { kind: 'text', text: '. ' },
        { kind: 'rule', text: 'AX-6' },
    ]);
});

test('HTML is text like any other', () => {
    expect(inlineOf('<b onclick="x">')).toEqual([{ kind: 'text', text: '<b onclick="x">' }]);
});

test('blocks: headings, wrapped paragraphs, nested lists, code', () => {
    const blocks = blocksOf(
        '# Title\n\nOne\ntwo.\n\n- first\n  goes on\n  - inner\n- second\n\n1. a\n2. b\n\n```text\nx  y\n```\n',
    );
    expect(blocks.map((block) => block.kind)).toEqual([
        'heading',
        'paragraph',
        'list',
        'list',
        'code',
    ]);
    expect(blocks[1]).toEqual({ kind: 'paragraph', inside: [{ kind: 'text', text: 'One two.' }] });
    const list = blocks[2];
    if (list?.kind !== 'list') throw new Error('no list');
    expect(list.items).toHaveLength(2);
    expect(list.items[0]?.map((block) => block.kind)).toEqual(['paragraph', 'list']);
    expect(blocks[3]).toMatchObject({ ordered: true });
    expect(blocks[4]).toEqual({ kind: 'code', text: 'x  y' });
});

test('anchors', () => {
    expect(anchorOf('Twoja tura: ruch!')).toBe('twoja-tura-ruch');
});

const RULES = `# Garden

## Turn

Lay **a tile. [GA-1]**

- On grass. [GA-2]

So it looks:

\`\`\`text
. R
\`\`\`

Then draw. [GA-3]

## Example

Two turns.

\`\`\`text
R R
\`\`\`

1. Ania plays.

## Notation

Letters.
`;

test('the ids of rules are found wherever they stand', () => {
    expect(rulesIn(blocksOf(RULES))).toEqual(['GA-1', 'GA-2', 'GA-3']);
});

test('boards in letters go, with the words that lead to them and the examples that need them', () => {
    const left = withoutBoards(blocksOf(RULES));
    expect(left.map((block) => (block.kind === 'heading' ? block.anchor : block.kind))).toEqual([
        'garden',
        'turn',
        'paragraph',
        'list',
        'paragraph',
        'notation',
        'paragraph',
    ]);
    expect(rulesIn(left)).toEqual(['GA-1', 'GA-2', 'GA-3']);
});
