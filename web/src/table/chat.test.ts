import { expect, test } from 'vitest';

import { heard } from './chat';
import { moved, said } from './testing';

test('what others say is heard, unless they are muted', () => {
    const fresh = [said('Ania'), moved(0), said('Kasia'), said('Julia')];
    expect(heard(fresh, 'Ania', ['Julia']).map((entry) => entry.text)).toEqual(['Kasia']);
    expect(heard(fresh, null, [])).toHaveLength(3);
});
