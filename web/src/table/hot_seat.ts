// Several people on one device: who looks now, and when the device must be handed over.

import type { GameView, TableView, You } from '../types';

export interface HandOver {
    /** For which seat the screen is covered until somebody says they have the device. */
    cover: number | null;
    /** Through which seat to look now, where nothing has to be hidden. */
    look: number | null;
}

const NOTHING: HandOver = { cover: null, look: null };

export function handOver(
    table: TableView,
    you: You,
    view: GameView,
    shownTo: number | null,
): HandOver {
    const own = you.seats.filter((seat) => table.seats[seat]?.resigned === null);
    if (own.length < 2 || table.status !== 'playing') return NOTHING;
    const acting = view.to_act.filter((seat) => own.includes(seat));
    const looking = typeof view.viewer === 'number' ? view.viewer : -1;
    const next = acting.includes(looking) ? looking : (acting[0] ?? looking);
    const secrets = view.hands.some((hand) => hand.hidden > 0);
    if (!secrets) return next === looking ? NOTHING : { cover: null, look: next };
    return next === shownTo && next === looking ? NOTHING : { cover: next, look: null };
}
