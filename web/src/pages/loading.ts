// Each page has a script of its own: the server says with the index which one is needed.

import { late } from '../parts/late';

export const pages = {
    home: late(() => import('./HomePage.svelte')),
    game: late(() => import('./GamePage.svelte')),
    rules: late(() => import('./RulesPage.svelte')),
    lesson: late(() => import('./LessonPage.svelte')),
    table: late(() => import('./TablePage.svelte')),
    replay: late(() => import('./ReplayPage.svelte')),
    profile: late(() => import('./ProfilePage.svelte')),
};
