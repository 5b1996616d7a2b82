// Words in the reader's language, with the right plurals.

import type { Language } from '../settings';
import { en } from './en';
import { pl } from './pl';

/** A text with {names} in it, or one for each plural form of its `count`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type MessageKey = keyof typeof en;
export type Values = Readonly<Record<string, string | number>>;

const MESSAGES: Record<Language, Record<MessageKey, Message>> = { en, pl };

const PLURALS: Record<Language, Intl.PluralRules> = {
    en: new Intl.PluralRules('en'),
    pl: new Intl.PluralRules('pl'),
};

export function say(language: Language, key: MessageKey, values: Values = {}): string {
    const message = MESSAGES[language][key];
    const text =
        typeof message === 'string'
            ? message
            : (message[PLURALS[language].select(Number(values['count'] ?? 0))] ??
              message.other ??
              '');
    return text.replace(/\{(\w+)\}/g, (_, name: string) => written(values[name] ?? ''));
}

/** A number with a proper minus sign. */
export function written(value: string | number): string {
    return typeof value === 'number' && value < 0 ? `−${-value}` : String(value);
}

/** Whether there is a message of that name: some names come from the server. */
export function isMessage(key: string): key is MessageKey {
    return key in en;
}

/** Names one after the other, with "and" before the last. */
export function listed(language: Language, names: readonly string[]): string {
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
