import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// Where a server runs while the page is being worked on (`npm run dev`).
const server = process.env['KAFELKI_SERVER'] ?? 'http://127.0.0.1:8000';

/** What every page uses, and what every page with a board does. */
const COMMON = new RegExp(
    'vite/preload-helper|src/(main|messages/(languages|messages|speech)|settings|types|parts/(Icon|icons|lazy|LazyPart)' +
        '|core/(api|catalogue|clipboard|focus|frame|game_part|identity|imported|kept|lists|live|motion|notes|paging|place|preloaded|random|reloading|router|after_paint|server_time|words))',
);
/** What is drawn after the board. */
const BESIDE = new RegExp(
    'src/(game/(Beside|GhostMoves|MiniRamp|ScoreTrack|Scores|TextView|text_view|TypedMove)\\.' +
        '|table/(Chat|History|Panels|TurnLine|turns|Unseen|unseen)\\.)',
);
/** Styles come with those that are needed at the same time: one file is there sooner than two. */
const TABLE_STYLE = new RegExp(
    'src/(pages/TablePage|table/(Bar|Clocks|Connection|Elsewhere|PassDevice|Playing)' +
        '|game/(BotFace|BotStars|MemberMark|SeatMark)).*css$',
);
const BESIDE_STYLE = /src\/(game\/(show\/|AtTile|Bubble|Takes)|table\/ProposalBar).*css$/;
const PARTS_STYLE = new RegExp(
    'src/(game/LookPreview|lessons|profile' +
        '|parts/(?!HomeLink|Icon|LazyPart|Logo|Notes|OfflineNotice)).*css$',
);
const BOARD =
    /src\/(game\/(?!messages)|table\/(absent|Clocks|Connection|entries|low_time|pace|rights|starting|wording)\.(?!.*css$))/;
/** What leads to games, in more places than one. */
const CARDS = new RegExp(
    'src/(core/(openings|playing)|parts/(GamePicture|NameList|PersonName|PlayButton|TodayCard|scene))',
);

const page = '../kafelki/server/page';

/** What comes over the board, once somebody holds a tile or there is something to show. */
const SHOW = /src\/game\/(show\/|pointed\.|AtTile\.|Bubble\.|bubble\.|Takes\.)(?!.*css$)/;
/** How people and bots look, and boards in settings: no board waits for them. */
const FACES = /src\/game\/(bot_faces|BotFace|BotStars|MemberMark|SeatMark)\.(?!.*css$)/;
const APART = [BESIDE, SHOW, FACES, /src\/game\/LookPreview\./];
/** What runs nearly whole before somebody can play: asked to be compiled while it comes. */
const EAGER = /^(svelte|common|board|TablePage)-/;
const ALL_AT_ONCE = '//# allFunctionsCalledOnLoad\n';
/** Asks that of browsers, and puts scripts and style sheets beside themselves, packed tightest. */
const finished = {
    name: 'finished',
    apply: 'build' as const,
    closeBundle() {
        const assets = join(import.meta.dirname, page, 'assets');
        for (const name of readdirSync(assets).filter((each) => /\.(js|css)$/.test(each))) {
            const file = join(assets, name);
            // Only as the first line does it count, and the bundler has lines of its own to put there.
            const eager = EAGER.test(name) && name.endsWith('.js') ? ALL_AT_ONCE : '';
            const content = eager + readFileSync(file, 'utf8');
            if (eager) writeFileSync(file, content);
            writeFileSync(`${file}.br`, brotliCompressSync(content));
        }
    },
};

export default defineConfig({
    plugins: [svelte(), finished],
    build: {
        outDir: page,
        emptyOutDir: true,
        // The server reads here which files belong to which page, and sends them together.
        manifest: 'parts.json',
        // The policy of the server forbids data: fonts and scripts; small files stay files.
        assetsInlineLimit: 0,
        target: 'es2022',
        rolldownOptions: {
            output: {
                codeSplitting: {
                    groups: [
                        // Browsers share the line among all files: these two have come and run while
                        // the board, which is larger than either, is still on its way.
                        { name: 'svelte', test: /node_modules\/svelte/, priority: 5 },
                        { name: 'common', test: COMMON, priority: 4 },
                        { name: 'parts', test: PARTS_STYLE, priority: 5 },
                        {
                            name: 'beside',
                            test: (id) => BESIDE.test(id) || BESIDE_STYLE.test(id),
                            priority: 1,
                        },
                        { name: 'show', test: SHOW, priority: 2 },
                        { name: 'faces', test: FACES, priority: 2 },
                        { name: 'cards', test: CARDS, priority: 1 },
                        { name: 'puzzles', test: /src\/puzzles\/(asking|say)\./, priority: 1 },
                        {
                            name: 'board',
                            test: (id) =>
                                TABLE_STYLE.test(id) ||
                                (BOARD.test(id) &&
                                    ![...APART, BESIDE_STYLE].some((each) => each.test(id))),
                            priority: 3,
                        },
                    ],
                },
            },
        },
        modulePreload: { polyfill: false },
    },
    server: { proxy: { '/api': { target: server, ws: true } } },
    test: {
        include: ['src/**/*.test.ts'],
        setupFiles: ['src/messages/both.ts'],
        css: true,
        isolate: false, // most of the work was to load the page's parts again for every file
    },
});
