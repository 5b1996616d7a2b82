// Each page has a script of its own: the server says with the index which one is needed.

import type { Route } from '../core/router';

export const pages = {
    home: () => import('./HomePage.svelte'),
    game: () => import('./GamePage.svelte'),
    rules: () => import('./RulesPage.svelte'),
    lesson: () => import('./LessonPage.svelte'),
    table: () => import('./TablePage.svelte'),
    replay: () => import('./ReplayPage.svelte'),
    profile: () => import('./ProfilePage.svelte'),
};

/** Have a page's script at hand, if it can be had: then it is shown at once. */
export async function fetched(route: Route): Promise<void> {
    if (route.page !== 'unknown') await pages[route.page]().catch(() => undefined);
}
