// A line of one's own from a finished game, as its link holds it.

import type { TriedEvent } from '../types';

/** What stands for chance in a link; a move stands under the number of its seat. */
const CHANCE = 'c';

/** The events that a link goes on with: `?0=RB+f7+f8&c=draw+GG&1=…`. */
export function lineIn(search: string): TriedEvent[] {
    return [...new URLSearchParams(search)].flatMap(([name, text]): TriedEvent[] => {
        if (/^\d$/.test(name)) return [{ seat: Number(name), move: text }];
        const [chance, seat] = [name.slice(0, 1), name.slice(1)];
        if (chance !== CHANCE || !/^\d?$/.test(seat)) return [];
        return [seat === '' ? { chance: text } : { chance: text, seat: Number(seat) }];
    });
}

/** The same, as it stands after the address of where the line begins; nothing where it is empty. */
export function searchOf(line: readonly TriedEvent[]): string {
    const said = line.map(({ seat, move, chance }): [string, string] =>
        move === undefined || move === null
            ? [`${CHANCE}${seat ?? ''}`, chance ?? '']
            : [`${seat ?? 0}`, move],
    );
    return said.length > 0 ? `?${new URLSearchParams(said)}` : '';
}

/** After how many events of a line somebody was to act: before each move, and at its end. */
export function stopsOf(line: readonly TriedEvent[]): number[] {
    return [...line.flatMap(({ move }, k) => (move ? [k] : [])), line.length];
}

/** Whether a line goes on from another one. */
export function goesOn(whole: readonly TriedEvent[], from: readonly TriedEvent[]): boolean {
    return searchOf(whole.slice(0, from.length)) === searchOf(from);
}

/** What was drawn last, behind the last move: it can be drawn again. */
export function withoutDraw(line: readonly TriedEvent[]): TriedEvent[] | null {
    const last = line.findLastIndex(({ move }) => Boolean(move));
    return last >= 0 && last < line.length - 1 ? line.slice(0, last + 1) : null;
}
