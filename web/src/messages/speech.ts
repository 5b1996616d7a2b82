// How a message becomes a text: its values put in, with the right plural.

import type { Language } from '../settings';

/** A text with {names} in it, or one for each plural form of its `count`. */
export type Message = string | Partial<Record<Intl.LDMLPluralRule, string | null>>;
export type Words<Key extends string> = Record<Key, Message>;
export type Values = Readonly<Record<string, string | number>>;

const plurals: Partial<Record<Language, Intl.PluralRules>> = {};

function pluralOf(language: Language, count: number): Intl.LDMLPluralRule {
    const rules = (plurals[language] ??= new Intl.PluralRules(language)); // slow to make
    return rules.select(Math.abs(count));
}

/** What a game says in words of its own, by the names of the messages. */
export type OwnWords = Readonly<Record<string, Readonly<Record<Language, Message>>>>;

/** What says messages by their names, or what a game says instead. */
export function speaker<Key extends string>(messages: (language: Language) => Words<string>) {
    return (language: Language, key: Key, values: Values = {}, own: OwnWords = {}): string =>
        filled(language, own[key]?.[language] ?? messages(language)[key] ?? key, values);
}

/** A message as a text, with the right plural. */
export function filled(language: Language, message: Message, values: Values): string {
    let text = message;
    if (typeof text !== 'string') {
        const plural = pluralOf(language, Number(values['count'] ?? 0));
        text = text[plural] ?? text.other ?? '';
    }
    return text.replace(/\{(\w+)\}/g, (_, name: string) => written(values[name] ?? ''));
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
