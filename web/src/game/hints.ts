/** Whether a table lets people be told which moves are best. */

import type { TableView } from '../types';

export function allowsHints(table: Pick<TableView, 'settings' | 'daily'>): boolean {
    const { hints, rated } = table.settings;
    return hints === true && rated !== true && !table.daily;
}
