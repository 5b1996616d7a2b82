// How a result came about: who is where, and the numbers in the order in which they decide.

import type { GameDescription, GameView, TableView } from '../types';

export interface ColourScore {
    letter: string;
    score: number;
}

export interface Standing {
    place: number;
    /** The seats of one person, or of partners. */
    seats: number[];
    /** Scores by colour from the lowest, where the lowest counts. */
    colours: ColourScore[] | null;
    /** Points by round or in all, otherwise. */
    points: number[];
}

/** Everybody from the first place on; partners together. */
export function standings(table: TableView, view: GameView, game: GameDescription): Standing[] {
    const places = table.places ?? view.result?.places ?? [];
    const sides = view.teams ? 2 : table.players;
    const letters = [...game.colours];
    return Array.from({ length: sides }, (_, side) => {
        const seats = table.seats.flatMap((_, seat) => (seat % sides === side ? [seat] : []));
        const rows = (view.scores.length === sides ? [side] : seats).map(
            (row) => view.scores[row] ?? [],
        );
        const [card = []] = rows;
        const byColour = card.length === letters.length && card.length > 1;
        // Partners have one card with the tracks of both; only plain points add up.
        const points = byColour ? card : added(rows);
        return {
            place: places[side] ?? 0,
            seats,
            colours: byColour
                ? points
                      .map((score, k) => ({ letter: letters[k] ?? '', score }))
                      .sort((a, b) => a.score - b.score)
                : null,
            points,
        };
    }).sort((a, b) => a.place - b.place);
}

function added(rows: number[][]): number[] {
    const [first = [], ...others] = rows;
    return first.map((value, k) => others.reduce((sum, row) => sum + (row[k] ?? 0), value));
}

export function total(points: readonly number[]): number {
    return points.reduce((sum, value) => sum + value, 0);
}
