/** What a live region tells of the tile on its way, for those who do not see it. */

import { untrack } from 'svelte';

import { moveInWords } from './describe';
import { type Draft, draftMove, legalMove } from './placement';
import { say } from './say';
import type { Scene } from './scene.svelte';

export class Announcer {
    text = $state('');

    readonly #scene: Scene;

    constructor(scene: Scene, tileInHand: () => string) {
        this.#scene = scene;
        $effect(() => {
            if (scene.language) this.text = ''; // what was told in another language is told no more
        });
        // Which tile is in hand, by whatever it was chosen.
        $effect(() => {
            const tile = tileInHand();
            if (tile === '' || !scene.canPlan) return;
            this.text = untrack(() =>
                say(scene.language, 'said.inHand', { tile: scene.faces.tileName(tile) }),
            );
        });
    }

    /** Tell where the tile is, and what it brings there. */
    tell(draft: Draft): void {
        const { situation, faces, language } = this.#scene;
        const move = draftMove(situation, draft);
        if (move === null) return;
        const found = legalMove(situation, draft);
        const brings = found ? this.#scene.gainInWords(found) : say(language, 'cell.forbidden');
        this.text = `${moveInWords(move, faces, language)}: ${brings}`;
    }
}
