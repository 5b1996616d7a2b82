/** How dark a cell is printed: rings around the smallest playing area are darker. */

import type { Appearance } from '../types';

const TONES = ['', 'outer', 'outmost'] as const;

export function toneOf(
    appearance: Pick<Appearance, 'cell' | 'places' | 'inner_area'>,
    open: boolean,
): (cell: string) => string {
    if (open) return () => 'table';
    const inner = appearance.inner_area;
    if (inner === null) return () => '';
    const places = Object.values(appearance.places);
    const middle = [0, 1].map(
        (k) => places.reduce((sum, place) => sum + (place[k] ?? 0), 0) / (places.length || 1),
    );
    return (cell) => {
        const [x = 0, y = 0] = appearance.places[cell] ?? [];
        const outside = steps(appearance.cell, x - (middle[0] ?? 0), y - (middle[1] ?? 0)) - inner;
        return TONES[Math.min(Math.max(outside, 0), 2)] ?? '';
    };
}

function steps(shape: Appearance['cell'], x: number, y: number): number {
    if (shape === 'square') return Math.round(Math.max(Math.abs(x), Math.abs(y)));
    const row = y / (Math.sqrt(3) / 2);
    const along = x + row / 2;
    return Math.round(Math.max(Math.abs(row), Math.abs(along), Math.abs(row - along)));
}
