/** How much room a window gives a game: where everything stands follows from it. */

import { MediaQuery } from 'svelte/reactivity';

/** Three columns, one above another with room for whole score cards, a phone, a phone on its side. */
export type Screen = 'wide' | 'tall' | 'phone' | 'side';

const side = new MediaQuery('(orientation: landscape) and (max-height: 30rem)');
const wide = new MediaQuery(
    '(min-width: 68.75rem) and (min-height: 30.01rem), ' +
        '(min-width: 50rem) and (min-height: 30.01rem) and (orientation: landscape)',
);
const tall = new MediaQuery('(min-width: 37.5rem) and (min-height: 50rem)');
const roomy = new MediaQuery('(min-width: 87.5rem)');

export const room = {
    /** Where everything stands; a ramp is high and narrow: beside it there is room for a column. */
    screenOf(ramp: boolean): Screen {
        if (side.current) return 'side';
        if (wide.current || (ramp && tall.current)) return 'wide';
        return tall.current ? 'tall' : 'phone';
    },
    /** Whether a third column leaves the board as large as it is without. */
    get forThird(): boolean {
        return roomy.current;
    },
};
