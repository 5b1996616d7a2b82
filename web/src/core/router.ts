// The addresses of the page, and what each shows.

export type Route =
    | { page: 'home' }
    | { page: 'game'; game: string }
    | { page: 'rules'; game: string }
    | { page: 'lesson'; game: string }
    | { page: 'table'; table: string }
    | { page: 'replay'; table: string; event: number | null }
    | { page: 'profile' | 'insights' | 'mistakes' | 'puzzles' | 'design' }
    | { page: 'analysis'; table: string; event: number }
    | { page: 'puzzle'; puzzle: string }
    | { page: 'person'; person: string }
    | { page: 'unknown' };

const PLAIN = ['profile', 'insights', 'mistakes', 'puzzles', 'design'] as const;

function isPlain(name: string | undefined): name is (typeof PLAIN)[number] {
    return PLAIN.some((each) => each === name);
}

export function routeOf(path: string): Route {
    const parts = path.split('/').filter(Boolean).map(decoded);
    const [first, second, third, fourth] = parts;
    if (parts.length === 0) return { page: 'home' };
    if (isPlain(first) && parts.length === 1) return { page: first };
    if (first === 'puzzles' && third !== undefined && parts.length === 3) {
        return { page: 'puzzle', puzzle: third };
    }
    if (first === 'people' && second !== undefined && parts.length === 2) {
        return { page: 'person', person: second };
    }
    if (first === 'games' && second !== undefined) {
        if (parts.length === 2) return { page: 'game', game: second };
        if (parts.length === 3 && third === 'rules') return { page: 'rules', game: second };
        if (parts.length === 3 && third === 'lesson') return { page: 'lesson', game: second };
    }
    if (first === 't' && second !== undefined) {
        const table = second.toLowerCase();
        if (parts.length === 2) return { page: 'table', table };
        if (parts.length === 3 && third === 'at') return { page: 'replay', table, event: null };
        if (parts.length === 4 && /^\d{1,6}$/.test(fourth ?? '')) {
            const event = Number(fourth);
            if (third === 'at') return { page: 'replay', table, event };
            if (third === 'from') return { page: 'analysis', table, event };
        }
    }
    return { page: 'unknown' };
}

function decoded(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

/** What follows the address of a replay that plays by itself. */
export const PLAYING = '#play';

/** What follows the address of a replay with the review of its game beside it. */
export const REVIEWING = '#review';

const segment = encodeURIComponent;

export const addresses = {
    home: '/',
    profile: '/profile',
    insights: '/insights',
    mistakes: '/mistakes',
    puzzles: '/puzzles',
    puzzle: (game: string, puzzle: string) => `/puzzles/${segment(game)}/${segment(puzzle)}`,
    person: (person: string) => `/people/${segment(person)}`,
    game: (game: string) => `/games/${segment(game)}`,
    rules: (game: string) => `/games/${segment(game)}/rules`,
    lesson: (game: string) => `/games/${segment(game)}/lesson`,
    table: (table: string) => `/t/${segment(table)}`,
    replay: (table: string, event?: number) =>
        `/t/${segment(table)}/at${event === undefined ? '' : `/${event}`}`,
    /** The same, and it plays from there by itself. */
    replayFrom: (table: string, event: number) => `${addresses.replay(table, event)}${PLAYING}`,
    /** The same, and it is told how well everybody played. */
    review: (table: string, event: number) => `${addresses.replay(table, event)}${REVIEWING}`,
    /** Where things are tried out after so many events of a finished game. */
    analysis: (table: string, event: number) => `${addresses.table(table)}/from/${event}`,
};

/** Whether a click on a link is for us: a plain one, to an address of the page. */
export function isOurs(event: MouseEvent, link: HTMLAnchorElement, page: Location): boolean {
    return (
        !event.defaultPrevented &&
        event.button === 0 &&
        !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) &&
        link.target === '' &&
        !link.hasAttribute('download') &&
        link.origin === page.origin &&
        !link.pathname.startsWith('/api/') &&
        !(link.hash !== '' && link.pathname === page.pathname)
    );
}
