/** The keys that a game is played with. */

import { ARROWS } from './placement';
import type { Placing } from './placing.svelte';
import type { Scene } from './scene.svelte';
import type { Under } from './under.svelte';
import type { Ways } from './ways.svelte';

/** What keys act on. */
export interface Played {
    scene: Scene;
    placing: Placing;
    under: Under;
    ways: Ways;
}

export class Keys {
    readonly #played: Played;
    readonly #area: () => HTMLElement | undefined;

    constructor(played: Played, area: () => HTMLElement | undefined) {
        this.#played = played;
        this.#area = area;
    }

    readonly down = (event: KeyboardEvent): void => {
        if (!this.#isMeant(event)) return;
        const { scene, under } = this.#played;
        const key = keyOf(event);
        if (key === 'l') under.peek();
        const heard = this.#look(key) || (scene.canPlan && !scene.busy && this.#play(event, key));
        if (heard) event.preventDefault();
    };

    readonly up = (event: KeyboardEvent): void => {
        if (keyOf(event) === 'l') this.#played.under.stopPeeking();
    };

    /** Whether a key is pressed for the game, and not for something else on the page. */
    #isMeant(event: KeyboardEvent): boolean {
        const target = event.target as Element;
        const here = this.#played.scene.given.embedded
            ? this.#isAt(target)
            : !target.closest('dialog, [role="tablist"]');
        const forBrowser = event.ctrlKey || event.metaKey || event.altKey;
        if (!here || forBrowser) return false;
        return !target.matches('input, textarea, select');
    }

    /** Whether a key is for this board of a page of text, which may have several. */
    #isAt(target: Element): boolean {
        const area = this.#area();
        if (!area || area.contains(target)) return area !== undefined;
        return target === document.body && document.querySelectorAll('.game-area').length === 1;
    }

    /** Show what a key asks for; whether it asks for anything. */
    #look(key: string): boolean {
        const { scene, ways } = this.#played;
        if (key === 'b') ways.asText = !ways.asText;
        else if (key === 't' && scene.canPlan) ways.typing = true;
        else return false;
        return true;
    }

    /** Do what a key says; whether it says anything. */
    #play(event: KeyboardEvent, key: string): boolean {
        const { placing, scene } = this.#played;
        const { legal, position } = scene;
        const digit = Number(event.key);
        const arrow = ARROWS[event.key];
        const target = event.target as Element;
        const taken = legal.takes.length > 0 ? position.bank[digit - 1] : undefined;
        if (taken !== undefined) placing.take(taken);
        else if (key !== ' ' && digit >= 1 && digit <= placing.rack.length) {
            placing.choose(digit - 1);
        } else if (key === 'Escape' && placing.holding) placing.cancel();
        else if (key === 'Escape' && placing.objection.shown) placing.objection.forget();
        else if (key === 'm') placing.shuffleRack();
        else if (key === 'o') placing.sortRack();
        else if (key === 'u') scene.given.takeBack?.go?.();
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
