// What is told in passing: notes that can be seen for a while, and words for screen readers.

import { untrack } from 'svelte';

import { Refused } from './api';
import { localised } from './words.svelte';

export interface Note {
    id: number;
    text: string;
    kind: 'problem' | 'notice';
}

const SHOWN = 7000;

let last = 0;
let notes = $state<Note[]>([]);
let announced = $state({ text: '', turn: 0 });

export const told = {
    get notes(): readonly Note[] {
        return notes;
    },
    get announced(): { text: string; turn: number } {
        return announced;
    },
};

/** Show a note; returns what it can be dismissed by. The same note is not shown twice at once. */
export function note(text: string, kind: Note['kind'] = 'notice'): number {
    const shown = untrack(() => notes); // whoever tells something does not wait for it to change
    const same = shown.find((each) => each.text === text);
    if (same) return same.id;
    const id = ++last;
    notes = [...shown.slice(-2), { id, text, kind }];
    setTimeout(() => dismiss(id), SHOWN);
    return id;
}

export function dismiss(id: number): void {
    notes = notes.filter((each) => each.id !== id);
}

/** Let screen readers say something; the same text twice is said twice. */
export function announce(text: string): void {
    announced = { text, turn: ++last };
}

/** Do something that the server may refuse, and tell why when it does. */
export async function attempt<T>(doing: () => Promise<T>): Promise<T | undefined> {
    try {
        return await doing();
    } catch (problem) {
        if (!(problem instanceof Refused)) throw problem;
        note(localised(problem.problem.text), 'problem');
        return undefined;
    }
}
