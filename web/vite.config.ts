import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Where a server runs while the page is being worked on (`npm run dev`).
const server = process.env['KAFELKI_SERVER'] ?? 'http://127.0.0.1:8000';

/** What every page uses, and what every page with a board does. */
const COMMON = new RegExp(
    'node_modules/svelte(?!.*/bindings/(input|select))|vite/preload-helper|src/(messages/(languages|messages|speech)|settings|types|parts/(Icon|icons|lazy|LazyPart)' +
        '|core/(api|catalogue|clipboard|focus|frame|game_part|identity|kept|lists|live|motion|notes|paging|place|preloaded|random|reloading|router|after_paint|words))',
);
/** What is drawn after the board. */
const BESIDE = new RegExp(
    'src/(game/(Beside|MiniRamp|ScoreTrack|Scores|TextView|text_view|TypedMove)\\.' +
        '|table/(Chat|History|Panels|TurnLine|turns|Unseen|unseen)\\.)',
);
const BOARD = /src\/(game\/(?!messages)|table\/(entries|starting|wording))/;

const page = '../kafelki/server/page';

/** What moves over the board, once there is something to show. */
const SHOW = new RegExp('src/game/(show/|pointed\\.)');
/** How people and bots look, and boards in settings: no board waits for them. */
const FACES = new RegExp('src/game/(bot_faces|BotFace|BotStars|MemberMark|SeatMark)\\.');
const APART = [BESIDE, SHOW, FACES, /src\/game\/LookPreview\./];
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
                        { name: 'common', test: COMMON, priority: 4 },
                        { name: 'beside', test: BESIDE, priority: 1 },
                        { name: 'show', test: SHOW, priority: 2 },
                        { name: 'faces', test: FACES, priority: 2 },
                        {
                            name: 'board',
                            test: (id) => BOARD.test(id) && !APART.some((each) => each.test(id)),
                            priority: 3,
                        },
                    ],
                },
            },
        },
        modulePreload: { polyfill: false },
    },
    server: { proxy: { '/api': { target: server, ws: true } } },
    test: { include: ['src/**/*.test.ts'], setupFiles: ['src/messages/both.ts'], css: true },
});
