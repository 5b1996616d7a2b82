import { mount } from 'svelte';

import App from './App.svelte';
import { routeOf } from './core/router';
import { fetched } from './pages/loading';
import './style.css';

const target = document.getElementById('page');
// Drawn once and whole, not first the frame and then the page in it.
if (target) void fetched(routeOf(location.pathname)).then(() => mount(App, { target }));

// The shell of the page is kept for when there is no connection.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    window.addEventListener('load', () => {
        navigator.serviceWorker.register('/worker.js').catch(() => undefined);
    });
}
