// Small positions to try things in: a first lesson for each game, and diagrams for its rules.
// They are data; whether a placement is allowed and what it scores is the server's to say.

import type { Explained, GameView, TriedEvent, Words } from '../types';

/** What a task asks for: at least so much of each. */
export interface Wanted {
    /** Points by colour, or by what was made. */
    points?: Readonly<Record<string, number>>;
    pyramids?: number;
    extra_turns?: number;
    /** The seat that must win by the move. */
    winner?: number;
    /** How many of the cells had a tile on them. */
    on?: number;
}

/** A position, what to do in it, and what is said then. */
export interface Exercise {
    title: Words;
    story: Words;
    task: Words;
    praise: Words;
    hint: Words;
    players: number;
    seat: number;
    wanted: Wanted;
    /** One move that does it. */
    solution: string;
    events: readonly TriedEvent[];
}

export interface Lessons {
    game: string;
    lesson: readonly Exercise[];
    diagrams: readonly Exercise[];
}

const FILES = import.meta.glob<Lessons>('./*.json', { import: 'default' });

/** The lesson and diagrams of a game; they are loaded when somebody wants to see them. */
export async function lessonsOf(game: string): Promise<Lessons | null> {
    return (await FILES[`./${game}.json`]?.()) ?? null;
}

/** Whether a move did what was asked: from what the server says of it, and the views around it. */
export function isDone(
    wanted: Wanted,
    explained: Explained,
    before: GameView,
    after: GameView,
): boolean {
    const points = Object.entries(wanted.points ?? {});
    const covered = (after.last?.cells ?? []).filter((cell) => cell in (before.cells ?? {})).length;
    return (
        points.every(([name, least]) => (explained.points[name] ?? 0) >= least) &&
        explained.pyramids.length >= (wanted.pyramids ?? 0) &&
        explained.extra_turns >= (wanted.extra_turns ?? 0) &&
        (wanted.winner === undefined || explained.winner === wanted.winner) &&
        covered >= (wanted.on ?? 0)
    );
}
