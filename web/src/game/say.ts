/** The words of the game area in the reader's language. */

import { wordsOf } from '../messages/languages';
import { speaker, written } from '../messages/speech';
import type { messages } from './messages.en';

export type MessageKey = keyof typeof messages;

export const say = speaker<MessageKey>(wordsOf);

/** A number of points gained or lost. */
export function gained(value: number): string {
    return value < 0 ? written(value) : `+${value}`;
}
