// How a message becomes a text: its values put in, with the right plural.

import type { Language } from '../settings';

/** A text with {names} in it, or one for each plural form of its `count`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string>>;
export type Words<Key extends string> = Record<Key, Message>;
export type Values = Readonly<Record<string, string | number>>;

const plurals: Partial<Record<Language, Intl.PluralRules>> = {};

function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
    const rules = (plurals[language] ??= new Intl.PluralRules(language)); // slow to make
    return rules.select(Math.abs(count));
}

/** What says messages by their names. */
export function speaker<Key extends string>(messages: (language: Language) => Words<Key>) {
    return (language: Language, key: Key, values: Values = {}): string => {
        const message = messages(language)[key];
        let text: string;
        if (typeof message === 'string') text = message;
        else {
            const plural = pluralOf(language, Number(values['count'] ?? 0));
            text = message[plural] ?? message.other ?? '';
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
    return listFormat(language).format(names);
}

/** How one thing after another is written. */
export function listFormat(language: Language): Intl.ListFormat {
    return new Intl.ListFormat(language, { type: 'conjunction' });
}
