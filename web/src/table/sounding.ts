// What is heard at a table: moves when they are seen, what is written when it comes.

import type { Sound } from '../core/sounds';
import { imported } from '../core/imported';
import { settings } from '../settings.svelte';
import type { GameView, TableView, You } from '../types';
import type { News, Step, TableStore } from './table.svelte';

/** Let something be heard, if its listener wants to. */
export function ring(name: Sound): void {
    if (!settings.sounds) return;
    imported(() => import('../core/sounds')).then(
        ({ sound }) => sound(name, settings.volume),
        () => undefined, // without its script nothing is heard
    );
}

/** Let a table be heard; returns what silences it. */
export function sounding(store: TableStore): () => void {
    let wasOver = store.table?.status === 'over';
    const unwatch = store.watch((step) => {
        const { table, you } = store;
        if (!table || !you) return;
        const moved = moveHeard(step, you);
        if (moved) ring(moved);
        if (moved && (step.view.last?.counted?.extra_turns ?? 0) > 0) ring('moment');
        const isOver = table.status === 'over';
        if (!step.settled) return;
        if (isOver && !wasOver) ring(hasWon(table, you) ? 'won' : 'over');
        else if (!isOver && isMyTurn(step.view, you) && !isMyTurn(step.before, you)) ring('turn');
        wasOver = isOver;
    });
    const unhear = store.listen(({ fresh, update }: News) => {
        const { person } = update.you;
        if (fresh.some((entry) => entry.kind === 'chat' && entry.person !== person)) ring('chat');
    });
    return () => {
        unwatch();
        unhear();
    };
}

/** The sound of a move that is seen now, if there is one. */
export function moveHeard({ before, view }: Omit<Step, 'settled'>, you: You): Sound | null {
    const { last } = view;
    if (!before || !last || view.after <= before.after) return null;
    const same = before.last?.seat === last.seat && before.last.move === last.move;
    if (same && before.last?.cells.join() === last.cells.join()) return null;
    return you.seats.includes(last.seat) ? 'place' : 'other';
}

export function isMyTurn(view: GameView | null, you: You): boolean {
    return view?.to_act.some((seat) => you.seats.includes(seat)) ?? true;
}

function hasWon(table: TableView, you: You): boolean {
    return you.seats.some((seat) => table.places?.[seat] === 1);
}
