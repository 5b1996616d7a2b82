// The rules are written in a small part of Markdown. This reads that part into plain data,
// which is then shown as text: nothing of it is ever taken for HTML.

export type Inline =
    | { kind: 'text'; text: string }
    | { kind: 'code'; text: string }
    | { kind: 'rule'; text: string }
    | { kind: 'strong' | 'emphasis'; inside: Inline[] };

export type Block =
    | { kind: 'heading'; level: number; inside: Inline[]; anchor: string }
    | { kind: 'paragraph'; inside: Inline[] }
    | { kind: 'code'; text: string }
    | { kind: 'list'; ordered: boolean; items: Block[][] };

export function blocksOf(text: string): Block[] {
    return parse(text.replaceAll('\r', '').split('\n'));
}

/** The rules without boards in letters: the page has boards to play on instead.
 *
 * A chapter that tells no rule and needs such a board is an example, and goes with it; elsewhere
 * the board goes with the words that lead to it. */
export function withoutBoards(blocks: readonly Block[]): Block[] {
    return chaptersOf(blocks).flatMap((chapter) => {
        const at = chapter.findIndex(({ kind }) => kind === 'code');
        if (at < 0) return chapter;
        if (rulesIn(chapter).length === 0) return [];
        return chapter.filter((_, k) => k !== at && k !== at - 1);
    });
}

function chaptersOf(blocks: readonly Block[]): Block[][] {
    const chapters: Block[][] = [[]];
    for (const block of blocks) {
        if (block.kind === 'heading' && block.level === 2) chapters.push([]);
        chapters.at(-1)?.push(block);
    }
    return chapters;
}

/** The ids of the rules that blocks tell. */
export function rulesIn(blocks: readonly Block[]): string[] {
    return blocks.flatMap((block) => {
        if (block.kind === 'list') return block.items.flatMap(rulesIn);
        return block.kind === 'code' ? [] : idsIn(block.inside);
    });
}

function idsIn(parts: readonly Inline[]): string[] {
    return parts.flatMap((part) => {
        if (part.kind === 'rule') return part.text.split(', ');
        return 'inside' in part ? idsIn(part.inside) : [];
    });
}

const ITEM = /^(?:[-*]|(\d+)\.)\s+/;

function parse(lines: readonly string[]): Block[] {
    const blocks: Block[] = [];
    let at = 0;
    while (at < lines.length) {
        const line = lines[at] ?? '';
        if (line.trim() === '') at++;
        else if (line.startsWith('```')) {
            const end = lines.indexOf('```', at + 1);
            const stop = end < 0 ? lines.length : end;
            blocks.push({ kind: 'code', text: lines.slice(at + 1, stop).join('\n') });
            at = stop + 1;
        } else if (/^#{1,6} /.test(line)) {
            const level = line.indexOf(' ');
            const title = line.slice(level + 1);
            blocks.push({
                kind: 'heading',
                level,
                inside: inlineOf(title),
                anchor: anchorOf(title),
            });
            at++;
        } else if (ITEM.test(line)) {
            const [list, next] = listAt(lines, at);
            blocks.push(list);
            at = next;
        } else {
            const from = at;
            while (at < lines.length && isProse(lines[at] ?? '', at > from)) at++;
            blocks.push({ kind: 'paragraph', inside: inlineOf(joined(lines.slice(from, at))) });
        }
    }
    return blocks;
}

function isProse(line: string, later: boolean): boolean {
    if (line.trim() === '') return false;
    return !later || !(line.startsWith('```') || /^#{1,6} /.test(line) || ITEM.test(line));
}

function joined(lines: readonly string[]): string {
    return lines.map((line) => line.trim()).join(' ');
}

/** A list from a line on: what is indented below an item belongs to it. */
function listAt(lines: readonly string[], start: number): [Block, number] {
    const ordered = /^\d/.test(lines[start] ?? '');
    const items: Block[][] = [];
    let at = start;
    while (at < lines.length) {
        const mark = ITEM.exec(lines[at] ?? '');
        if (!mark || (mark[1] !== undefined) !== ordered) break;
        const width = mark[0].length;
        const inside = [(lines[at] ?? '').slice(width)];
        at++;
        while (at < lines.length) {
            const line = lines[at] ?? '';
            const blank = line.trim() === '';
            const next = lines[at + 1] ?? '';
            if (blank ? !next.startsWith('  ') : !line.startsWith('  ')) break;
            inside.push(line.slice(Math.min(width, line.length - line.trimStart().length)));
            at++;
        }
        items.push(parse(inside));
        while (
            at < lines.length &&
            (lines[at] ?? '').trim() === '' &&
            ITEM.test(lines[at + 1] ?? '')
        )
            at++;
    }
    return [{ kind: 'list', ordered, items }, at];
}

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\*([^*]+)\*|\[([A-Z]{2}-\d+(?:, [A-Z]{2}-\d+)*)\]/;

export function inlineOf(text: string): Inline[] {
    const found = INLINE.exec(text);
    if (!found) return text === '' ? [] : [{ kind: 'text', text }];
    const [whole, code, strong, emphasis, rule] = found;
    const before = text.slice(0, found.index);
    const parts: Inline[] = before === '' ? [] : [{ kind: 'text', text: before }];
    if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', inside: inlineOf(strong) });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', inside: inlineOf(emphasis) });
    else parts.push({ kind: 'rule', text: rule ?? '' });
    return [...parts, ...inlineOf(text.slice(found.index + whole.length))];
}

export function anchorOf(title: string): string {
    return title
        .toLowerCase()
        .replace(/[^\p{L}\p{N}]+/gu, '-')
        .replace(/^-|-$/g, '');
}
