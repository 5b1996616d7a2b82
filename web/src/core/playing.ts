// Doing what a button says: come in if need be, open a table, go there.

import type { NewTable } from '../types';
import * as api from './api';
import { ensureMe } from './identity.svelte';
import { attempt } from './notes.svelte';
import { go } from './place.svelte';
import { addresses } from './router';

export async function openAndGo(table: NewTable): Promise<void> {
    await attempt(async () => {
        await ensureMe();
        const made = await api.openTable(table);
        go(addresses.table(made.id));
    });
}

export async function tryDaily(game: string): Promise<void> {
    await attempt(async () => {
        await ensureMe();
        const made = await api.tryDaily(game);
        go(addresses.table(made.id));
    });
}
