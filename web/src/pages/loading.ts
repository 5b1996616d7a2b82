// Each page has a script of its own: the server says with the index which one is needed.

import { lazy } from '../parts/lazy';

export const pages = {
    home: lazy(() => import('./HomePage.svelte'), 'home'),
    game: lazy(() => import('./GamePage.svelte'), 'home'),
    rules: lazy(() => import('./RulesPage.svelte'), 'home'),
    lesson: lazy(() => import('./LessonPage.svelte'), 'home'),
    table: lazy(() => import('./TablePage.svelte')),
    replay: lazy(() => import('./ReplayPage.svelte'), 'table', 'review'),
    analysis: lazy(() => import('./AnalysisPage.svelte'), 'table', 'review'),
    profile: lazy(() => import('./ProfilePage.svelte'), 'profile', 'settings'),
    insights: lazy(() => import('./InsightsPage.svelte'), 'insights'),
    mistakes: lazy(() => import('./MistakesPage.svelte'), 'insights', 'review'),
    puzzles: lazy(() => import('./PuzzlesPage.svelte')),
    puzzle: lazy(() => import('./PuzzlePage.svelte'), 'table'),
    design: lazy(() => import('./DesignPage.svelte')),
    person: lazy(() => import('./PersonPage.svelte'), 'profile'),
};
