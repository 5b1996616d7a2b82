import { mount } from 'svelte';

import App from './App.svelte';
import { afterPaint } from './core/after_paint';
import { UNREACHABLE } from './core/api';
import { reloadIfReachable } from './core/reloading';
import { routeOf } from './core/router';
import { learn } from './messages/languages';
import { pages } from './pages/loading';
import { fetched } from './parts/lazy';
import { settings, showTheme } from './settings.svelte';
import './style.css';

const AGAIN = 3000;

const target = document.getElementById('page');
// Drawn once and whole, not first the frame and then the page in it.
if (target) {
    showTheme();
    const { page } = routeOf(location.pathname);
    const ready = page === 'unknown' ? null : fetched(pages[page]);
    Promise.all([learn(settings.language), ready]).then(
        () => {
            mount(App, { target });
            afterPaint(keepShell);
        },
        () => {
            // Not even words are here to say it with.
            const text = document.createElement('p');
            text.className = 'card pad';
            text.textContent = Object.values(UNREACHABLE.text).join(' ');
            target.replaceChildren(text);
            setInterval(() => void reloadIfReachable(), AGAIN);
        },
    );
}

/** The shell of the page is kept for when there is no connection. */
function keepShell(): void {
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
    const { serviceWorker } = navigator;
    serviceWorker.register('/worker.js').catch(() => undefined);
    void serviceWorker.ready.then(({ active }) => active?.postMessage({ keep: usedFiles() }));
}

/** The files that the page has come with: those before the worker was there, it has not seen. */
function usedFiles(): string[] {
    const files = performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname);
    return files.filter((path) => path.startsWith('/assets/'));
}
