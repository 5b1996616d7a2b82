import { mount } from 'svelte';

import App from './App.svelte';
import { UNREACHABLE } from './core/api';
import { routeOf } from './core/router';
import { learn } from './messages/languages';
import { pages } from './pages/loading';
import { fetched } from './parts/late';
import { settings } from './settings.svelte';
import './style.css';

const target = document.getElementById('page');
// Drawn once and whole, not first the frame and then the page in it.
if (target) {
    const { page } = routeOf(location.pathname);
    const ready = page === 'unknown' ? null : fetched(pages[page]);
    Promise.all([learn(settings.language), ready]).then(
        () => mount(App, { target }),
        () => {
            // Not even words are here to say it with.
            target.textContent = Object.values(UNREACHABLE.text).join(' ');
            window.addEventListener('online', () => location.reload());
        },
    );
}

// The shell of the page is kept for when there is no connection.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    window.addEventListener('load', () => {
        navigator.serviceWorker.register('/worker.js').catch(() => undefined);
    });
}
