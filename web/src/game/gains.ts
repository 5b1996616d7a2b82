/** What a legal move brings, from its row of numbers and the server's explanation. */

import type { Language } from '../settings';
import type { Explained } from '../types';
import type { LegalMoves, LegalPlacement } from './moves';
import { type MessageKey, say } from './say';

export interface Gain {
    colours: { letter: string; points: number }[];
    notes: string[];
    warning: string;
}

export interface GainContext {
    game: string;
    letters: readonly string[];
    language: Language;
    seat: number;
    names: readonly string[];
    /** What the booklet calls a tile on top of one's turn. */
    extra: 'turn' | 'move';
}

export const NO_GAIN: Gain = { colours: [], notes: [], warning: '' };

/** What to show at the tile; the explanation adds what the row does not tell. */
export function gainOf(
    legal: LegalMoves,
    placement: LegalPlacement,
    explained: Explained | null,
    context: GainContext,
): Gain {
    const { game, language } = context;
    const number = (column: string): number => legal.number(placement, column);
    const notes: string[] = [];
    const note = (key: MessageKey, count: number): void => {
        if (count > 0) notes.push(say(language, key, { count }));
    };
    const hasColours = game === 'axio' || game === 'geniusz';
    const colours = hasColours
        ? context.letters
              .map((letter) => ({ letter, points: number(letter) }))
              .filter(({ points }) => points !== 0)
        : [];
    note('gain.pyramids', number('pyramids'));
    note(`gain.extra.${context.extra}`, number('extra'));
    if (game === 'zawrot') note('gain.lines', number('points'));
    if (game === 'bits') {
        notes.push(say(language, 'gain.round', { count: number('round_points') }));
        note('gain.holes', number('holes'));
    }
    if (game === 'exo') {
        const lengths = { own: number('line'), other: number('opponent_line') };
        notes.push(say(language, 'gain.line', lengths));
    }
    const winner = winnerOf(number, explained, context);
    let warning = '';
    if (winner === context.seat) notes.push(say(language, 'gain.wins'));
    else if (winner !== null) {
        warning = say(language, 'gain.opponentWins', { name: context.names[winner] ?? '' });
    } else if (explained?.ends) notes.push(say(language, 'gain.ends'));
    if (colours.length === 0 && notes.length === 0 && !warning) {
        notes.push(say(language, 'gain.none'));
    }
    return { colours, notes, warning };
}

/** Five in a row: where both have it, the one who laid the tile loses. */
const FIVE = 5;

function winnerOf(
    number: (column: string) => number,
    explained: Explained | null,
    { game, seat }: GainContext,
): number | null {
    if (explained) return explained.winner;
    if (number('wins') > 0) return seat;
    if (game === 'exo') {
        if (number('opponent_line') >= FIVE) return 1 - seat;
        if (number('line') >= FIVE) return seat;
    }
    return null;
}

/** The same in words, for those who do not see the tile. */
export function gainInWords(gain: Gain, name: (letter: string) => string): string {
    const colours = gain.colours.map(({ letter, points }) => `${name(letter)} +${points}`);
    return [...colours, ...gain.notes, ...(gain.warning ? [gain.warning] : [])].join(', ');
}
