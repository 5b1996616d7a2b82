/** The order of the tiles in a rack, as its owner left it. */

/** The tiles of a hand in the order kept before; new ones come last. */
export function arranged(hand: readonly string[], kept: readonly string[]): string[] {
    const left = [...hand];
    const order: string[] = [];
    for (const tile of kept) {
        const k = left.indexOf(tile);
        if (k >= 0) order.push(...left.splice(k, 1));
    }
    return [...order, ...left];
}

/** The order after one tile has been moved to another place. */
export function moved(order: readonly string[], from: number, to: number): string[] {
    const next = [...order];
    const [tile] = next.splice(from, 1);
    if (tile === undefined) return next;
    next.splice(Math.min(Math.max(to, 0), next.length), 0, tile);
    return next;
}

/** The tiles with like ones side by side; which half of a tile comes first says nothing. */
export function sorted(tiles: readonly string[], halves: 1 | 2): string[] {
    const key = (tile: string) => (halves === 1 ? tile : [...tile].sort().join(''));
    return [...tiles].sort((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** The tiles in any order. */
export function shuffled(tiles: readonly string[], random: () => number = Math.random): string[] {
    const left = [...tiles];
    return tiles.flatMap(() => left.splice(Math.floor(random() * left.length), 1));
}
