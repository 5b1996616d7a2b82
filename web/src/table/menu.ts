import { late } from '../parts/late';

/** What of the table's menu is open. */
export type Shown = 'nothing' | 'menu' | 'rules' | 'settings' | 'resign' | 'hints';

export const menu = late(() => import('./Menu.svelte'));
