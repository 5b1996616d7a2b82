import { late } from '../parts/late';

/** What is drawn beside a board, once the board is there. */
export const besideBoard = late(() => import('./Beside.svelte'));
