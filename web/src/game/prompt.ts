/** What is asked of the viewer now, in one line. */

import { listed, type Values } from '../messages/speech';
import type { Language } from '../settings';
import type { Appearance, GameView } from '../types';
import { LegalMoves } from './moves';
import { type Draft, NOTHING } from './placement';
import { begunBefore, extraTurn, type Position, positionOf } from './position';
import { type MessageKey, say } from './say';

export interface Asked {
    position: Position;
    appearance: Appearance;
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
    const said = speaking(asked);
    if (view.over) return said('prompt.over');
    if (busy) return said('prompt.sending');
    if (view.chance) return said('prompt.chance');
    if (legal.known) return ownTurn(asked);
    const count = view.to_act.length;
    const waited = listed(
        language,
        view.to_act.map((seat) => names[seat] ?? ''),
    );
    if (position.placed[position.seat]) {
        return said('prompt.placedWaiting', { names: waited, count });
    }
    // Where everybody places at once, whoever does not may not.
    if (position.seat >= 0 && position.tiles.length > 0) return said('prompt.resting');
    return said('prompt.waiting', { names: waited, count });
}

/** What is asked of whoever sees the view and may act, before a tile was chosen. */
export function askedOf(
    view: GameView,
    appearance: Appearance,
    language: Language,
    extra: 'turn' | 'move',
): string {
    const position = positionOf(view, appearance.traits);
    const legal = new LegalMoves(view.legal);
    // The only tile that there is need not be chosen.
    const draft = { ...NOTHING, stage: position.hand.length === 1 ? 'chosen' : 'none' } as const;
    return ownTurn({ position, appearance, legal, draft, fits: false, language, extra });
}

/** What somebody's own turn is about. */
type Turn = Omit<Asked, 'busy' | 'names'>;

function speaking({ language, appearance }: Pick<Asked, 'language' | 'appearance'>) {
    return (key: MessageKey, values?: Values): string =>
        say(language, key, values, appearance.traits.words);
}

function ownTurn(asked: Turn): string {
    const { position, appearance, legal, draft, fits, language, extra: word } = asked;
    const { choices, slides, words } = appearance.traits;
    const said = speaking(asked);
    const chosen = legal.choices.find((choice) => choices[choice]?.prompt);
    if (chosen !== undefined) return choices[chosen]?.prompt?.[language] ?? '';
    if (legal.takes.length > 0) return said('prompt.take');
    if (draft.stage === 'half') return said(slides ? 'prompt.secondColumn' : 'prompt.secondCell');
    if (draft.stage === 'pinned') return said(fits ? 'prompt.confirm' : 'prompt.illegal');
    const extra = extraTurn(position.view);
    if (extra) return said(`prompt.extra.${word}`, extra);
    if (legal.placements.length === 0) {
        const forced = legal.choices.flatMap((choice) => choices[choice]?.forced ?? []);
        return forced[0]?.[language] ?? said('prompt.choose');
    }
    const begun = 'prompt.first' in words ? begunBefore(position, appearance) : null;
    if (begun !== null) return said(begun > 0 ? 'prompt.firstElsewhere' : 'prompt.first');
    if (draft.stage === 'none') return said('prompt.chooseTile');
    return said(slides ? 'prompt.fall' : 'prompt.choosePlace');
}
