import { expect, test } from 'vitest';

import type { GameView, Update } from '../types';
import { following } from './following';
import { drawn, moved, said } from './testing';

const view = (after: number, more: Partial<GameView> = {}) =>
    ({ viewer: 0, after, cells: {}, ...more }) as unknown as GameView;
const update = (game: GameView, type: Update['type'] = 'update') =>
    ({ game, type, you: { seats: [0] } }) as unknown as Update;

test('what others do is seen by itself, with the draws that come with it', () => {
    expect(following(view(3), update(view(4)), [moved(1)])).toBe('event');
    expect(following(view(3), update(view(6)), [moved(1), drawn('draw'), moved(1)])).toBe('event');
    expect(following(view(4), update(view(5)), [drawn('draw')])).toBe('same');
    expect(following(view(4), update(view(4)), [said('Ola')])).toBe('same');
});

test("one's own moves, take-backs and other eyes are shown at once", () => {
    expect(following(view(3), update(view(4)), [moved(0)])).toBe('now');
    expect(following(view(3), update(view(5)), [moved(0), moved(1)])).toBe('now');
    expect(following(view(3), update(view(2)), [])).toBe('now');
    expect(following(view(3), update(view(4, { viewer: 1 })), [moved(1)])).toBe('now');
});

test('who comes, comes back or was away sees how it is now', () => {
    expect(following(null, update(view(4)), [])).toBe('now');
    expect(following(view(3), update(view(4), 'snapshot'), [moved(1)])).toBe('now');
    expect(following(view(3), update(view(6)), [moved(1), moved(2), moved(1)])).toBe('now');
});

test('where everybody has a board nobody waits for another, nor for what is hidden', () => {
    expect(following(view(3), update(view(4, { cells: [{}, {}] })), [moved(1)])).toBe('same');
    expect(following(view(3), update(view(4)), [moved(1, null)])).toBe('same');
});
