// The words of the page in the reader's language.

import type { Language } from '../settings';
import type { en } from './en';
import { wordsOf } from './languages';
import { speaker } from './speech';

export type MessageKey = keyof typeof en;

export const say = speaker<MessageKey>((language) => wordsOf(language).page);

/** Whether there is a message of that name: some names come from the server. */
export function isMessage(language: Language, key: string): key is MessageKey {
    return key in wordsOf(language).page;
}
