// A rating over time, as the points of a line.

export const WIDTH = 320;
export const HEIGHT = 80;
const MARGIN = 6;

/** The points of an SVG line through ratings that come newest first, the oldest at the left. */
export function graphOf(newestFirst: readonly { rating: number }[]): string {
    const ratings = newestFirst.map(({ rating }) => rating).reverse();
    const low = Math.min(...ratings);
    const span = Math.max(...ratings) - low || 1;
    const across = (WIDTH - 2 * MARGIN) / Math.max(1, ratings.length - 1);
    return ratings
        .map((rating, k) => {
            const x = MARGIN + k * across;
            const y = HEIGHT - MARGIN - ((rating - low) / span) * (HEIGHT - 2 * MARGIN);
            return `${x.toFixed(1)},${y.toFixed(1)}`;
        })
        .join(' ');
}
