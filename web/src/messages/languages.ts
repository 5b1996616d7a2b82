// The words of the page are fetched a language at a time: nobody reads two at once.

import type { MessageKey as GameMessageKey } from '../game/say';
import { imported } from '../parts/lazy';
import type { Language } from '../settings';
import type { MessageKey } from './messages';
import type { Words } from './speech';

/** All that is said in one language: by the page, and by the boards on it. */
export interface AllWords {
    page: Words<MessageKey>;
    game: Words<GameMessageKey>;
}

const FETCH: Record<Language, () => Promise<{ words: AllWords }>> = {
    en: () => import('./english'),
    pl: () => import('./polish'),
};
const known: Partial<Record<Language, AllWords>> = {};

/** Have a language at hand; whatever is said in it comes after. */
export async function learn(language: Language): Promise<void> {
    known[language] ??= (await imported(FETCH[language])).words;
}

export function wordsOf(language: Language): AllWords {
    const words = known[language];
    if (!words) throw new Error(`the words of "${language}" have not been fetched`);
    return words;
}
