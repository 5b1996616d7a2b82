import { lazy } from '../parts/lazy';

/** What is drawn beside a board, once the board is there. */
export const besideBoard = lazy(() => import('./Beside.svelte'));
