// What the page says first, and everywhere, in Polish.

import type { en } from './en';
import type { Words } from './speech';

export const pl: Words<keyof typeof en> = {
    'page.skip': 'Przejdź do treści',
    'page.home': 'Strona główna',
    'page.profile': 'Profil i ustawienia',
    'page.language': 'English',
    'page.unknown': 'Pod tym adresem niczego nie ma.',
    'page.unknownHelp': 'Odnośnik może być niepełny albo stół już zamknięto.',
    'page.toHome': 'Do gier',
    'page.loading': 'Wczytywanie…',
    'page.again': 'Spróbuj ponownie',
    'page.close': 'Zamknij',
    'page.yourTurn': 'Twój ruch',
    'page.offline': 'Brak połączenia',
    'page.offlineHelp':
        'Do gry w Kafelki potrzebne jest połączenie. Nic nie przepadło: gry czekają tam, gdzie je zostawiono, a strona wróci sama.',
    'page.failed':
        'Coś poszło nie tak na tej stronie. Wczytaj ją ponownie: z gry nic nie przepadło.',
    'page.reload': 'Wczytaj ponownie',
    'page.dismiss': 'Zamknij',

    'home.moreMine': 'Pokaż więcej gier',
    'home.unreadable': 'Nie można odczytać',

    'game.players': '{count} osoby',
    'game.ages': 'wiek: {least}–{most} lat',
    'game.agesFrom': 'od {least} lat',
    'game.rules': 'Zasady',

    'solo.title': 'W pojedynkę',
    'solo.score': 'Wynik',
    'solo.when': 'Kiedy',
    'rating.rating': 'Punkty',
    'rating.provisional': 'tymczasowo',

    'new.pairs': '{count} w parach',
    'new.clock': 'Czas',

    'lobby.copied': 'Skopiowano',
    'lobby.closed': 'Ten stół zamknięto.',
    'lobby.closedByOperator': 'Operator serwera zamknął ten stół. Gra nie liczy się nikomu.',

    'table.you': 'Ty',
    'table.setAside': 'Nie można otworzyć tego stołu',
    'table.next': 'Następna gra',
    'table.elsewhere': {
        one: 'Twój ruch przy innym stole: {game}',
        few: 'Twój ruch przy {count} innych stołach; najpierw: {game}',
        many: 'Twój ruch przy {count} innych stołach; najpierw: {game}',
        other: 'Twój ruch przy {count} innych stołach; najpierw: {game}',
    },
    'table.standIn': 'w zastępstwie gra bot',
    'table.resigned': 'poddana gra',
    'table.timeout': 'koniec czasu',
    'table.away': 'poza stołem',
    'table.team': 'Drużyna {number}',
    'table.board': 'Plansza i wyniki',
    'table.history': 'Ruchy',
    'table.chat': 'Czat',
    'table.unseen': 'Pozostałe',
    'table.unseenNone': 'Wszystko już widać.',
    'table.fold': 'Zwiń',
    'table.menu': 'Menu stołu',
    'table.connecting': 'Łączenie…',
    'table.reconnecting': 'Utracono połączenie. Łączymy ponownie… Nic nie przepadło.',
    'table.back': 'Połączono ponownie.',
    'table.watching': {
        one: 'ogląda {count} osoba',
        few: 'oglądają {count} osoby',
        many: 'ogląda {count} osób',
        other: 'ogląda {count} osoby',
    },
    'table.spectator': 'Oglądasz tę grę.',
    'table.time': 'Pozostały czas: {time}',
    'table.daily': 'Wyzwanie dnia, {day}',

    'status.over': 'Koniec gry',
    'status.waitingFor': 'Czekamy na: {names}',
    'status.thinking': '{name} myśli…',
    'status.turnOf': 'Ruch: {name}',
    'status.drawing': 'Trwa losowanie…',
    'status.youWon': 'Wygrywasz!',
    'status.won': 'Wygrana: {names}',
    'status.tie': 'Remis: {names}',
    'status.soloOver': 'Gra skończona',

    'menu.rules': 'Zasady',
    'menu.hint': 'Podpowiedź',
    'menu.return': 'Wróć na miejsce bota',
    'menu.record': 'Pobierz zapis gry',
    'menu.home': 'Wszystkie gry',

    'proposal.take-back': '{name} prosi o cofnięcie ruchu.',
    'proposal.stand-in': '{name} prosi o zastąpienie botem: {other}.',
    'proposal.rematch': '{name} proponuje rewanż.',
    'proposal.own.take-back': 'Prosisz o cofnięcie swojego ruchu.',
    'proposal.own.stand-in': 'Prosisz o zastąpienie botem: {other}.',
    'proposal.own.rematch': 'Proponujesz rewanż.',
    'proposal.unrated':
        'Jeśli zgodzą się wszyscy (także {other}), gra przestanie się liczyć do rankingu.',
    'proposal.agree': 'Zgoda',
    'proposal.decline': 'Odmów',
    'proposal.withdraw': 'Wycofaj',
    'proposal.waiting': 'Czekamy na odpowiedź pozostałych.',

    'start.who': 'Kto zaczyna',
    'start.byLot': 'losowanie',
    'start.lot.you': 'Losowanie: zaczynasz.',
    'start.lot.other': 'Losowanie: zaczyna {name}.',
    'start.you': 'Zaczynasz.',
    'start.other': 'Zaczyna {name}.',
    'history.takeBack': '{name}: cofnięty ruch.',

    'move.said': '{name}: {move}',

    'rules.title': 'Zasady gry {game}',

    'lesson.link': 'Nauka w minutę',

    'pass.title': 'Przekaż urządzenie: {name}',
    'pass.help': 'Niech teraz nikt inny nie patrzy.',
    'pass.leave': 'Na razie odejdź od stołu',
    'pass.ready': 'Tu {name}: pokaż, co mam',

    'profile.name': 'Imię',
    'profile.save': 'Zapisz',

    'rating.value': '{rating} ± {deviation}',
};
