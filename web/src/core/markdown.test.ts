import { expect, test } from 'vitest';

import { anchorOf, blocksOf, inlineOf } from './markdown';

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
