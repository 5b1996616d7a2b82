// What is said about puzzles, in the reader's language.

import { filled, type Values } from '../messages/speech';
import { settings } from '../settings.svelte';
import { MESSAGES } from './messages';

export function say(key: keyof typeof MESSAGES, values: Values = {}): string {
    return filled(settings.language, MESSAGES[key][settings.language], values);
}
