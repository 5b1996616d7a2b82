/** The words of the game area, in the reader's language, with the right plurals. */

import type { Language } from '../settings';
import { messages as en } from './messages.en';
import { messages as pl } from './messages.pl';

/** A text with {names} in it, or one for each plural form of its `count`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type MessageKey = keyof typeof en;

const MESSAGES: Record<Language, Record<MessageKey, Message>> = { en, pl };
const PLURALS: Record<Language, Intl.PluralRules> = {
    en: new Intl.PluralRules('en'),
    pl: new Intl.PluralRules('pl'),
};

export type Values = Readonly<Record<string, string | number>>;

export function say(language: Language, key: MessageKey, values: Values = {}): string {
    const message = MESSAGES[language][key];
    let text: string;
    if (typeof message === 'string') text = message;
    else {
        const count = Math.abs(Number(values['count'] ?? 0));
        text = message[PLURALS[language].select(count)] ?? message.other ?? '';
    }
    return text.replace(/\{(\w+)\}/g, (_, name: string) => written(values[name] ?? ''));
}

/** A number with a proper minus sign. */
export function written(value: string | number): string {
    return typeof value === 'number' && value < 0 ? `−${-value}` : String(value);
}

/** A number of points gained or lost. */
export function gained(value: number): string {
    return value < 0 ? written(value) : `+${value}`;
}

export function listed(language: Language, names: readonly string[]): string {
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
