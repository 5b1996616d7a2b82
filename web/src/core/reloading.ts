// A browser may remember that a script could not be had: only a new page asks for it again.

import { keep, kept } from './kept';

/** A script that cannot be had although the server answers must not reload the page for ever. */
const PATIENCE = 30_000;
const RELOADED = 'kafelki.reloaded';

/** Load the page again if the server answers; whether it does. */
export async function reloadIfReachable(): Promise<boolean> {
    if (wasJustReloaded()) return false;
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (!answer?.ok) return false;
    keep('session', RELOADED, String(Date.now()));
    location.reload();
    return true;
}

function wasJustReloaded(): boolean {
    const last = kept('session', RELOADED);
    if (last !== null) return Date.now() - Number(last) < PATIENCE;
    // Where nothing is kept, the browser still knows how this page was come by.
    const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
    return !canKeep() && came?.type === 'reload';
}

function canKeep(): boolean {
    keep('session', RELOADED, '0');
    return kept('session', RELOADED) !== null;
}
