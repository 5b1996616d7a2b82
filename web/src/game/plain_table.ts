/** A table that no server knows: of a lesson, a diagram, a sample. */

import type { TableView } from '../types';

export const plainTable = (game: string, players: number, variant = 'standard'): TableView => ({
    id: '',
    status: 'playing',
    game,
    players,
    variant,
    options: {},
    settings: { hints: true },
    daily: null,
    host: '',
    seats: Array.from({ length: players }, () => ({
        person: null,
        name: null,
        bot: null,
        member: false,
        hot_seat: false,
        stand_in: null,
        resigned: null,
        here: null,
    })),
    commitment: null,
    salt: '',
    seed: null,
    number: 0,
    after: 0,
    created: 0,
    ended: null,
    clock: null,
    proposal: null,
    hints: [],
    places: null,
    rematch: null,
});
