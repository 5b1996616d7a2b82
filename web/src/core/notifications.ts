// Being told by the device when it is my turn in a game without hurry: only if asked for.

import type { Language } from '../settings';
import * as api from './api';
import { ensureMe } from './identity.svelte';

/** Whether this browser can be told anything here: it needs https, as browsers have it. */
export function canBeTold(): boolean {
    return 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
}

export async function isTold(): Promise<boolean> {
    return (await subscription()) !== null;
}

async function subscription(): Promise<PushSubscription | null> {
    if (!canBeTold()) return null;
    const worker = await navigator.serviceWorker.getRegistration();
    return (await worker?.pushManager.getSubscription()) ?? null;
}

/** Ask the person, the browser and the server; false when the person says no. */
export async function beTold(language: Language): Promise<boolean> {
    if ((await Notification.requestPermission()) !== 'granted') return false;
    await ensureMe();
    const { key } = await api.pushKey();
    const worker = await navigator.serviceWorker.ready;
    const made = await worker.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: key,
    });
    const { endpoint, keys } = made.toJSON();
    await api.subscribe({
        endpoint: endpoint ?? made.endpoint,
        keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' },
        language,
    });
    return true;
}

export async function beLeftAlone(): Promise<void> {
    const known = await subscription();
    if (!known) return;
    await api.unsubscribe(known.endpoint);
    await known.unsubscribe();
}
