// The words of the page in the reader's language.

import { en } from './en';
import { pl } from './pl';
import { speaker } from './speech';

export type MessageKey = keyof typeof en;

export const say = speaker<MessageKey>({ en, pl });

/** Whether there is a message of that name: some names come from the server. */
export function isMessage(key: string): key is MessageKey {
    return key in en;
}
