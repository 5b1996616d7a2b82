import { mount } from 'svelte';

import App from './App.svelte';
import './style.css';

const target = document.getElementById('page');
if (target) mount(App, { target });

// The shell of the page is kept for when there is no connection.
if (import.meta.env.PROD && 'serviceWorker' in navigator) {
    window.addEventListener('load', () => {
        navigator.serviceWorker.register('/worker.js').catch(() => undefined);
    });
}
