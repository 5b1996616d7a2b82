// How a message becomes a text: its values put in, with the right plural.

import type { Language } from '../settings';

/** A text with {names} in it, or one for each plural form of its `count`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Values = Readonly<Record<string, string | number>>;

const PLURALS: Record<Language, Intl.PluralRules> = {
    en: new Intl.PluralRules('en'),
    pl: new Intl.PluralRules('pl'),
};

/** What says messages by their names. */
export function speaker<Key extends string>(messages: Record<Language, Record<Key, Message>>) {
    return (language: Language, key: Key, values: Values = {}): string => {
        const message = messages[language][key];
        let text: string;
        if (typeof message === 'string') text = message;
        else {
            const count = Math.abs(Number(values['count'] ?? 0));
            text = message[PLURALS[language].select(count)] ?? message.other ?? '';
        }
        return text.replace(/\{(\w+)\}/g, (_, name: string) => written(values[name] ?? ''));
    };
}

/** A number with a proper minus sign. */
export function written(value: string | number): string {
    return typeof value === 'number' && value < 0 ? `−${-value}` : String(value);
}

/** Names one after the other, with "and" before the last. */
export function listed(language: Language, names: readonly string[]): string {
    return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}
