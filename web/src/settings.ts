// What a person chose on this device: its type, its defaults, and how it is kept.

import { keep, kept } from './core/kept';

export type Language = 'en' | 'pl';
export type Theme = 'system' | 'light' | 'dark';
/** `vivid`: the fills of the appearance; `contrast`: told apart by lightness too; `grey`: no colour. */
export type Palette = 'vivid' | 'contrast' | 'grey';
/** `symbols`: silhouettes; `large`: as large as the tile allows; `letters`: with the record's letter. */
export type Symbols = 'symbols' | 'large' | 'letters';
/** What the tray of a board is made of; `contrast`: black and white, with lines around cells. */
export type BoardTheme = 'wood' | 'slate' | 'paper' | 'contrast';
export type Finish = 'glazed' | 'matt' | 'flat';
export type Animation = 'full' | 'fast' | 'off';
/** How long what others do is seen before the next thing; `once`: all that has happened at once. */
export type Pace = 'slow' | 'normal' | 'fast' | 'once';

export interface Settings {
    language: Language;
    theme: Theme;
    palette: Palette;
    symbols: Symbols;
    board: BoardTheme;
    finish: Finish;
    sounds: boolean;
    /** How loud they are: from 0 to 100. */
    volume: number;
    animation: Animation;
    pace: Pace;
    /** Whether a placed tile waits for a second click before it is sent. */
    confirmMoves: boolean;
    /** The level of bot last played against, by game. */
    levels: Record<string, string>;
}

const KEY = 'kafelki.settings';

const CHOICES = {
    language: ['en', 'pl'],
    theme: ['system', 'light', 'dark'],
    palette: ['vivid', 'contrast', 'grey'],
    symbols: ['symbols', 'large', 'letters'],
    board: ['wood', 'slate', 'paper', 'contrast'],
    finish: ['glazed', 'matt', 'flat'],
    animation: ['full', 'fast', 'off'],
    pace: ['slow', 'normal', 'fast', 'once'],
} as const satisfies Partial<Record<keyof Settings, readonly string[]>>;

export const THEMES: readonly Theme[] = CHOICES.theme;
export const PALETTES: readonly Palette[] = CHOICES.palette;
export const SYMBOLS: readonly Symbols[] = CHOICES.symbols;
export const BOARDS: readonly BoardTheme[] = CHOICES.board;
export const FINISHES: readonly Finish[] = CHOICES.finish;
export const ANIMATIONS: readonly Animation[] = CHOICES.animation;
export const PACES: readonly Pace[] = CHOICES.pace;
export const LANGUAGES: readonly Language[] = CHOICES.language;

/** The first of a browser's languages that we speak; English when none is. */
export function preferredLanguage(languages: readonly string[]): Language {
    for (const language of languages) {
        const short = language.slice(0, 2).toLowerCase();
        if (short === 'en' || short === 'pl') return short;
    }
    return 'en';
}

export function defaultSettings(languages: readonly string[]): Settings {
    return {
        language: preferredLanguage(languages),
        theme: 'system',
        palette: 'vivid',
        symbols: 'symbols',
        board: 'wood',
        finish: 'glazed',
        sounds: true,
        volume: 60,
        animation: 'full',
        pace: 'normal',
        confirmMoves: true,
        levels: {},
    };
}

/** Settings from what was kept: whatever is missing or not understood is as by default. */
export function settingsFrom(text: string | null, languages: readonly string[]): Settings {
    const settings = defaultSettings(languages);
    let found: unknown;
    try {
        found = JSON.parse(text ?? '{}');
    } catch {
        return settings;
    }
    if (typeof found !== 'object' || found === null) return settings;
    const values = found as Record<string, unknown>;
    const chosen: Record<string, unknown> = {};
    for (const [name, choices] of Object.entries(CHOICES)) {
        if ((choices as readonly unknown[]).includes(values[name])) chosen[name] = values[name];
    }
    for (const name of ['sounds', 'confirmMoves'] as const) {
        if (typeof values[name] === 'boolean') chosen[name] = values[name];
    }
    const volume = values['volume'];
    if (typeof volume === 'number' && volume >= 0 && volume <= 100) chosen['volume'] = volume;
    const levels = values['levels'];
    if (typeof levels === 'object' && levels !== null) {
        chosen['levels'] = Object.fromEntries(
            Object.entries(levels).filter(([, level]) => typeof level === 'string'),
        );
    }
    return { ...settings, ...chosen };
}

export function keptSettings(): Settings {
    return settingsFrom(kept('local', KEY), navigator.languages);
}

export function keepSettings(settings: Settings): void {
    keep('local', KEY, JSON.stringify(settings));
}

/** When a theme's colour of the browser's frame holds: the system decides unless one was chosen. */
export function frameMedia(chosen: Theme, theme: Theme): string {
    if (chosen === 'system') return `(prefers-color-scheme: ${theme})`;
    return chosen === theme ? 'all' : 'not all';
}
