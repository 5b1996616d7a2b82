// What is said of the settings, in Polish.

import type { words as english } from './settings.en';
import type { Words } from './speech';

export const words: Words<keyof typeof english> = {
    'page.cancel': 'Anuluj',

    'settings.language': 'Język',
    'settings.theme': 'Wygląd',
    'settings.theme.system': 'Jak w urządzeniu',
    'settings.theme.light': 'Jasny',
    'settings.theme.dark': 'Ciemny',
    'settings.palette': 'Kolory',
    'settings.palette.vivid': 'Żywe',
    'settings.palette.contrast': 'Łatwe do odróżnienia',
    'settings.palette.grey': 'Odcienie szarości',
    'settings.symbols': 'Symbole',
    'settings.symbols.symbols': 'Zwykłe',
    'settings.symbols.large': 'Duże',
    'settings.symbols.letters': 'Z literami',
    'settings.board': 'Plansza',
    'settings.board.wood': 'Drewno',
    'settings.board.slate': 'Łupek',
    'settings.board.paper': 'Papier',
    'settings.board.contrast': 'Wysoki kontrast',
    'settings.finish': 'Kafelki',
    'settings.finish.glazed': 'Szkliwione',
    'settings.finish.matt': 'Matowe',
    'settings.finish.flat': 'Płaskie',
    'settings.animation': 'Animacje',
    'settings.animation.full': 'Zwykłe',
    'settings.animation.fast': 'Szybkie',
    'settings.animation.off': 'Wyłączone',
    'settings.pace': 'Ruchy innych',
    'settings.pace.slow': 'Powoli',
    'settings.pace.normal': 'Po kolei',
    'settings.pace.fast': 'Szybko',
    'settings.pace.once': 'Od razu',
    'settings.sounds': 'Dźwięki',
    'settings.volume': 'Głośność',
    'settings.confirmMoves': 'Potwierdzanie każdego ruchu',
    'settings.kept': 'Zapisane na tym urządzeniu.',
};
