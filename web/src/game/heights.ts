/** How height is drawn, where tiles lie on tiles: the eye looks a little from the front. */

const STEP = 0.07;
/** Higher ones would hide what lies behind them. */
const MOST_STEPS = 4;

/** How many sides of tiles show below a face that lies so many tiles high. */
export function stepsOf(height: number): number {
    return Math.min(height - 1, MOST_STEPS);
}

/** How far up a face is drawn that lies so many tiles high. */
export function riseOf(height: number): number {
    return stepsOf(height) * STEP;
}
