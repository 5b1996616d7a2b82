/** What fills tiles, and which ink shows on what. */

import type { Palette } from '../settings';

/** Told apart by lightness too, and by people with each kind of colour blindness. */
const CONTRAST: Record<string, string> = {
    Y: '#fff08a',
    O: '#f0a830',
    G: '#3fae86',
    R: '#c8450c',
    B: '#1b6fb3',
    V: '#4a1f6b',
    X: '#12488c',
};

/** No colour at all: steps of grey, so that nobody can lean on a hue by accident. */
const GREY: Record<string, string> = {
    Y: '#ececec',
    O: '#c4c4c4',
    G: '#9a9a9a',
    R: '#767676',
    B: '#545454',
    V: '#303030',
    X: '#545454',
};

const PALETTES: Record<Palette, Record<string, string>> = {
    vivid: {},
    contrast: CONTRAST,
    grey: GREY,
};

/** The fill of a colour in a palette; the game's own, as light in greys, where the palette has none. */
export function fillOf(letter: string, own: string, palette: Palette): string {
    const known = PALETTES[palette][letter];
    if (known !== undefined || palette !== 'grey') return known ?? own;
    return mixed('#000000', '#ffffff', Math.sqrt(luminance(own)));
}

const LIGHT_INK = '#fffdf8';
const DARK_INK = '#211c17';

function channels(colour: string): number[] {
    return [1, 3, 5].map((k) => parseInt(colour.slice(k, k + 2), 16) / 255);
}

/** How light a colour is, as WCAG defines it. */
export function luminance(colour: string): number {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((c) =>
        c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of two colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
    const lights = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return ((lights[1] ?? 0) + 0.05) / ((lights[0] ?? 0) + 0.05);
}

/** The ink, light or dark, that shows better on a fill. */
export function inkOn(fill: string): string {
    return contrast(fill, LIGHT_INK) > contrast(fill, DARK_INK) ? LIGHT_INK : DARK_INK;
}

/** A colour the given share of the way from one to another. */
export function mixed(one: string, other: string, share: number): string {
    const from = channels(one);
    const to = channels(other);
    return (
        '#' +
        from
            .map((c, k) => Math.round(255 * (c + share * ((to[k] ?? 0) - c))))
            .map((c) => c.toString(16).padStart(2, '0'))
            .join('')
    );
}

/** A fill darkened to a share of its light. */
export function shaded(fill: string, share: number): string {
    return mixed('#000000', fill, share);
}
