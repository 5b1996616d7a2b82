/** What is asked of the viewer now, in one line. */

import type { Language } from '../settings';
import type { LegalMoves } from './moves';
import type { Draft } from './placement';
import { begunBefore, extraTurn, type Position } from './position';
import { listed } from '../messages/speech';
import { isKafelek, say } from './say';

export interface Asked {
    position: Position;
    legal: LegalMoves;
    draft: Draft;
    /** Whether the draft may lie where it is. */
    fits: boolean;
    busy: boolean;
    names: readonly string[];
    language: Language;
    /** What the booklet calls a tile on top of one's turn. */
    extra: 'turn' | 'move';
}

export function promptOf(asked: Asked): string {
    const { position, legal, busy, names, language } = asked;
    const { view } = position;
    if (view.over) return say(language, 'prompt.over');
    if (busy) return say(language, 'prompt.sending');
    if (view.chance) return say(language, 'prompt.chance');
    if (legal.known) return ownTurn(asked);
    const waited = listed(
        language,
        view.to_act.map((seat) => names[seat] ?? ''),
    );
    if (position.seat < 0) return say(language, 'prompt.watching', { names: waited });
    if (position.placed[position.seat]) {
        return say(language, 'prompt.placedWaiting', { names: waited });
    }
    if (position.ramps.length > 0) return say(language, 'prompt.resting');
    return say(language, 'prompt.waiting', { names: waited });
}

function ownTurn({ position, legal, draft, fits, language, extra: word }: Asked): string {
    if (legal.choices.includes('swap')) return say(language, 'prompt.swap');
    if (legal.takes.length > 0) return say(language, 'prompt.take');
    const slides = position.ramps.length > 0;
    if (draft.stage === 'half') {
        return say(language, slides ? 'prompt.secondColumn' : 'prompt.secondCell');
    }
    if (draft.stage === 'pinned') {
        return say(language, fits ? 'prompt.confirm' : 'prompt.illegal');
    }
    const extra = extraTurn(position.view);
    if (extra) return say(language, `prompt.extra.${word}`, extra);
    const begun = begunBefore(position);
    if (begun !== null) return say(language, begun > 0 ? 'prompt.firstElsewhere' : 'prompt.first');
    if (draft.stage === 'none') {
        const kafelek = isKafelek(position.game);
        return say(language, kafelek ? 'prompt.chooseKafelek' : 'prompt.chooseTile');
    }
    return say(language, slides ? 'prompt.fall' : 'prompt.choosePlace');
}
