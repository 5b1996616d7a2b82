// A browser may remember that a script could not be had: only a new page asks for it again.

/** A script that cannot be had although the server answers must not reload the page for ever. */
const PATIENCE = 30_000;
const RELOADED = 'kafelki.reloaded';

/** Load the page again if the server answers; whether it does. */
export async function reloadIfReachable(): Promise<boolean> {
    const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
    if (Date.now() - last < PATIENCE) return false;
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (!answer?.ok) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
    location.reload();
    return true;
}
