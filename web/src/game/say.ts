/** The words of the game area in the reader's language. */

import { speaker, written } from '../messages/speech';
import { messages as en } from './messages.en';
import { messages as pl } from './messages.pl';

export type MessageKey = keyof typeof en;

export const say = speaker<MessageKey>({ en, pl });

/** A number of points gained or lost. */
export function gained(value: number): string {
    return value < 0 ? written(value) : `+${value}`;
}
