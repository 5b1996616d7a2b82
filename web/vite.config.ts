import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Where a server runs while the page is being worked on (`npm run dev`).
const server = process.env['KAFELKI_SERVER'] ?? 'http://127.0.0.1:8000';

export default defineConfig({
    plugins: [svelte()],
    build: {
        outDir: '../kafelki/server/page',
        emptyOutDir: true,
        // The policy of the server forbids data: fonts and scripts; small files stay files.
        assetsInlineLimit: 0,
        target: 'es2022',
        modulePreload: { polyfill: false },
    },
    server: { proxy: { '/api': { target: server, ws: true } } },
    test: { include: ['src/**/*.test.ts'] },
});
