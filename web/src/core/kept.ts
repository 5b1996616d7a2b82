// What this device keeps for the page. A browser that keeps nothing, or forbids even to ask, still
// plays: nothing here ever throws.

/** `session`: until the tab is closed; `local`: for as long as the browser likes. */
export type Where = 'session' | 'local';

const storage = (where: Where): Storage => (where === 'session' ? sessionStorage : localStorage);

/** What was kept under a key; null where nothing was, or can be. */
export function kept(where: Where, key: string): string | null {
    try {
        return storage(where).getItem(key);
    } catch {
        return null;
    }
}

/** Keep a text under a key, or forget it. */
export function keep(where: Where, key: string, value: string | null): void {
    try {
        if (value === null) storage(where).removeItem(key);
        else storage(where).setItem(key, value);
    } catch {
        // As above.
    }
}
