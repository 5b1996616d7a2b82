import { expect, it } from 'vitest';

import { arranged, shuffled, sorted } from './rack';

it('sorts tiles so that like ones are side by side', () => {
    expect(sorted(['RV', 'BO', 'VR', 'OB', 'BB'], 2)).toEqual(['BB', 'BO', 'OB', 'RV', 'VR']);
    expect(sorted(['Rs', 'Bh', 'Ra'], 1)).toEqual(['Bh', 'Ra', 'Rs']);
});

it('shuffles all the tiles and no others', () => {
    const first = () => 0;
    const last = () => 0.999;
    expect(shuffled(['A', 'B', 'C'], first)).toEqual(['A', 'B', 'C']);
    expect(shuffled(['A', 'B', 'C'], last)).toEqual(['C', 'B', 'A']);
});

it('keeps an order when tiles come and go', () => {
    expect(arranged(['A', 'B', 'D'], ['C', 'B', 'A'])).toEqual(['B', 'A', 'D']);
});
