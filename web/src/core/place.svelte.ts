// Where on the page we are. Links are ordinary links; clicks on ours change the place only.

import { isOurs, routeOf, type Route } from './router';

let path = $state(location.pathname);

export const place = {
    get route(): Route {
        return routeOf(path);
    },
    get path(): string {
        return path;
    },
};

export function go(address: string, replace = false): void {
    if (replace) history.replaceState(null, '', address);
    else history.pushState(null, '', address);
    path = location.pathname;
    if (!replace) window.scrollTo(0, 0);
}

export function followLinks(): () => void {
    const clicked = (event: MouseEvent) => {
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (!(link instanceof HTMLAnchorElement) || !isOurs(event, link, location)) return;
        event.preventDefault();
        go(link.pathname + link.search + link.hash);
    };
    const moved = () => {
        path = location.pathname;
    };
    document.addEventListener('click', clicked);
    window.addEventListener('popstate', moved);
    return () => {
        document.removeEventListener('click', clicked);
        window.removeEventListener('popstate', moved);
    };
}
