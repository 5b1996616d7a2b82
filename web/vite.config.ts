import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Where a server runs while the page is being worked on (`npm run dev`).
const server = process.env['KAFELKI_SERVER'] ?? 'http://127.0.0.1:8000';

/** What every page uses, and what every page with a board does. */
const COMMON = new RegExp(
    'node_modules/svelte(?!.*/bindings/(input|select))|vite/preload-helper|src/(messages/(languages|messages|speech)|settings|parts/(Icon|icons|lazy|LazyPart)' +
        '|core/(api|catalogue|clipboard|frame|game_part|identity|kept|live|notes|place|preloaded|random|reloading|router|after_paint|words))',
);
/** What is drawn after the board. */
const BESIDE = new RegExp(
    'src/(game/(Bank|Beside|MiniRamp|ScoreTrack|Scores|TextView|text_view|TypedMove)\\.' +
        '|table/(Chat|History|Panels|Unseen|unseen)\\.)',
);
const BOARD = /src\/(game\/(?!messages)|table\/(entries|wording))/;

const page = '../kafelki/server/page';

/** Puts scripts and style sheets beside themselves in the form that browsers unpack fastest. */
const compressed = {
    name: 'compressed',
    apply: 'build' as const,
    closeBundle() {
        const assets = join(import.meta.dirname, page, 'assets');
        for (const name of readdirSync(assets).filter((each) => /\.(js|css)$/.test(each))) {
            const file = join(assets, name);
            writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
        }
    },
};

export default defineConfig({
    plugins: [svelte(), compressed],
    build: {
        outDir: page,
        emptyOutDir: true,
        // The server reads here which files belong to which page, and sends them together.
        manifest: 'parts.json',
        // The policy of the server forbids data: fonts and scripts; small files stay files.
        assetsInlineLimit: 0,
        target: 'es2022',
        // A few files that travel at the same time are there sooner than many small ones.
        cssCodeSplit: false,
        rolldownOptions: {
            output: {
                codeSplitting: {
                    groups: [
                        { name: 'common', test: COMMON, priority: 3 },
                        { name: 'beside', test: BESIDE, priority: 1 },
                        {
                            name: 'board',
                            test: (id) => BOARD.test(id) && !BESIDE.test(id),
                            priority: 2,
                        },
                    ],
                },
            },
        },
        modulePreload: { polyfill: false },
    },
    server: { proxy: { '/api': { target: server, ws: true } } },
    test: { include: ['src/**/*.test.ts'], setupFiles: ['src/messages/both.ts'] },
});
