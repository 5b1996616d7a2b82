// What is said aloud when something happens at a table.

import { announce } from '../core/notes.svelte';
import { catalogue } from '../core/catalogue.svelte';
import { seatName } from '../game/people';
import { say } from '../messages/messages';
import { settings } from '../settings.svelte';
import { callLine } from '../game/calls';
import type { News } from './table.svelte';
import { moveInWords, shownInWords, statusLine } from './wording';

/** How long in milliseconds is waited for more: a turn may have several parts. */
const GATHERING = 250;

/** Returns a listener that tells the news of one table. */
export function teller(): (news: News) => void {
    let texts: string[] = [];
    let waiting: ReturnType<typeof setTimeout> | undefined;
    announce(''); // whatever was told of another table
    return ({ update, fresh, before, called }) => {
        const { table, you, game: view } = update;
        const game = catalogue.game(table.game);
        const appearance = catalogue.appearance(table.game);
        const language = settings.language;
        for (const entry of fresh) {
            if (entry.kind === 'take-back') {
                const name = seatName(language, table, game, entry.seat);
                texts.push(say(language, 'history.takeBack', { name }));
            }
            if (entry.kind !== 'move' || entry.event.undone) continue;
            const { event } = entry;
            const own = you.seats.includes(event.seat);
            if (!own && event.move && appearance) {
                const name = seatName(language, table, game, event.seat);
                const move = moveInWords(language, event.move, appearance);
                texts.push(say(language, 'move.said', { name, move }));
                if (event.shown) texts.push(shownInWords(language, name, event.shown, appearance));
            }
        }
        const call = callLine(language, called, table, you.seats, game);
        if (call) texts.push(call);
        const ended = before?.status === 'playing' && table.status === 'over';
        // What is asked of me now, the line above the board says aloud by itself.
        if (view && ended) texts.push(statusLine(language, table, you, view, game, appearance));
        if (texts.length === 0) return;
        clearTimeout(waiting);
        waiting = setTimeout(() => {
            announce(texts.join('. '));
            texts = [];
        }, GATHERING);
    };
}
