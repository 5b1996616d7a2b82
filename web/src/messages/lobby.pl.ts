// What is said at a table that has not begun, in Polish.

import type { words as english } from './lobby.en';
import type { Words } from './speech';

export const words: Words<keyof typeof english> = {
    'game.level': 'Bot',

    'lobby.title': 'Stół: {game}',
    'lobby.invite': 'Wyślij ten odnośnik znajomym',
    'lobby.copy': 'Kopiuj odnośnik',
    'lobby.onlyHere':
        'Ten adres działa tylko na tym komputerze. Dla znajomych w tej samej sieci uruchom serwer poleceniem „kafelki serve --host 0.0.0.0” i otwórz stronę pod adresem sieciowym tego komputera.',
    'lobby.share': 'Udostępnij…',
    'lobby.code': 'albo podaj im kod',
    'lobby.qr': 'Kod QR z odnośnikiem',
    'lobby.seats': 'Miejsca',
    'lobby.free': 'wolne miejsce',
    'lobby.sit': 'Usiądź tutaj',
    'lobby.sitFirst': 'Usiądź i graj',
    'lobby.addBot': 'Posadź bota',
    'lobby.addPerson': 'Osoba przy tym urządzeniu',
    'lobby.personName': 'Imię',
    'lobby.free.up': 'Zwolnij miejsce',
    'lobby.start': 'Start',
    'lobby.startHelp': 'Wszystkie miejsca muszą być zajęte.',
    'lobby.waitHost': 'Grę zacznie {name}. Poczekajmy.',
    'lobby.leave': 'Odejdź od stołu',
    'lobby.close': 'Zamknij stół',
    'lobby.host': 'gospodarz',
    'lobby.here': 'przy stole',
    'lobby.away': 'poza stołem',
    'lobby.fair': 'Uczciwe losowanie',
    'lobby.fairHelp':
        'Losowania tej gry wyznacza już tajna liczba. Jej odcisk jest jawny od teraz, a sama liczba po końcu gry; twoje urządzenie dokłada też coś losowego od siebie.',
    'lobby.youAre': 'Grasz jako {name}.',
    'lobby.rename': 'Zmień imię',
};
