// Words for the components: in the language of the settings, changing when it does.

import { say, type MessageKey } from '../messages/messages';
import { listed, type Values } from '../messages/speech';
import { settings } from '../settings.svelte';
import type { Words } from '../types';

export function t(key: MessageKey, values?: Values): string {
    return say(settings.language, key, values);
}

/** What the server says in both languages, in ours. */
export function localised(words: Words): string {
    return words[settings.language];
}

export function names(all: readonly string[]): string {
    return listed(settings.language, all);
}

/** A day such as "2026-03-01", as people write it. */
export function dayText(day: string): string {
    const format = new Intl.DateTimeFormat(settings.language, {
        dateStyle: 'long',
        timeZone: 'UTC',
    });
    return format.format(new Date(`${day}T00:00:00Z`));
}

export function whenWas(time: number): string {
    return new Intl.DateTimeFormat(settings.language, {
        dateStyle: 'medium',
        timeStyle: 'short',
    }).format(time);
}
