import { expect, test } from 'vitest';

import { Faces } from '../game/faces';
import { GARDEN } from '../game/testing';
import { drawnInWords } from './drawn';

test('what was drawn is told in words, where it is a tile', () => {
    const faces = new Faces(GARDEN, 'vivid', 'en');
    const drawn = [{ chance: 'draw GR', seat: 0 }, { chance: 'card RR' }, { chance: 'task four' }];
    expect(drawnInWords(drawn, faces)).toBe('green + red, double red, task four');
});
