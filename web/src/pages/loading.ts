// Each page has a script of its own: the server says with the index which one is needed.

import { lazy } from '../parts/lazy';

export const pages = {
    home: lazy(() => import('./HomePage.svelte')),
    game: lazy(() => import('./GamePage.svelte')),
    rules: lazy(() => import('./RulesPage.svelte')),
    lesson: lazy(() => import('./LessonPage.svelte')),
    table: lazy(() => import('./TablePage.svelte')),
    replay: lazy(() => import('./ReplayPage.svelte')),
    profile: lazy(() => import('./ProfilePage.svelte')),
    puzzles: lazy(() => import('./PuzzlesPage.svelte')),
    puzzle: lazy(() => import('./PuzzlePage.svelte')),
    design: lazy(() => import('./DesignPage.svelte')),
    person: lazy(() => import('./PersonPage.svelte')),
};
