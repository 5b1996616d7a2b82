// Lazy loading: parts of the page with scripts of their own, fetched when they are first needed.

import { imported } from '../core/imported';
import { learn } from '../messages/languages';
import type { Chapter } from '../messages/messages';
import { settings } from '../settings.svelte';

export interface Lazy<Part> {
    /** The part, once its script is there: then it is drawn at once. */
    readonly ready: Part | null;
    load(): Promise<Part>;
}

/** A part of the page, which comes with the chapters of words that it speaks. */
export function lazy<Part>(
    fetch: () => Promise<{ default: Part }>,
    ...chapters: Chapter[]
): Lazy<Part> {
    let ready: Part | null = null;
    let loading: Promise<Part> | null = null;

    async function load(): Promise<Part> {
        try {
            const words = learn(settings.language, ...chapters);
            const [{ default: part }] = await Promise.all([imported(fetch), words]);
            // Of several parts in one script only the browser's own way finds the right one.
            if (!part) throw new Error('the part cannot be found in its script');
            return (ready = part);
        } finally {
            if (!ready) loading = null; // so that it is asked for again
        }
    }

    return {
        get ready() {
            return ready;
        },
        // One promise for all who wait: they go on in the order in which they asked.
        load: () => (loading ??= load()),
    };
}

/** Have the script of a part at hand, if it can be had. */
export async function fetched(part: Lazy<unknown>): Promise<void> {
    await part.load().catch(() => undefined);
}
