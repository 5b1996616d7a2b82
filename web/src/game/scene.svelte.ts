/** What is on the table, as the viewer sees it. */

import type { Language, Settings } from '../settings';
import type {
    Appearance,
    Explained,
    GameDescription,
    GameView,
    Problem,
    TableView,
    Words,
    You,
} from '../types';
import { Faces } from './faces';
import { type Gain, gainInWords, gainOf } from './gains';
import { LegalMoves, type LegalPlacement } from './moves';
import { seatName } from './people';
import { positionOf } from './position';
import { gridOf, isOpen, situationOf } from './situation';

export interface Embedded {
    /** What to say instead of what is asked of the player. */
    prompt: string | null;
    /** The record of what is shown: there is no table to ask. */
    record: () => Promise<unknown>;
}

export interface Next {
    prompt: string;
    label: string;
    go: () => void;
}

/** What a page gives a game that it shows. */
export interface Given {
    view: GameView;
    table: TableView;
    you: You;
    appearance: Appearance;
    game: GameDescription;
    settings: Settings;
    language: Language;
    busy: boolean;
    problem: Words | null;
    onplay: (move: string) => void;
    onexplain: (move: string) => Promise<Explained | Problem>;
    /** The viewer's own seat, where nobody plays: in a replay. */
    home?: number | undefined;
    /** Who is away, or has a bot play, by seat. */
    states?: readonly string[];
    /** What stands before the prompt: who starts, what somebody calls. */
    opening?: string;
    /** Who has an account, by seat. */
    members?: readonly boolean[];
    /** What has ended and is still shown, and the way on from there. */
    next?: Next | null;
    /** A small position within a page of text instead of a table's game. */
    embedded?: Embedded | null;
}

export class Scene {
    readonly #read: () => Given;

    constructor(read: () => Given) {
        this.#read = read;
    }

    get given(): Given {
        return this.#read();
    }
    get view(): GameView {
        return this.given.view;
    }
    get appearance(): Appearance {
        return this.given.appearance;
    }
    get language(): Language {
        return this.given.language;
    }
    get settings(): Settings {
        return this.given.settings;
    }
    get busy(): boolean {
        return this.given.busy;
    }
    /** What the booklet calls a tile on top of one's turn. */
    get extra(): 'turn' | 'move' {
        return this.given.game.extra ?? 'turn';
    }
    get isOpen(): boolean {
        return isOpen(this.appearance);
    }
    get isRamp(): boolean {
        return this.position.ramps.length > 0;
    }
    get isStacked(): boolean {
        return this.view.game === 'exo';
    }
    /** How many cells a tile covers. */
    get size(): 1 | 2 {
        return this.faces.single ? 1 : 2;
    }
    /** The seat whose ramp is drawn large. */
    get ownSeat(): number {
        return Math.max(this.position.home, 0);
    }

    readonly position = $derived(positionOf(this.view, this.given.home ?? this.given.you.seats[0]));
    readonly faces = $derived(new Faces(this.appearance, this.settings.palette, this.language));
    readonly names = $derived.by(() =>
        Array.from({ length: this.view.players }, (_, seat) =>
            seatName(this.language, this.given.table, this.given.game, seat),
        ),
    );
    readonly legal = $derived(new LegalMoves(this.view.legal));
    /** Whether it is the viewer's own seat. */
    readonly mine = $derived.by(() => {
        const { seat } = this.position;
        return seat >= 0 && this.given.you.seats.includes(seat);
    });
    /** Whether tiles are swapped in this game: something else than a placement may be asked, and
     * what was swapped is seen. */
    get mayChoose(): boolean {
        const { lowest, view } = this.position;
        const live = this.canPlan || !this.given.embedded;
        return live && !view.over && lowest.length > 0 && view.players > 1;
    }
    readonly canPlan = $derived(this.mine && !this.view.over);

    readonly grid = $derived(gridOf(this.appearance, this.position));
    readonly situation = $derived(
        situationOf(this.grid, this.legal, this.position.cells, {
            size: this.size,
            stacked: this.isStacked,
            slides: this.isRamp,
        }),
    );

    /** What a placement brings; the explanation adds what its row does not tell. */
    gainOf(placement: LegalPlacement, explained: Explained | null = null): Gain {
        return gainOf(this.legal, placement, explained, {
            game: this.view.game,
            letters: Object.keys(this.appearance.colours),
            language: this.language,
            seat: this.position.seat,
            names: this.names,
            extra: this.extra,
        });
    }

    gainInWords(placement: LegalPlacement): string {
        return gainInWords(this.gainOf(placement), (letter) => this.faces.name(letter));
    }
}
