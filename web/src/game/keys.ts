/** The keys that a game is played with. */

import { ARROWS } from './placement';
import type { Placing } from './placing.svelte';
import type { Scene } from './scene.svelte';
import type { Under } from './under.svelte';

export class Keys {
    readonly #scene: Scene;
    readonly #placing: Placing;
    readonly #under: Under;
    readonly #area: () => HTMLElement | undefined;

    constructor(scene: Scene, placing: Placing, under: Under, area: () => HTMLElement | undefined) {
        this.#scene = scene;
        this.#placing = placing;
        this.#under = under;
        this.#area = area;
    }

    readonly down = (event: KeyboardEvent): void => {
        if (!this.#isMeant(event)) return;
        const key = keyOf(event);
        if (key === 'l') this.#under.peek();
        if (this.#scene.canPlan && this.#play(event, key)) event.preventDefault();
    };

    readonly up = (event: KeyboardEvent): void => {
        if (keyOf(event) === 'l') this.#under.stopPeeking();
    };

    /** Whether a key is pressed for the game, and not for something else on the page. */
    #isMeant(event: KeyboardEvent): boolean {
        const target = event.target as Element;
        // A page of text may have several boards, and its keys scroll it.
        const here = this.#scene.given.embedded
            ? this.#area()?.contains(target)
            : !target.closest('dialog, [role="tablist"]');
        const forBrowser = event.ctrlKey || event.metaKey || event.altKey;
        if (!here || forBrowser || this.#scene.busy) return false;
        return !target.matches('input, textarea, select');
    }

    /** Do what a key says; whether it says anything. */
    #play(event: KeyboardEvent, key: string): boolean {
        const placing = this.#placing;
        const { legal, position } = this.#scene;
        const digit = Number(event.key);
        const arrow = ARROWS[event.key];
        const target = event.target as Element;
        const taken = legal.takes.length > 0 ? position.bank[digit - 1] : undefined;
        if (taken !== undefined) placing.take(taken);
        else if (key !== ' ' && digit >= 1 && digit <= placing.rack.length) {
            placing.choose(digit - 1);
        } else if (key === 'Escape' && placing.holding) placing.cancel();
        else if (key === 'Escape' && placing.objection.shown) placing.objection.forget();
        else if (!placing.holding) return false;
        else if (key === 'r') placing.turn(event.shiftKey ? -1 : 1);
        else if (key === 'f') placing.flip();
        else if (arrow && !event.shiftKey) placing.moveBy(arrow);
        else if (key === 'Enter' && !target.matches('button, a, summary')) placing.finish();
        else return false;
        return true;
    }
}

/** A letter is the same key whether it is written small or large. */
function keyOf({ key }: KeyboardEvent): string {
    return key.length === 1 ? key.toLowerCase() : key;
}
