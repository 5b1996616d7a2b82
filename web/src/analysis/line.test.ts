import { describe, expect, it } from 'vitest';

import { goesOn, lineIn, searchOf, stopsOf, withoutDraw } from './line';

const LINE = [
    { seat: 0, move: 'RB f7 f8' },
    { chance: 'draw GG', seat: 0 },
    { seat: 1, move: 'take Yś,&=-1' },
    { chance: 'task four' },
];

describe('a line of one’s own', () => {
    it('is all in its link', () => {
        const search = searchOf(LINE);
        expect(search.startsWith('?0=RB+f7+f8&c0=draw+GG&1=take+')).toBe(true);
        expect(lineIn(search)).toEqual(LINE);
        expect(searchOf([])).toBe('');
        expect(lineIn('')).toEqual([]);
    });

    it('leaves out what is no event', () => {
        expect(lineIn('?utm=x&0=XO+a1+a2&cc=y&12=z&c12=z')).toEqual([
            { seat: 0, move: 'XO a1 a2' },
        ]);
    });

    it('stops where somebody is to act', () => {
        expect(stopsOf([])).toEqual([0]);
        expect(stopsOf(LINE)).toEqual([0, 2, 4]);
        expect(stopsOf(LINE.slice(0, 1))).toEqual([0, 1]);
        // What was due where a game was given up is drawn before the first move.
        expect(stopsOf([{ chance: 'draw GG', seat: 1 }, ...LINE])).toEqual([1, 3, 5]);
    });

    it('goes on from its own beginnings alone', () => {
        expect(goesOn(LINE, [])).toBe(true);
        expect(goesOn(LINE, LINE.slice(0, 2))).toBe(true);
        expect(goesOn(LINE, [{ seat: 1, move: 'RB f7 f8' }])).toBe(false);
        expect(goesOn(LINE.slice(0, 2), LINE)).toBe(false);
    });

    it('can have its last draw again', () => {
        expect(withoutDraw(LINE)).toEqual(LINE.slice(0, 3));
        expect(withoutDraw(LINE.slice(0, 3))).toBeNull();
        expect(withoutDraw([])).toBeNull();
    });
});
