// The words of the page in the reader's language.

import type { Language } from '../settings';
import type { en } from './en';
import type { words as home } from './home.en';
import type { words as insights } from './insights.en';
import { wordsOf } from './languages';
import type { words as lobby } from './lobby.en';
import type { words as profile } from './profile.en';
import type { words as review } from './review.en';
import type { words as settings } from './settings.en';
import { speaker } from './speech';
import type { words as table } from './table.en';

/** What only some parts of the page say, and they bring with them. */
interface Chapters {
    home: typeof home;
    insights: typeof insights;
    lobby: typeof lobby;
    profile: typeof profile;
    review: typeof review;
    settings: typeof settings;
    table: typeof table;
}
export type Chapter = keyof Chapters;
export type MessageKey = keyof typeof en | { [One in Chapter]: keyof Chapters[One] }[Chapter];

export const say = speaker<MessageKey>(wordsOf);

/** Whether there is a message of that name: some names come from the server. */
export function isMessage(language: Language, key: string): key is MessageKey {
    return key in wordsOf(language);
}
