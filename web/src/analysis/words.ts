// What the analysis board says, in both languages: in a script of its own, as it is seldom needed.

import { type Message, speaker, type Values } from '../messages/speech';
import type { Language } from '../settings';
import { settings } from '../settings.svelte';

const en = {
    tryFrom: 'Try from here',
    tryKey: 'A tries things out from here.',
    title: 'Analysis board',
    help: 'Play for everybody. Each side is judged by what it may know itself.',
    undo: 'One step back',
    redo: 'One step forward',
    start: 'To where the line begins',
    end: 'To the end of the line',
    draw: 'Another draw',
    drawn: 'Drawn again.',
    onlyDraw: 'Nothing else can be drawn.',
    link: 'Copy the link',
    toGame: 'To the replay',
    who: 'Who places',
    chances: { chance: 'Chances to win', place: 'Expected places', result: 'Expected result' },
    best: 'Best moves',
    show: 'Show the best moves',
    of: 'Best moves: {name}',
    play: 'Play',
    thinking: 'Working it out…',
    closer: 'A quick look; a closer one is under way…',
    line: 'Your line',
    none: 'Nothing yet: play a move, or let one of the best be played.',
    drew: 'drawn: {drawn}',
    over: 'The game is over: {places}',
    place: '{name}: place {place}',
    keys: 'U: back. Y: forward. N: another draw. H: best moves. T: type a move. B: the board as text.',
};

type Key = keyof Omit<typeof en, 'chances'>;

const pl: typeof en = {
    tryFrom: 'Spróbuj stąd',
    tryKey: 'A: próbuj stąd po swojemu.',
    title: 'Plansza do analizy',
    help: 'Graj za wszystkich. Każdą stronę oceniamy według tego, co sama może wiedzieć.',
    undo: 'Krok wstecz',
    redo: 'Krok naprzód',
    start: 'Na początek wariantu',
    end: 'Na koniec wariantu',
    draw: 'Losuj jeszcze raz',
    drawn: 'Wylosowano jeszcze raz.',
    onlyDraw: 'Nic innego nie może się wylosować.',
    link: 'Kopiuj odnośnik',
    toGame: 'Do powtórki',
    who: 'Kto kładzie',
    chances: {
        chance: 'Szanse na wygraną',
        place: 'Spodziewane miejsca',
        result: 'Spodziewany wynik',
    },
    best: 'Najlepsze ruchy',
    show: 'Pokaż najlepsze ruchy',
    of: 'Najlepsze ruchy: {name}',
    play: 'Zagraj',
    thinking: 'Oceniamy pozycję…',
    closer: 'To szybka ocena; dokładniejsza jest w drodze…',
    line: 'Twój wariant',
    none: 'Jeszcze nic: zagraj coś albo wybierz jeden z najlepszych ruchów.',
    drew: 'wylosowano: {drawn}',
    over: 'Koniec gry: {places}',
    place: '{name} – miejsce {place}',
    keys: 'U: wstecz. Y: naprzód. N: losuj jeszcze raz. H: najlepsze ruchy. T: wpisz ruch. B: plansza jako tekst.',
};

export const ALL: Record<Language, typeof en> = { en, pl };
const say = speaker<Key>((language): Record<Key, Message> => ALL[language]);

/** What is said by the name of it, in the reader's language. */
export function said(key: Key, values?: Values): string {
    return say(settings.language, key, values);
}

/** What the worths are called. */
export function chancesTitle(unit: keyof typeof en.chances): string {
    return ALL[settings.language].chances[unit];
}
