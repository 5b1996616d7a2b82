/** The initials of the colours, in either language, as strokes in a box from 0 to 24: they look the same everywhere,
 * and nobody mistakes them for the text of a button. G is wide open, for in small print it would
 * look like O. */

export const LETTERS: Record<string, string> = {
    R: 'M6 21V3H12A4.8 4.8 0 0 1 12 12.6H6M12 12.6L18 21',
    G: 'M16.5 3.8A8.6 9 0 1 0 19.5 19V12.5H10.5',
    B: 'M6 3V21H12.6A4.6 4.6 0 0 0 12.6 11.8H6M6 3H11.6A4.4 4.4 0 0 1 11.6 11.8',
    O: 'M12 3A8.6 9 0 1 0 12 21A8.6 9 0 1 0 12 3Z',
    Y: 'M4 3L12 12.5L20 3M12 12.5V21',
    V: 'M4 3L12 21L20 3',
    C: 'M19 5.4A8.6 9 0 1 0 19 18.6',
    F: 'M7 21V3H18.5M7 12H16',
    N: 'M5 21V3L19 21V3',
    P: 'M6 21V3H12.4A5 5 0 0 1 12.4 13H6',
    Z: 'M5 3H19L5 21H19',
    Ż: 'M5 6.5H19L5 21H19M12 -2V1',
};
