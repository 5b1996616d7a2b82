/** Positions to play in, as a table, a puzzle or a mistake shows them: no rules were asked for them. */

import type { Appearance, GameDescription, GameView, TableView } from '../types';
import { movesOf, sampleOf } from './sample';
import { sampleView } from './table';

const POINTS = [12, 17, 15, 10, 14, 18];
const ROUNDS = 3;

/** As many numbers as the game keeps of a side, so much less than what is usual. */
export function pointsOf({ colours, traits }: Appearance, less: number): number[] {
    const many = { colours: Object.keys(colours).length, rounds: ROUNDS, points: 1, none: 0 };
    return POINTS.slice(0, many[traits.scores]).map((points) => points - less);
}

/** The turn of the first, who has a rack and some moves. */
export function positionOf(
    appearance: Appearance,
    table: TableView,
    more: Partial<GameView> = {},
): GameView {
    const { grid, cells } = sampleOf(appearance);
    const moves = movesOf(appearance);
    const tiles = moves.map((move) => move.split(' ')[0] ?? '');
    const everybody = table.seats.map((_, seat) => seat);
    return sampleView(table, {
        to_act: [0],
        area: [...grid.cells],
        ...(appearance.traits.scores === 'rounds' ? { round: 1 } : {}),
        cells: appearance.traits.slides ? everybody.map(() => cells) : { ...cells },
        scores: everybody.map((seat) => pointsOf(appearance, seat)),
        hands: everybody.map((seat) =>
            seat === 0 ? { tiles, hidden: 0 } : { tiles: [], hidden: tiles.length },
        ),
        legal: { columns: [], moves, rows: moves.map(() => []) },
        ...more,
    });
}

/** One game for each way to keep scores, with what it looks like, as far as that is known. */
export const eachKind = (
    games: readonly GameDescription[],
    looks: (game: string) => Appearance | undefined,
): { game: GameDescription; appearance: Appearance }[] =>
    games
        .flatMap((game) => {
            const appearance = looks(game.id);
            return appearance ? [{ game, appearance }] : [];
        })
        .filter(
            ({ appearance: one }, k, all) =>
                all.findIndex(
                    ({ appearance: other }) => other.traits.scores === one.traits.scores,
                ) === k,
        );
