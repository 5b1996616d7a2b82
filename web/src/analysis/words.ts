// The words of the analysis board in the reader's language, changing when that does.

import { type Message, speaker, type Values } from '../messages/speech';
import { settings } from '../settings.svelte';
import { ALL, type en } from './messages';

type Key = keyof Omit<typeof en, 'chances'>;

const say = speaker<Key>((language): Record<Key, Message> => ALL[language]);

/** What is said by the name of it, in the reader's language. */
export function said(key: Key, values?: Values): string {
    return say(settings.language, key, values);
}

/** What the worths are called. */
export function chancesTitle(unit: keyof typeof en.chances): string {
    return ALL[settings.language].chances[unit];
}
