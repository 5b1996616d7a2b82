// What happens at a table, in words: seats, moves, what is asked of whom.

import { moveInWords as inWords } from '../game/describe';
import { Faces } from '../game/faces';
import { seatName } from '../game/people';
import { askedOf } from '../game/prompt';
import { say as sayOfGame } from '../game/say';
import { say } from '../messages/messages';
import { listed } from '../messages/speech';
import type { Language } from '../settings';
import type { Appearance, GameDescription, GameView, TableView, You } from '../types';

/** A move in words: the names of the colours, and where. */
export function moveInWords(language: Language, move: string, appearance: Appearance): string {
    return inWords(move, new Faces(appearance, 'vivid', language), language);
}

/** Which tiles somebody has shown before swapping them. */
export function shownInWords(
    language: Language,
    name: string,
    tiles: readonly string[],
    appearance: Appearance,
): string {
    const faces = new Faces(appearance, 'vivid', language);
    const named = tiles.map((tile) => faces.tileName(tile)).join(', ');
    return sayOfGame(language, 'shown.said', { name, tiles: named });
}

/** Whose turn it is and what is asked of them, in one line. */
export function statusLine(
    language: Language,
    table: TableView,
    you: You,
    view: GameView,
    game: GameDescription | undefined,
    appearance: Appearance | undefined,
): string {
    if (table.status === 'over') return resultLine(language, table, you, game);
    const name = (seat: number) => seatName(language, table, game, seat);
    const mine = view.to_act.filter((seat) => you.seats.includes(seat));
    if (mine.length > 0 && view.legal) {
        if (!appearance) return say(language, 'page.yourTurn');
        return askedOf(view, appearance, language, game?.extra ?? 'turn').replace(/\.$/, '');
    }
    if (view.chance && view.to_act.length === 0) return say(language, 'status.drawing');
    const [first] = view.to_act;
    if (first === undefined) return say(language, 'status.drawing');
    if (view.to_act.length > 1) {
        return say(language, 'status.waitingFor', {
            names: listed(language, view.to_act.map(name)),
        });
    }
    const seat = table.seats[first];
    const machine = seat?.bot ?? seat?.stand_in;
    return say(language, machine ? 'status.thinking' : 'status.turnOf', { name: name(first) });
}

/** What somebody asks of the others; of one's own request one is told as "you". */
export function proposalText(
    language: Language,
    table: TableView,
    you: You,
    game: GameDescription | undefined,
): string {
    const { proposal } = table;
    if (!proposal) return '';
    const asking = table.seats.findIndex((seat) => seat.person === proposal.person);
    const name = seatName(language, table, game, asking);
    const other = seatName(language, table, game, proposal.seat);
    const own = proposal.person === you.person;
    const key = own
        ? (`proposal.own.${proposal.what}` as const)
        : (`proposal.${proposal.what}` as const);
    const asked = say(language, key, { name, other });
    const counts = proposal.what === 'stand-in' && table.settings.rated;
    return counts ? `${asked} ${say(language, 'proposal.unrated', { other })}` : asked;
}

/** Who won, in one line. */
export function resultLine(
    language: Language,
    table: TableView,
    you: You,
    game: GameDescription | undefined,
): string {
    const places = table.places;
    if (!places) return say(language, 'status.over');
    if (table.players === 1) return say(language, 'status.soloOver');
    const winners = places.flatMap((place, seat) => (place === 1 ? [seat] : []));
    const names = listed(
        language,
        winners.map((seat) => seatName(language, table, game, seat)),
    );
    if (winners.length === places.length) return say(language, 'status.tie', { names });
    const alone = you.seats.length === 1;
    if (alone && winners.includes(you.seats[0] ?? -1)) return say(language, 'status.youWon');
    return say(language, 'status.won', { names });
}

/** Milliseconds as a clock shows them; days where there are many. */
export function timeText(left: number, language: Language): string {
    const seconds = Math.max(0, Math.ceil(left / 1000));
    const days = Math.floor(seconds / 86_400);
    const hours = Math.floor((seconds % 86_400) / 3600);
    if (days > 0) {
        const day = new Intl.NumberFormat(language, {
            style: 'unit',
            unit: 'day',
            unitDisplay: 'narrow',
        });
        return `${day.format(days)} ${hours} h`;
    }
    const minutes = Math.floor((seconds % 3600) / 60);
    const two = (value: number) => String(value).padStart(2, '0');
    return hours > 0
        ? `${hours}:${two(minutes)}:${two(seconds % 60)}`
        : `${minutes}:${two(seconds % 60)}`;
}
