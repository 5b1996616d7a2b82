// First what is played on is drawn, then everything else.

/** Milliseconds in which a page is drawn for the first time. */
export const FIRST_PAINT = 50;

/** Do something when what matters most has been drawn; returns what calls it off. */
export function afterPaint(doing: () => void): () => void {
    const timer = setTimeout(doing, FIRST_PAINT);
    return () => clearTimeout(timer);
}
