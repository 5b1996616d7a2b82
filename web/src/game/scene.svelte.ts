/** What is on the table, as the viewer sees it. */

import type { Snippet } from 'svelte';

import type { Values } from '../messages/speech';
import type { Language, Settings } from '../settings';
import type {
    Appearance,
    Explained,
    GameDescription,
    GameView,
    Problem,
    TableView,
    Traits,
    Words,
    You,
} from '../types';
import { Faces } from './faces';
import { type Gain, gainInWords, gainOf } from './gains';
import type { Mark } from './marks';
import { LegalMoves, type LegalPlacement } from './moves';
import { botAt, seatName } from './people';
import { positionOf } from './position';
import { type MessageKey, say } from './say';
import { gridOf, isOpen, situationOf } from './situation';
import type { Ways } from './ways.svelte';

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
    /** What was laid since the viewer's last move. */
    marks?: readonly Mark[];
    /** Who has an account, by seat. */
    members?: readonly boolean[];
    /** What has ended and is still shown, and the way on from there. */
    next?: Next | null;
    /** What to say instead of what is asked of the player. */
    prompt?: string | null;
    /** A small position within a page of text instead of a table's game. */
    embedded?: boolean;
    /** The record of what is shown, where it is not that of a table. */
    record?: () => Promise<unknown>;
    /** What stands above the game, around the banner: then all of it fits the window. */
    header?: Snippet<[banner: Snippet, ways: Ways]>;
    /** Where a move may be taken back without asking anybody: how, if there is one now. */
    takeBack?: { go: (() => void) | null } | null;
    /** What stands beside the game, or below it where there is no room. */
    beside?: Snippet;
}

/** Something that may be chosen and is no placement. */
export interface Offered {
    choice: string;
    text: string;
    /** Whether it is what most would choose. */
    main: boolean;
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
    get traits(): Traits {
        return this.appearance.traits;
    }
    get isOpen(): boolean {
        return isOpen(this.appearance);
    }
    /** How many cells a tile covers. */
    get size(): 1 | 2 {
        return this.appearance.halves;
    }
    /** The seat whose board is drawn large. */
    get ownSeat(): number {
        return Math.max(this.position.home, 0);
    }

    readonly position = $derived(
        positionOf(this.view, this.traits, this.given.home ?? this.given.you.seats[0]),
    );
    readonly faces = $derived(new Faces(this.appearance, this.settings.palette, this.language));
    readonly names = $derived.by(() =>
        Array.from({ length: this.view.players }, (_, seat) =>
            seatName(this.language, this.given.table, this.given.game, seat),
        ),
    );
    /** Which of them are bots. */
    readonly bots = $derived.by(() =>
        this.names.map((_, seat) => botAt(this.given.table, this.given.game, seat)),
    );
    readonly legal = $derived(new LegalMoves(this.view.legal));
    /** Whether it is the viewer's own seat. */
    readonly mine = $derived.by(() => {
        const { seat } = this.position;
        return seat >= 0 && this.given.you.seats.includes(seat);
    });
    /** Whether something else than a placement may be asked in this game; what was swapped is
     * seen there too. */
    get mayChoose(): boolean {
        const live = this.canPlan || !this.given.embedded;
        const ever = Object.keys(this.traits.choices).length > 0 && this.view.players > 1;
        return live && (ever || this.legal.choices.length > 0);
    }
    /** What else than a placement may be chosen now: as the game lists it, and then what it does not. */
    readonly offered = $derived.by((): Offered[] => {
        const { choices } = this.traits;
        const known = Object.keys(choices);
        const now = this.legal.choices;
        return [
            ...known.filter((choice) => now.includes(choice)),
            ...now.filter((choice) => !known.includes(choice)),
        ].map((choice) => ({
            choice,
            text: choices[choice]?.action[this.language] ?? choice,
            main: choice === known[0],
        }));
    });
    /** The letters of the viewer's lowest colours, where what is asked is about them. */
    readonly lowest = $derived.by(() =>
        this.offered.some(({ choice }) => this.traits.choices[choice]?.prompt)
            ? (this.position.lowest[this.position.seat] ?? '')
            : '',
    );
    readonly canPlan = $derived(this.mine && !this.view.over);

    readonly grid = $derived(gridOf(this.appearance, this.position));
    readonly situation = $derived(
        situationOf(this.grid, this.legal, this.position.cells, this.size, this.traits),
    );

    /** What the page says, in the words of the game where it has some. */
    say(key: MessageKey, values?: Values): string {
        return say(this.language, key, values, this.traits.words);
    }

    /** How many tiles nobody has drawn yet. */
    get supplyText(): string | null {
        const { supply } = this.position;
        return supply && this.say(`supply.${supply.where}`, { count: supply.count });
    }
    /** The same where everybody lays what is there. */
    get stockText(): string | null {
        return this.traits.stock.length > 0 ? this.supplyText : null;
    }

    boardName(seat: number): string {
        return this.say('board.of', { name: this.names[seat] ?? '' });
    }

    /** What a placement brings; the explanation adds what its row does not tell. */
    gainOf(placement: LegalPlacement, explained: Explained | null = null): Gain {
        return gainOf(this.legal, placement, explained, {
            appearance: this.appearance,
            language: this.language,
            seat: this.position.seat,
            names: this.names,
        });
    }

    gainInWords(placement: LegalPlacement): string {
        return gainInWords(this.gainOf(placement), (letter) => this.faces.name(letter));
    }
}
