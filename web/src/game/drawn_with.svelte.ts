/** A game's own part that is a component. */

import { type Component, mount, unmount } from 'svelte';

import type { Draw, Told } from '../core/game_part';

class Props {
    told: Told = $state.raw() as Told;

    constructor(told: Told) {
        this.told = told;
    }
}

export function drawnWith(component: Component<{ told: Told }>): Draw<Element> {
    return (target, told) => {
        const props = new Props(told);
        const drawn = mount(component, { target, props });
        return {
            update: (next) => (props.told = next),
            destroy: () => void unmount(drawn),
        };
    };
}
