import { lazy } from '../parts/lazy';

/** What of the table's menu is open. */
export type OpenPart = 'nothing' | 'menu' | 'rules' | 'settings' | 'resign' | 'hints' | 'keys';

export const menu = lazy(() => import('./Menu.svelte'), 'table', 'settings');
