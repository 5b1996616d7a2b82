// Small positions to try things in: a first lesson for each game, and diagrams for its rules.
// They are data; whether a placement is allowed and what it scores is the server's to say.

import * as api from '../core/api';
import { preloaded } from '../core/preloaded';
import type { Explained, GameView, Lessons, Wanted } from '../types';

/** The lesson and diagrams of a game; they are asked for when somebody wants to see them. */
export async function lessonsOf(game: string): Promise<Lessons> {
    return preloaded<Lessons>(api.lessonAddress(game)) ?? api.lesson(game);
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
        ((wanted.winner ?? null) === null || explained.winner === wanted.winner) &&
        covered >= (wanted.on ?? 0)
    );
}
