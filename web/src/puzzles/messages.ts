// What is said about puzzles: it is fetched with them, and by nobody else.

import type { Message } from '../messages/speech';
import type { Language } from '../settings';

export const MESSAGES = {
    title: { en: 'Puzzles', pl: 'Łamigłówki' },
    lead: {
        en: 'Positions from whole games in which one move is clearly the best. Find it.',
        pl: 'Pozycje z rozegranych gier, w których jeden ruch jest wyraźnie najlepszy. Znajdź go.',
    },
    none: { en: 'There are no puzzles here yet.', pl: 'Nie ma tu jeszcze łamigłówek.' },
    today: { en: 'Puzzle of the day', pl: 'Łamigłówka dnia' },
    solvedBy: {
        en: 'Solved at once: {solved} of {count}',
        pl: 'Rozwiązania za pierwszym razem: {solved} na {count}',
    },
    untried: { en: 'Nobody has tried it yet.', pl: 'Nikt jeszcze nie próbował.' },
    done: { en: 'You have solved it.', pl: 'Masz ją rozwiązaną.' },
    missed: { en: 'You have missed it.', pl: 'Tym razem się nie udało.' },
    solve: { en: 'Solve', pl: 'Rozwiąż' },
    look: { en: 'Look again', pl: 'Zobacz jeszcze raz' },
    mixed: { en: 'All games', pl: 'Wszystkie gry' },
    count: {
        en: { one: '{count} puzzle', other: '{count} puzzles' },
        pl: {
            one: '{count} łamigłówka',
            few: '{count} łamigłówki',
            many: '{count} łamigłówek',
            other: '{count} łamigłówki',
        },
    },
    theme: { en: 'Theme', pl: 'Temat' },
    anyTheme: { en: 'any', pl: 'dowolny' },
    mine: { en: 'How you are doing', pl: 'Jak ci idzie' },
    rating: { en: '{rating} ± {deviation}', pl: '{rating} ± {deviation}' },
    solved: { en: '{solved} of {count} solved', pl: 'rozwiązane: {solved} z {count}' },
    streak: {
        en: 'Solved in a row: {count} (best: {best})',
        pl: 'Rozwiązane z rzędu: {count} (rekord: {best})',
    },
    days: { en: 'Days in a row: {count}', pl: 'Dni z rzędu: {count}' },

    puzzleOf: { en: 'Puzzle: {game}', pl: 'Łamigłówka: {game}' },
    find: { en: 'Find the best move.', pl: 'Znajdź najlepszy ruch.' },
    goOn: { en: 'Right! And now?', pl: 'Dobrze! A teraz?' },
    right: { en: 'Right!', pl: 'Dobrze!' },
    wrong: { en: 'Not the best move.', pl: 'To nie jest najlepszy ruch.' },
    shown: { en: 'That was the move to find.', pl: 'Tego ruchu trzeba było szukać.' },
    show: { en: 'Show the solution', pl: 'Pokaż rozwiązanie' },
    showShort: { en: 'Show', pl: 'Pokaż' },
    counts: { en: 'Only your first try counts.', pl: 'Liczy się tylko pierwsza próba.' },
    again: { en: 'Try again', pl: 'Spróbuj jeszcze raz' },
    next: { en: 'Next puzzle', pl: 'Następna łamigłówka' },
    step: { en: 'Move {number} of {count}.', pl: 'Ruch {number} z {count}.' },
    best: { en: 'The best moves', pl: 'Najlepsze ruchy' },
    yours: { en: 'your move', pl: 'twój ruch' },
    proof: {
        en: 'Proven: every other move is worse.',
        pl: 'To dowiedzione: każdy inny ruch jest gorszy.',
    },
    practice: {
        en: 'You have tried this one before: it does not count again.',
        pl: 'Ta łamigłówka już była: drugi raz się nie liczy.',
    },
    myRating: {
        en: 'Your rating: {rating} ± {deviation}',
        pl: 'Twój ranking: {rating} ± {deviation}',
    },
    inARow: { en: 'In a row: {count}', pl: 'Z rzędu: {count}' },
    level: { en: 'Difficulty: {rating}', pl: 'Trudność: {rating}' },

    gives: {
        en: 'My finished games may become puzzles, without names, if all who played agree',
        pl: 'Z moich skończonych gier mogą powstawać łamigłówki, bez imion, za zgodą wszystkich grających',
    },
    download: { en: 'Download my puzzle results', pl: 'Pobierz moje wyniki łamigłówek' },
} satisfies Record<string, Record<Language, Message>>;
