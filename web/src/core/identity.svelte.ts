// Who we are to the server. Nobody, until something is done that needs a name.

import * as api from './api';
import { preloaded } from './preloaded';
import { keep, kept } from './kept';
import type { Profile } from '../types';
import { settings } from '../settings.svelte';

const KEY = 'kafelki.known';

let me = $state.raw<Profile | null>(preloaded(api.ME) ?? null);
let coming: Promise<Profile> | null = null;

export const identity = {
    get me(): Profile | null {
        return me;
    },
};

/** Find out who we are, if we have been here before on this device. */
export async function recall(): Promise<void> {
    if (me || !wasHere()) return;
    try {
        me = await api.whoAmI();
    } catch (problem) {
        if (problem instanceof api.Refused && problem.problem.code === 'not-signed-in')
            remember(false);
    }
}

/** Come in as a guest, unless we are in already. */
export async function ensureMe(): Promise<Profile> {
    if (me) return me;
    coming ??= enter().finally(() => (coming = null));
    return coming;
}

async function enter(): Promise<Profile> {
    if (wasHere()) await recall();
    if (me) return me;
    await api.comeIn(settings.language);
    return learn();
}

/** Be called as somebody writes they are, if they write anything. */
export async function callMe(name: string): Promise<void> {
    const wanted = name.trim();
    if (!wanted || wanted === (await ensureMe()).name) return;
    await api.rename(wanted);
    await learn();
}

/** Ask the server again who we are now. */
export async function learn(): Promise<Profile> {
    me = await api.whoAmI();
    remember(true);
    return me;
}

export async function signOut(): Promise<void> {
    await api.signOut();
    leave();
}

export async function deleteMe(): Promise<void> {
    await api.deleteMe();
    leave();
}

/** Be nobody from here on: the session has ended. */
export function leave(): void {
    me = null;
    remember(false);
}

function wasHere(): boolean {
    return kept('local', KEY) !== null;
}

function remember(known: boolean): void {
    keep('local', KEY, known ? '1' : null);
}
