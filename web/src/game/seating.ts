/** Who plays together, and how far their tracks go, as the game's description tells it. */

import type { GameDescription, GameView, SeatingView } from '../types';

/** The number of players and the variant of a game that is played. */
export function seatingOf(
    game: Pick<GameDescription, 'seatings'> | undefined,
    { players, variant }: Pick<GameView, 'players' | 'variant'>,
): SeatingView | undefined {
    return game?.seatings.find((each) => each.players === players && each.variant === variant);
}

/** The seats that win together. */
export function partiesOf(
    game: Pick<GameDescription, 'seatings'> | undefined,
    view: Pick<GameView, 'players' | 'variant'>,
): readonly (readonly number[])[] {
    const everybody = Array.from({ length: view.players }, (_, seat) => [seat]);
    return seatingOf(game, view)?.parties ?? everybody;
}
