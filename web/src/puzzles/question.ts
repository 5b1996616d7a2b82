// What is asked of a solver, whoever asks it, and what an answer is told to be worth.

import type { Scale } from '../review/worth';
import type { GameView, PuzzleChoice } from '../types';

/** A position in which the best move is looked for. */
export interface Question {
    view: GameView;
    seat: number;
    variant: string;
    /** What has happened so far, as a record tells it to the seat. */
    events: readonly unknown[];
    /** How worths are written. */
    scale: Scale;
}

/** What an answer was worth. */
export interface Verdict {
    right: boolean;
    /** Whether nothing more is asked. */
    over: boolean;
    /** The best few moves, the best first. */
    best: readonly PuzzleChoice[];
    /** The game after a right move, and what follows it; the last asks the next one. */
    then: readonly GameView[];
}
