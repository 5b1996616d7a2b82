/** The letters of the colours as strokes in a box from 0 to 24: they look the same everywhere,
 * and nobody mistakes them for the text of a button. G is wide open, for in small print it would
 * look like O. */

export const LETTERS: Record<string, string> = {
    R: 'M6 21V3H12A4.8 4.8 0 0 1 12 12.6H6M12 12.6L18 21',
    G: 'M16.5 3.8A8.6 9 0 1 0 19.5 19V12.5H10.5',
    B: 'M6 3V21H12.6A4.6 4.6 0 0 0 12.6 11.8H6M6 3H11.6A4.4 4.4 0 0 1 11.6 11.8',
    O: 'M12 3A8.6 9 0 1 0 12 21A8.6 9 0 1 0 12 3Z',
    Y: 'M4 3L12 12.5L20 3M12 12.5V21',
    V: 'M4 3L12 21L20 3',
};
