/** What a legal move brings, from its row of numbers and the server's explanation. */

import { filled } from '../messages/speech';
import type { Language } from '../settings';
import type { Appearance, Explained } from '../types';
import type { LegalMoves, LegalPlacement } from './moves';
import { say } from './say';

export interface Gain {
    colours: { letter: string; points: number }[];
    notes: string[];
    warning: string;
}

export interface GainContext {
    appearance: Pick<Appearance, 'colours'> & {
        traits: Pick<Appearance['traits'], 'consequences' | 'words'>;
    };
    language: Language;
    seat: number;
    names: readonly string[];
}

export const NO_GAIN: Gain = { colours: [], notes: [], warning: '' };

/** What to show at the tile; the explanation adds what the row does not tell. */
export function gainOf(
    legal: LegalMoves,
    placement: LegalPlacement,
    explained: Explained | null,
    context: GainContext,
): Gain {
    const { language, appearance } = context;
    const { words } = appearance.traits;
    const colours = Object.keys(appearance.colours)
        .map((letter) => ({ letter, points: legal.number(placement, letter) }))
        .filter(({ points }) => points !== 0);
    const numbers = Object.fromEntries(
        legal.columns.map((column) => [column, legal.number(placement, column)]),
    );
    const notes = legal.columns
        .filter((column) => !(column in appearance.colours))
        .map((column) => noteOf(column, numbers, context))
        .filter((note) => note !== '');
    const winner = winnerOf(numbers, explained, context);
    let warning = '';
    if (winner === context.seat) notes.push(say(language, 'gain.wins', {}, words));
    else if (winner !== null) {
        const name = context.names[winner] ?? '';
        warning = say(language, 'gain.opponentWins', { name }, words);
    } else if (explained?.ends) notes.push(say(language, 'gain.ends', {}, words));
    if (colours.length === 0 && notes.length === 0 && !warning) {
        notes.push(say(language, 'gain.none', {}, words));
    }
    return { colours, notes, warning };
}

type Numbers = Readonly<Record<string, number>>;

/** What a number is told as; one that the game does not explain goes by its own name. */
function noteOf(column: string, numbers: Numbers, { appearance, language }: GainContext): string {
    const count = numbers[column] ?? 0;
    const meant = appearance.traits.consequences[column];
    if (meant) {
        const { said, always } = meant;
        const told = said && (always || count > 0);
        return told ? filled(language, said[language], { ...numbers, count }) : '';
    }
    if (count === 0) return '';
    if (column === 'points') return say(language, 'score.points', { count });
    return `${column.replaceAll('_', ' ')}: ${count}`;
}

function winnerOf(
    numbers: Numbers,
    explained: Explained | null,
    { appearance, seat, names }: GainContext,
): number | null {
    if (explained) return explained.winner;
    const reached = (limit: 'wins_from' | 'loses_from'): boolean =>
        Object.entries(appearance.traits.consequences).some(
            ([column, meant]) => meant[limit] > 0 && (numbers[column] ?? 0) >= meant[limit],
        );
    if (reached('loses_from')) return (seat + 1) % names.length;
    return reached('wins_from') ? seat : null;
}

/** The same in words, for those who do not see the tile. */
export function gainInWords(gain: Gain, name: (letter: string) => string): string {
    const colours = gain.colours.map(({ letter, points }) => `${name(letter)} +${points}`);
    return [...colours, ...gain.notes, ...(gain.warning ? [gain.warning] : [])].join(', ');
}
