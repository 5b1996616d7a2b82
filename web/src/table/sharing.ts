// Sharing a game: its picture where the device can, else its address.

import * as api from '../core/api';
import { addresses } from '../core/router';
import type { Language } from '../settings';

export type Shared = 'shared' | 'copied' | 'nothing';

/** Hand a table's picture and address to another program of the device, or copy the address. */
export async function share(table: string, title: string, language: Language): Promise<Shared> {
    const url = new URL(addresses.table(table), location.href).href;
    // Asked of the browser at once: it allows both only while a press is being answered.
    if (typeof navigator.share === 'function') {
        try {
            await navigator.share(await withPicture({ title, url }, table, language));
            return 'shared';
        } catch (wrong) {
            if (wrong instanceof DOMException && wrong.name === 'AbortError') return 'nothing';
        }
    }
    await navigator.clipboard.writeText(url);
    return 'copied';
}

async function withPicture(data: ShareData, table: string, language: Language): Promise<ShareData> {
    try {
        const picture = await api.picture(table, language);
        const files = [new File([picture], `kafelki-${table}.png`, { type: 'image/png' })];
        return navigator.canShare({ ...data, files }) ? { ...data, files } : data;
    } catch {
        return data; // the address alone leads there, too
    }
}
