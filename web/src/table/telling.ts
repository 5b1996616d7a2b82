// What is said aloud and sounded when something happens at a table.

import { sound } from '../core/sounds';
import { announce } from '../core/notes.svelte';
import { catalogue } from '../core/catalogue.svelte';
import { seatName } from '../game/people';
import { say } from '../messages/messages';
import { settings } from '../settings.svelte';
import type { GameView, TableView, You } from '../types';
import { callLine } from './calls';
import type { News } from './table.svelte';
import { moveInWords, shownInWords, statusLine } from './wording';

/** How long in milliseconds is waited for more: a turn may have several parts. */
const GATHERING = 250;

function isMyTurn(view: GameView | null, you: You): boolean {
    return view?.to_act.some((seat) => you.seats.includes(seat)) ?? false;
}

/** Returns a listener that tells the news of one table. */
export function teller(): (news: News) => void {
    let wasMine: boolean | null = null;
    let texts: string[] = [];
    let waiting: ReturnType<typeof setTimeout> | undefined;
    announce(''); // whatever was told of another table
    return ({ update, fresh, before, called }) => {
        const { table, you, game: view } = update;
        const game = catalogue.game(table.game);
        const appearance = catalogue.appearance(table.game);
        const language = settings.language;
        let moved: 'place' | 'other' | null = null;
        for (const entry of fresh) {
            if (entry.kind === 'chat' && entry.person !== you.person) ring('chat');
            if (entry.kind === 'take-back') {
                const name = seatName(language, table, game, entry.seat);
                texts.push(say(language, 'history.takeBack', { name }));
            }
            if (entry.kind !== 'move' || entry.event.undone) continue;
            const { event } = entry;
            const own = you.seats.includes(event.seat);
            moved = own ? (moved ?? 'place') : 'other';
            if (!own && event.move && appearance) {
                const name = seatName(language, table, game, event.seat);
                const move = moveInWords(language, event.move, appearance);
                texts.push(say(language, 'move.said', { name, move }));
                if (event.shown) texts.push(shownInWords(language, name, event.shown, appearance));
            }
        }
        const call = callLine(language, called, table, you.seats, game);
        if (call) texts.push(call);
        if (moved) ring(moved);
        const mine = table.status === 'playing' && isMyTurn(view, you);
        const ended = before?.status === 'playing' && table.status === 'over';
        if (ended) ring(hasWon(table, you) ? 'won' : 'over');
        else if (mine && wasMine === false) ring('turn');
        // What is asked of me now, the line above the board says aloud by itself.
        if (view && ended) texts.push(statusLine(language, table, you, view, game, appearance));
        wasMine = mine;
        if (texts.length === 0) return;
        clearTimeout(waiting);
        waiting = setTimeout(() => {
            announce(texts.join('. '));
            texts = [];
        }, GATHERING);
    };
}

function hasWon(table: TableView, you: You): boolean {
    return you.seats.some((seat) => table.places?.[seat] === 1);
}

function ring(name: Parameters<typeof sound>[0]): void {
    if (settings.sounds) sound(name);
}
