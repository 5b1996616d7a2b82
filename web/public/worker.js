// Keeps the shell of the page, so that it opens without a connection and says what is the matter.
// Games are never kept here: they come from the server, which alone knows them.

const SHELL = 'shell';

let keeping = Promise.resolve();

self.addEventListener('install', (event) => {
    event.waitUntil(keepIndex().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
    event.waitUntil(Promise.all([self.clients.claim(), askAtOnce()]));
});

self.addEventListener('fetch', (event) => {
    const { request } = event;
    const address = new URL(request.url);
    const ours = address.origin === self.location.origin && request.method === 'GET';
    if (!ours || address.pathname.startsWith('/api/')) return;
    if (request.mode === 'navigate') event.respondWith(page(event));
    else if (address.pathname.startsWith('/assets/')) event.respondWith(asset(event));
});

/** Let the browser ask for a page while we are still waking up, and as the page's reader. */
async function askAtOnce() {
    await self.registration.navigationPreload?.enable();
}

/** The page from the server; as it was kept when there is no connection. */
async function page({ request, preloadResponse }) {
    try {
        const answer = (await preloadResponse) ?? (await fetch(request));
        if (answer.ok) keeping = keepIndex().catch(() => undefined);
        return answer;
    } catch (problem) {
        const kept = await (await caches.open(SHELL)).match('/');
        if (kept) return kept;
        throw problem;
    }
}

/** A file that never changes: kept once it was asked for; it is there, too, where nothing can be kept. */
async function asset(event) {
    const shell = await caches.open(SHELL).catch(() => undefined);
    const kept = await shell?.match(event.request).catch(() => undefined);
    if (kept) return kept;
    const answer = await fetch(event.request);
    if (answer.ok)
        event.waitUntil(shell?.put(event.request, answer.clone()).catch(() => undefined));
    return answer;
}

self.addEventListener('message', (event) => {
    event.waitUntil(keepFiles(event.data?.keep ?? []));
});

/** Keep files that were used before we could see them. */
async function keepFiles(files) {
    await keeping; // which may throw away what an older page has used
    const shell = await caches.open(SHELL);
    for (const file of files) if (!(await shell.match(file))) await shell.add(file);
}

/** Keep the index and what it names; a new one makes the files of the old one go. */
async function keepIndex() {
    // Asked for by itself it comes without what is meant for somebody at some moment.
    const fresh = await fetch('/', { cache: 'no-cache' });
    if (!fresh.ok) return;
    const shell = await caches.open(SHELL);
    const text = await fresh.clone().text();
    const before = await shell.match('/');
    if (before && (await before.text()) === text) return;
    for (const old of await shell.keys()) await shell.delete(old);
    await shell.put('/', fresh);
    const files = [...text.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((found) => found[1]);
    await shell.addAll(files);
}

// Notifications: the server says in words what is to be shown, and where it leads.

self.addEventListener('push', (event) => {
    const { title, body, url } = event.data?.json() ?? {};
    // Not every system draws an SVG here.
    const shown = { body, icon: '/icon-192.png', tag: url, data: { url } };
    event.waitUntil(self.registration.showNotification(title ?? 'Kafelki', shown));
});

self.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(show(event.notification.data?.url ?? '/'));
});

/** Bring a window with that address to the front, or open one. */
async function show(path) {
    const address = new URL(path, self.location.origin).href;
    for (const client of await self.clients.matchAll({ type: 'window' })) {
        if (client.url === address) return client.focus();
    }
    return self.clients.openWindow(address);
}
