/** What is seen of one half or of a single tile. */

import type { Language, Palette } from '../settings';
import type { Appearance } from '../types';
import { fillOf, inkOn, shaded } from './palettes';
import { say } from './say';

export interface Face {
    fill: string;
    edge: string;
    ink: string;
    symbol: string;
    name: string;
    /** A letter for the corner, where the symbol does not tell the colour. */
    mark: string;
    /** The letter for those who want one on every tile; none where the symbol is a letter. */
    letter: string;
    /** How many tiles high it lies, where tiles lie on tiles. */
    height: number;
}

const STONE = '#7d7363';

/** A pyramid seen from above: four faces that meet in the middle. */
const PYRAMID =
    'M-0.8 -0.9L0.8 -0.9L0 -0.1ZM0.9 -0.8L0.9 0.8L0.1 0ZM0.8 0.9L-0.8 0.9L0 0.1ZM-0.9 0.8L-0.9 -0.8L-0.1 0Z';

/** Looks up faces of one game; each is made once. */
export class Faces {
    private readonly known = new Map<string, Face>();

    constructor(
        private readonly appearance: Appearance,
        private readonly palette: Palette,
        private readonly language: Language,
    ) {}

    /** The face that a cell's letters stand for: "R", "Ys", "X2", or "^" for a pyramid. */
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

    /** Whether tiles have one face, of a colour and a shape. */
    get single(): boolean {
        return Object.keys(this.appearance.shapes).length > 0;
    }

    private make(value: string): Face {
        if (value === '^') {
            return {
                fill: STONE,
                edge: shaded(STONE, 0.7),
                ink: inkOn(STONE),
                symbol: PYRAMID,
                name: say(this.language, 'cell.pyramid'),
                mark: '',
                letter: '',
                height: 1,
            };
        }
        const letter = value[0] ?? '';
        const colour = this.appearance.colours[letter];
        const shape = this.appearance.shapes[value[1] ?? ''];
        const fill = fillOf(letter, colour?.fill ?? STONE, this.palette);
        const colourName = colour?.forms?.[shape?.gender ?? ''] ?? colour?.name;
        const names = [colourName?.[this.language] ?? letter, shape?.name[this.language] ?? ''];
        // Records have letters of their own: a player sees that of the colour's name.
        const initial = (colour?.name[this.language] ?? letter).charAt(0).toUpperCase();
        return {
            fill,
            edge: shaded(fill, 0.7),
            ink: inkOn(fill),
            symbol: (shape ?? colour)?.symbol ?? '',
            name: names.filter(Boolean).join(' '),
            mark: shape ? initial : '',
            letter: 'X' in this.appearance.colours ? '' : initial,
            height: shape ? 1 : Number(value.slice(1)) || 1,
        };
    }
}
