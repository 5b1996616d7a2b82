// How a result came about: who is where, and the numbers in the order in which they decide.

import { partiesOf } from '../game/seating';
import type { Appearance, GameDescription, GameView, TableView } from '../types';

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

/** Why a game is over: as its rules have it, or because it was given up, or time ran out. */
export function reasonOf(table: TableView, view: GameView): string {
    if (view.result) return view.result.reason;
    const gone = table.seats.filter(({ resigned }) => resigned !== null);
    return gone.length > 0 && gone.every(({ resigned }) => resigned === 'time')
        ? 'time'
        : 'resigned';
}

/** Everybody from the first place on; partners together. */
export function standings(
    table: TableView,
    view: GameView,
    game: GameDescription,
    { traits, colours }: Appearance,
): Standing[] {
    const places = table.places ?? view.result?.places ?? [];
    const letters = Object.keys(colours);
    const byColour = traits.scores === 'colours';
    const parties = partiesOf(game, view);
    return parties
        .map((seats, side) => {
            const rows = (view.scores.length === parties.length ? [side] : seats).map(
                (row) => view.scores[row] ?? [],
            );
            const [card = []] = rows;
            // Partners have one card with the tracks of both; only plain points add up.
            const points = byColour ? card : added(rows);
            return {
                place: places[side] ?? 0,
                seats: [...seats],
                colours: byColour
                    ? points
                          .map((score, k) => ({ letter: letters[k] ?? '', score }))
                          .sort((a, b) => a.score - b.score)
                    : null,
                points,
            };
        })
        .sort((a, b) => a.place - b.place);
}

function added(rows: number[][]): number[] {
    const [first = [], ...others] = rows;
    return first.map((value, k) => others.reduce((sum, row) => sum + (row[k] ?? 0), value));
}

export function total(points: readonly number[]): number {
    return points.reduce((sum, value) => sum + value, 0);
}
