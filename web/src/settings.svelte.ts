// The settings as everything on the page shares them: changed in one place, kept at once.

import { Refused, UNREACHABLE } from './core/api';
import { learn } from './messages/languages';
import {
    frameMedia,
    keepSettings,
    keptSettings,
    type Language,
    type Settings,
    type Theme,
} from './settings';

export const settings: Settings = $state(keptSettings());

export function change(changes: Partial<Settings>): void {
    Object.assign(settings, changes);
    keepSettings($state.snapshot(settings));
}

/** Speak another language, once its words are here. */
export async function speak(language: Language): Promise<void> {
    await learn(language).catch(() => {
        throw new Refused(UNREACHABLE);
    });
    change({ language });
}

/** Show the theme on the document: style sheets and boards read it from there. */
export function showTheme(): void {
    document.documentElement.dataset['theme'] = settings.theme;
    document.documentElement.dataset['palette'] = settings.palette;
    document.documentElement.dataset['board'] = settings.board;
    document.documentElement.dataset['finish'] = settings.finish;
    document.documentElement.dataset['animation'] = settings.animation;
    document.documentElement.lang = settings.language;
    showFrameColour(settings.theme);
}

/** The browser's own frame follows the theme that was chosen, not the system's. */
function showFrameColour(theme: Theme): void {
    for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
        meta.media = frameMedia(theme, meta.dataset['theme'] as Theme);
    }
}
