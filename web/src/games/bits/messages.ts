/** What the task cards say. */

import { filled, type Message, type Values } from '../../messages/speech';
import type { Language } from '../../settings';

const MESSAGES = {
    tasks: { en: 'Tasks', pl: 'Zadania' },
    round: { en: 'Round {round} of 3', pl: 'Runda {round} z 3' },
    each: { en: '{points} for each area: {task}', pl: '{points} za każdy obszar: {task}' },
    matched: {
        en: { one: 'matched {count} time', other: 'matched {count} times' },
        pl: {
            one: 'spełnione {count} raz',
            few: 'spełnione {count} razy',
            many: 'spełnione {count} razy',
            other: 'spełnione {count} raza',
        },
    },
} satisfies Record<string, Record<Language, Message>>;

export function say(language: Language, key: keyof typeof MESSAGES, values: Values = {}): string {
    return filled(language, MESSAGES[key][language], values);
}
