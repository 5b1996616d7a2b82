/** A game's own part that is a component. */

import { type Component, mount, unmount } from 'svelte';

import type { Draw, BoardFacts } from '../core/game_part';

class Props {
    facts: BoardFacts = $state.raw() as BoardFacts;

    constructor(facts: BoardFacts) {
        this.facts = facts;
    }
}

export function drawnWith(component: Component<{ facts: BoardFacts }>): Draw<Element> {
    return (target, facts) => {
        const props = new Props(facts);
        const drawn = mount(component, { target, props });
        return {
            update: (next) => (props.facts = next),
            destroy: () => void unmount(drawn),
        };
    };
}
