// Parts of the page with scripts of their own, fetched when they are first needed.

export interface Late<Part> {
    /** The part, once its script is there: then it is drawn at once. */
    readonly ready: Part | null;
    load(): Promise<Part>;
}

export function late<Part>(fetch: () => Promise<{ default: Part }>): Late<Part> {
    let ready: Part | null = null;
    return {
        get ready() {
            return ready;
        },
        async load() {
            ready ??= (await fetch()).default;
            return ready;
        },
    };
}

/** Have the script of a part at hand, if it can be had. */
export async function fetched(part: Late<unknown>): Promise<void> {
    await part.load().catch(() => undefined);
}
