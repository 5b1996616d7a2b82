/** The tile on its way from the hand to the board, and everything that can be done with it. */

import { untrack } from 'svelte';

import { Announcer } from './announcer.svelte';
import type { BoardFocus } from './board_focus.svelte';
import type { Point } from './geometry';
import type { PointerKind } from './gestures';
import { keepFor, keptFor } from './keeping';
import { type LegalPlacement, parseMove } from './moves';
import * as drafts from './placement';
import type { Arrow, Draft, Step } from './placement';
import { arranged, shuffled, sorted } from './rack';
import type { Scene } from './scene.svelte';
import { Sending } from './sending.svelte';
import { Objection } from './objection.svelte';

export class Placing {
    draft: Draft = $state.raw(drafts.NOTHING);
    /** The order of the rack, as its owner left it. */
    order: string[] = $state.raw([]);
    readonly objection: Objection;
    readonly sending: Sending;
    readonly announcer: Announcer;
    /** Where the mouse is over the board; nothing once the keyboard moves the tile. */
    #pointer: Point | null = null;
    /** Whose the draft is. */
    #owner: { table: string; seat: number } | null = null;
    readonly #scene: Scene;
    readonly #focus: BoardFocus;

    constructor(scene: Scene, focus: BoardFocus) {
        this.#scene = scene;
        this.#focus = focus;
        this.objection = new Objection(scene);
        this.sending = new Sending(scene);
        this.announcer = new Announcer(scene, () => this.tile);
        $effect.pre(() => this.#followGame());
        $effect(() => this.#keepForReload());
        $effect(() => this.#doubt());
        $effect(() => this.#takeAhead());
    }

    readonly rack = $derived.by(() => arranged(this.#scene.position.hand, this.order));
    #most = 0;
    /** As many tiles as anybody has held: those in hand never grow when one is gone. */
    readonly room = $derived.by(() => {
        const held = this.#scene.view.hands.map(({ tiles, hidden }) => tiles.length + hidden);
        return (this.#most = Math.max(this.#most, this.rack.length, ...held));
    });
    /** The tile in hand; "" when there is none. */
    readonly tile = $derived(this.draft.tile);
    /** The move that the draft stands for, legal or not. */
    readonly move = $derived.by(() => drafts.draftMove(this.#scene.situation, this.draft));
    /** The legal move that it stands for, if it is one. */
    readonly placement = $derived.by(() => drafts.legalMove(this.#scene.situation, this.draft));
    readonly fits = $derived.by(() => drafts.mayLie(this.#scene.situation, this.draft));
    readonly halves = $derived.by(() => drafts.halvesOfDraft(this.draft, this.#scene.size));
    readonly #knowsMoves = $derived.by(() => this.#scene.legal.known);

    get holding(): boolean {
        return this.draft.stage !== 'none';
    }
    get pinned(): boolean {
        return this.draft.stage === 'pinned';
    }

    // What happens by itself

    /** The draft and the order of the rack are kept for this table and seat, and fitted to a game
     * that has gone on. */
    #followGame(): void {
        const { situation, position } = this.#scene;
        const { seat, bank } = position;
        const { rack } = this;
        untrack(() => {
            this.#changeHands(this.#scene.given.table.id, seat);
            const played = this.sending.arrived();
            if (played !== null) {
                if (parseMove(played).kind === 'place') this.draft = drafts.putBack(this.draft);
                this.objection.forget();
            }
            this.draft = drafts.reconcile(situation, this.draft, this.rack, bank);
            this.#chooseOnly(rack);
        });
    }

    /** On one device, everybody finds the tile as they left it: not where it was played, nor under
     * the mouse that somebody else has now. */
    #changeHands(table: string, seat: number): void {
        const owner = this.#owner;
        if (owner?.table === table && owner.seat === seat) return;
        if (owner && owner.table !== '' && owner.seat >= 0) {
            const left = this.sending.idle ? drafts.leave(this.draft) : drafts.putBack(this.draft);
            keepFor(owner.table, owner.seat, { draft: left, order: this.order });
        }
        this.#owner = { table, seat };
        const found = keptFor(table, seat);
        this.draft = found.draft;
        this.order = found.order;
        this.sending.forget();
    }

    #keepForReload(): void {
        const { position, given } = this.#scene;
        const { draft, order } = this;
        const { id } = given.table;
        if (id && position.seat >= 0) keepFor(id, position.seat, { draft, order });
    }

    /** A tile laid down before one's turn may turn out to lie where it must not. */
    #doubt(): void {
        if (!this.#knowsMoves) return;
        untrack(() => {
            if (this.pinned && !this.fits) void this.objection.ask(this.move);
        });
    }

    /** A tile chosen ahead is taken as soon as it can be. */
    #takeAhead(): void {
        const { busy, legal } = this.#scene;
        const { take } = this.draft;
        if (busy || !this.sending.idle || !take || !legal.takes.includes(take)) return;
        untrack(() => {
            this.draft = { ...this.draft, take: '' };
            this.send(`take ${take}`);
        });
    }

    /** Where there is but one tile, nobody has to choose it. */
    #chooseOnly(hand: readonly string[] = this.rack): void {
        const [only] = hand;
        if (hand.length === 1 && only && !this.holding && this.#scene.legal.placements.length > 0) {
            this.draft = drafts.choose(this.draft, only, 0);
        }
    }

    // Taking a tile in hand, and putting it back

    choose(slot: number): void {
        const tile = this.rack[slot];
        if (tile === undefined || !this.#scene.canPlan) return;
        this.objection.forget();
        this.draft = drafts.choose(this.draft, tile, slot);
        if (!this.holding) this.#chooseOnly();
    }

    sortRack(): void {
        this.order = sorted(this.rack, this.#scene.size);
    }

    shuffleRack(): void {
        this.order = shuffled(this.rack);
    }

    cancel(): void {
        if (this.#scene.busy) return; // it is on its way, and can not be called back
        this.#focus.takeOver(this.draft.cells[0], '.bubble button');
        this.draft = drafts.cancel(this.draft);
        this.objection.forget();
        this.#chooseOnly();
    }

    /** A tile is dragged from the rack, over the board or elsewhere. */
    drag(slot: number, point: Point | null): void {
        if (!this.#scene.canPlan) return;
        const tile = this.rack[slot];
        if (tile === undefined) return;
        if (this.draft.slot !== slot || !this.holding) {
            this.draft = drafts.choose(drafts.putBack(this.draft), tile, slot);
        }
        if (this.pinned || this.draft.stage === 'half') {
            this.draft = { ...this.draft, stage: 'chosen', cells: [] };
        }
        if (point) this.hover(point);
        else this.draft = drafts.leave(this.draft);
    }

    // Moving it over the board

    hover(point: Point): void {
        this.#pointer = point;
        if (this.#scene.busy) return;
        const held = drafts.hover(this.#scene.situation, this.draft, point);
        if (held !== this.draft) this.objection.forget();
        this.draft = held;
    }

    leave(): void {
        this.#pointer = null;
        this.draft = drafts.leave(this.draft);
    }

    moveBy(arrow: Arrow): void {
        const { isOpen, legal, situation } = this.#scene;
        this.#pointer = null;
        const start = isOpen
            ? (legal.of(this.tile)[0]?.halves[0]?.cell ?? '0,0')
            : this.#focus.cell;
        const from = this.draft.stage === 'half' ? { ...this.draft, cells: [] } : this.draft;
        this.draft = drafts.move(situation, from, arrow, start);
        this.#focus.follow(this.draft.cells[0]); // from the rack too, where Enter would put it back
        this.announcer.tell(this.draft);
    }

    turn(by: 1 | -1): void {
        if (this.#scene.busy) return;
        this.draft = drafts.turn(this.#scene.situation, this.draft, by, this.#pointer);
        this.#turned();
    }

    flip(): void {
        if (this.#scene.busy) return;
        this.draft = drafts.flip(this.draft);
        this.#turned();
    }

    /** What was said of the tile may not be true of it any more. */
    #turned(): void {
        const wasTold = this.objection.shown !== null;
        this.objection.forget();
        this.announcer.tell(this.draft);
        if (wasTold && !this.fits) void this.objection.ask(this.move);
    }

    // Laying it down, and playing it

    press(point: Point, kind: PointerKind): void {
        const { draft } = this;
        const { situation, settings, busy, canPlan } = this.#scene;
        if (busy || !canPlan || !this.holding) return;
        const step =
            kind === 'touch'
                ? drafts.tap(situation, draft, point)
                : drafts.click(situation, draft, point, settings.confirmMoves);
        if (step.ask === 'explain' && step.draft === draft && this.pinned) {
            const there = drafts.hover(situation, { ...draft, stage: 'chosen', cells: [] }, point);
            void this.objection.ask(drafts.draftMove(situation, there));
            return;
        }
        this.#act(step);
    }

    finish(): void {
        this.#act(drafts.finish(this.#scene.situation, this.draft));
    }

    /** Lay the tile on a place from a list, with the button that plays it under the finger. */
    async follow(chosen: LegalPlacement): Promise<void> {
        if (this.#scene.busy) return;
        this.draft = drafts.follow(this.draft, chosen, this.#scene.grid);
        await this.#focus.toBubble();
    }

    #act(step: Step): void {
        this.draft = step.draft;
        this.objection.forget();
        if (step.ask === 'commit') this.#play();
        else if (step.ask === 'explain') void this.objection.ask(this.move);
    }

    #play(): void {
        if (!this.placement || this.#scene.busy) return;
        this.draft = { ...this.draft, stage: 'pinned' };
        this.send(this.placement.move);
    }

    send(move: string): void {
        if (this.#scene.busy) return;
        this.sending.note(move);
        this.objection.forget();
        this.#focus.takeOver(this.draft.cells[0]);
        this.#scene.given.onplay(move);
    }

    take(tile: string): void {
        if (this.#scene.legal.takes.includes(tile)) this.send(`take ${tile}`);
        else this.draft = { ...this.draft, take: this.draft.take === tile ? '' : tile };
    }

    placeAndTake(tile: string): void {
        this.draft = { ...this.draft, take: tile };
        this.#play();
    }

    /** Play a typed move; whether it could be. */
    async playTyped(text: string): Promise<boolean> {
        const { legal, view } = this.#scene;
        const parsed = parseMove(text);
        const move =
            parsed.kind === 'place'
                ? legal.find(parsed.halves)?.move
                : view.legal?.moves.find((one) => one === text);
        if (move === undefined) await this.objection.ask(text);
        else this.send(move);
        return move !== undefined;
    }
}
