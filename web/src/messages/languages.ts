// The words of the page are fetched a language at a time, for nobody reads two at once, and a
// chapter at a time, with the parts of the page that say what is in it.

import { imported } from '../core/imported';
import type { Language } from '../settings';
import type { Chapter } from './messages';
import type { Message } from './speech';

type Dictionary = Record<string, Message>;

const FILES = import.meta.glob<{ words: Dictionary }>(['./*.en.ts', './*.pl.ts']);
const fetches = new Map<string, Promise<{ words: Dictionary }>>();
const known: Partial<Record<Language, Dictionary>> = {};
const opened = new Set<Chapter | 'first'>(['first']);

/** Have a language at hand, in the chapters that have been opened and in these. */
export async function learn(language: Language, ...chapters: Chapter[]): Promise<void> {
    for (const chapter of chapters) opened.add(chapter);
    let read;
    do {
        read = [...opened]; // while they are fetched, others may be opened
        const found = await Promise.all(read.map((chapter) => fetched(`${chapter}.${language}`)));
        known[language] = Object.assign(known[language] ?? {}, ...found) as Dictionary;
    } while (opened.size > read.length);
}

async function fetched(name: string): Promise<Dictionary> {
    const load = FILES[`./${name}.ts`];
    if (!load) throw new Error(`there are no words in "${name}"`);
    const fetch = fetches.get(name) ?? imported(load);
    fetches.set(name, fetch);
    try {
        return (await fetch).words;
    } catch (problem) {
        fetches.delete(name); // so that it is asked for again
        throw problem;
    }
}

export function wordsOf(language: Language): Dictionary {
    const words = known[language];
    if (!words) throw new Error(`the words of "${language}" have not been fetched`);
    return words;
}
