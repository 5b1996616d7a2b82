// What chance has brought in a line, in words.

import type { Faces } from '../game/faces';
import type { TriedEvent } from '../types';

/** The tiles that were drawn; what is no tile, such as a task, as a record writes it. */
export function drawnInWords(events: readonly TriedEvent[], faces: Faces): string {
    const { colours, shapes } = faces.appearance;
    const isTile = ([one = '', two = '', ...more]: string) =>
        more.length === 0 && one in colours && two in (faces.single ? shapes : colours);
    return events
        .map(({ chance }) => {
            const tile = chance?.split(' ').at(-1) ?? '';
            return isTile(tile) ? faces.tileName(tile) : (chance ?? '');
        })
        .join(', ');
}
