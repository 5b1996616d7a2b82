// Lazy loading: parts of the page with scripts of their own, fetched when they are first needed.

/** Import a script; one that could not be had before is asked for again.
 *
 * A browser remembers by its address what it could not have: another address is new to it. */
export async function imported<Module>(load: () => Promise<Module>): Promise<Module> {
    try {
        return await load();
    } catch (problem) {
        const address = /https?:\/\/\S+\.js/.exec(String(problem))?.[0];
        if (!address) throw problem;
        return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Module;
    }
}

export interface Lazy<Part> {
    /** The part, once its script is there: then it is drawn at once. */
    readonly ready: Part | null;
    load(): Promise<Part>;
}

export function lazy<Part>(fetch: () => Promise<{ default: Part }>): Lazy<Part> {
    let ready: Part | null = null;
    let loading: Promise<Part> | null = null;

    async function load(): Promise<Part> {
        try {
            const part = (await imported(fetch)).default;
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
