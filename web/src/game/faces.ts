/** What is seen of one half or of a single tile. */

import type { Language, Palette } from '../settings';
import type { Appearance } from '../types';
import { fillOf, inkOn, shaded } from './palettes';
import { say } from './say';

export interface Face {
    fill: string;
    /** Its thin rim, and what shows of it from the side. */
    edge: string;
    side: string;
    ink: string;
    symbol: string;
    /** What is written on it, where it has no symbol. */
    text: string;
    name: string;
    /** A letter for the corner, where the symbol does not tell the colour. */
    mark: string;
    /** The letter for those who want one on every tile; none where the symbol is a letter. */
    letter: string;
    /** How many tiles high it lies, where tiles lie on tiles. */
    height: number;
}

/** The fill of what has no colour. */
const STONE = '#7d7363';

/** Looks up faces of one game; each is made once. */
export class Faces {
    private readonly known = new Map<string, Face>();

    constructor(
        readonly appearance: Appearance,
        private readonly palette: Palette,
        private readonly language: Language,
    ) {}

    /** The face that a cell's letters stand for: "R", "Ys", "X2", or the sign of a piece. */
    of(value: string): Face {
        let face = this.known.get(value);
        if (!face) {
            face = this.make(value);
            this.known.set(value, face);
        }
        return face;
    }

    name(value: string): string {
        return this.of(value).name;
    }

    /** The name of a tile: both its halves, or its colour and shape. */
    tileName(tile: string): string {
        if (this.single) return this.name(tile);
        const [one = '', two = ''] = [...tile];
        if (one === two) return say(this.language, 'tile.double', { colour: this.name(one) });
        return `${this.name(one)} + ${this.name(two)}`;
    }

    /** What is put up beside tiles: the first piece that the game has. */
    get stone(): Face {
        return this.of(Object.keys(this.appearance.pieces)[0] ?? '');
    }

    /** Whether tiles have one face, and cover one cell. */
    get single(): boolean {
        return this.appearance.halves === 1;
    }

    private make(value: string): Face {
        const { colours, shapes, pieces, initials, traits } = this.appearance;
        const piece = pieces[value];
        const letter = value[0] ?? '';
        const colour = colours[letter];
        const shape = shapes[value[1] ?? ''];
        const symbol = (piece ?? shape ?? colour)?.symbol ?? '';
        const fill = piece?.fill ?? fillOf(letter, colour?.fill ?? STONE, this.palette);
        const colourName = colour?.forms?.[shape?.gender ?? ''] ?? colour?.name;
        const names = [colourName?.[this.language] ?? value, shape?.name[this.language] ?? ''];
        // Records have letters of their own: a player sees that of the colour's name.
        const initial = piece ? '' : (colour?.name[this.language] ?? '').charAt(0).toUpperCase();
        return {
            fill,
            edge: shaded(fill, 0.66),
            side: shaded(fill, 0.5),
            ink: inkOn(fill),
            symbol,
            text: symbol ? '' : value,
            name: piece?.name[this.language] ?? names.filter(Boolean).join(' '),
            mark: shape ? initial : '',
            letter: initials ? initial : '',
            height: traits.stacks ? Number(value.slice(1)) || 1 : 1,
        };
    }
}
