/** Boards and moves in words, for those who do not see them. */

import type { Language } from '../settings';
import type { Faces } from './faces';
import { parseMove } from './moves';
import type { Position } from './position';
import { say } from './say';

/** A cell's name with a proper minus sign. */
export function cellName(cell: string): string {
    return cell.replaceAll('-', '−');
}

/** What a cell is and what lies on it. */
export function cellInWords(
    cell: string,
    position: Position,
    faces: Faces,
    language: Language,
): string {
    const value = position.cells[cell];
    const parts = [value === undefined ? say(language, 'cell.empty') : faces.name(value)];
    if (value !== undefined) {
        const { height } = faces.of(value);
        if (height > 1) parts.push(say(language, 'cell.height', { count: height }));
        if (cell in position.printed) parts.push(say(language, 'cell.printed'));
        if (position.view.last?.cells.includes(cell)) parts.push(say(language, 'cell.last'));
    }
    return `${cellName(cell)}: ${parts.join(', ')}`;
}

/** A move as it is told aloud. */
export function moveInWords(move: string, faces: Faces, language: Language): string {
    const parsed = parseMove(move);
    if (parsed.kind === 'take')
        return say(language, 'said.took', { tile: faces.tileName(parsed.tile) });
    if (parsed.kind === 'choice') {
        const { choice } = parsed;
        return faces.appearance.traits.choices[choice]?.said[language] ?? choice;
    }
    return parsed.halves
        .map(({ face, cell }) =>
            say(language, 'said.on', { face: faces.name(face), cell: cellName(cell) }),
        )
        .join(', ');
}
