// Copying a text, also where the browser keeps its clipboard for https.

import { note } from './notes.svelte';
import { t } from './words.svelte';

export async function copy(text: string): Promise<void> {
    if (!(await copied(text))) return;
    note(t('lobby.copied'));
}

async function copied(text: string): Promise<boolean> {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        return copiedBySelection(text);
    }
}

function copiedBySelection(text: string): boolean {
    const area = document.createElement('textarea');
    area.value = text;
    area.setAttribute('readonly', '');
    area.style.position = 'fixed';
    area.style.opacity = '0';
    document.body.append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
}
