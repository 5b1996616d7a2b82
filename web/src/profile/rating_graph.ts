// A rating over time, as the points of a line.

export const WIDTH = 320;
export const HEIGHT = 100;
const MARGIN = 8;

export interface Graph {
    /** From the oldest at the left to the newest at the right. */
    points: readonly { x: number; y: number }[];
    /** The lowest and the highest rating, which the lines across stand for. */
    low: number;
    high: number;
    bottom: number;
    top: number;
}

/** The graph of ratings that come newest first. */
export function graphOf(newestFirst: readonly { rating: number }[]): Graph {
    const ratings = newestFirst.map(({ rating }) => rating).reverse();
    const [low, high] = [Math.min(...ratings), Math.max(...ratings)];
    const span = high - low || 1;
    const across = (WIDTH - 2 * MARGIN) / Math.max(1, ratings.length - 1);
    const [bottom, top] = [HEIGHT - MARGIN, MARGIN];
    return {
        points: ratings.map((rating, k) => ({
            x: MARGIN + k * across,
            y: bottom - ((rating - low) / span) * (bottom - top),
        })),
        low,
        high,
        bottom,
        top,
    };
}
