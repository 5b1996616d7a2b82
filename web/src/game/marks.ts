/** Marks of what was just done on the board. */

export interface Mark {
    cells: readonly string[];
    /** Whose move it marks. */
    seat: number;
    /** Which of several it is, from 1; 0 where it is one's own. */
    number: number;
}

/** The marks that can be drawn: all their cells have something on them, and none lies under what
 * a later one marks. */
export function seenMarks(marks: readonly Mark[], isTaken: (cell: string) => boolean): Mark[] {
    const later = new Set<string>();
    const found = marks.toReversed().flatMap((mark) => {
        const seen = mark.cells.every((cell) => isTaken(cell) && !later.has(cell));
        for (const cell of mark.cells) later.add(cell);
        return seen && mark.cells.length > 0 ? [mark] : [];
    });
    return found.toReversed();
}
