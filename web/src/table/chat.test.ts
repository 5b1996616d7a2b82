import { expect, test } from 'vitest';

import type { EntryView } from '../types';
import { heard } from './chat';

test('what others say is heard, unless they are muted', () => {
    const said = (person: string) =>
        ({ number: 0, time: 0, kind: 'chat', person, text: person }) as unknown as EntryView;
    const move = { number: 0, time: 0, kind: 'move', event: {} } as unknown as EntryView;
    const fresh = [said('Ania'), move, said('Kasia'), said('Julia')];
    expect(heard(fresh, 'Ania', ['Julia']).map((entry) => entry['text'])).toEqual(['Kasia']);
    expect(heard(fresh, null, [])).toHaveLength(3);
});
