import { describe, expect, it } from 'vitest';

import { type Gestured, Gestures, type Pointer } from './gestures';

function board(wheels: Gestured['wheels'] = null) {
    const done: unknown[][] = [];
    const note =
        (name: string) =>
        (...given: unknown[]) =>
            void done.push([name, ...given]);
    const gestured = {
        epoch: 0,
        wheels,
        hover: note('hover'),
        press: note('press'),
        pan: note('pan'),
        zoom: note('zoom'),
        turn: note('turn'),
        hold: note('hold'),
    };
    return { done, gestured, gestures: new Gestures(gestured) };
}

function at(x: number, y: number, more: Partial<Pointer> = {}): Pointer {
    const touch = { pointerId: 1, pointerType: 'touch', button: 0, buttons: 1 };
    return { ...touch, clientX: x, clientY: y, ...more };
}

const wheeled = (deltaY: number, ctrlKey = false) => {
    let prevented = false;
    const event = { deltaY, ctrlKey, clientX: 5, clientY: 6 };
    return {
        event: { ...event, preventDefault: () => void (prevented = true) },
        prevented: () => prevented,
    };
};

describe('a press', () => {
    it('counts where it is let go, however a hand trembles', () => {
        const { done, gestures } = board();
        gestures.down(at(10, 10));
        gestures.moved(at(13, 14)); // five pixels away
        gestures.up(at(13, 14));
        expect(done).toEqual([['press', 13, 14, 'touch']]);
    });

    it('is that of a mouse or of a finger; a pen is one', () => {
        const { done, gestures } = board();
        for (const pointerType of ['mouse', 'pen']) {
            gestures.down(at(1, 2, { pointerType }));
            gestures.up(at(1, 2, { pointerType }));
        }
        expect(done).toEqual([
            ['press', 1, 2, 'mouse'],
            ['press', 1, 2, 'touch'],
        ]);
    });

    it('does not count with another button, nor after the position has changed', () => {
        const { done, gestured, gestures } = board();
        gestures.down(at(1, 1, { button: 2 }));
        gestures.up(at(1, 1, { button: 2 }));
        gestures.down(at(1, 1));
        gestured.epoch = 1;
        gestures.up(at(1, 1));
        expect(done).toEqual([]);
    });

    it('does not count when it left the board', () => {
        const { done, gestures } = board();
        gestures.down(at(1, 1));
        gestures.gone(at(500, 1));
        gestures.up(at(1, 1));
        expect(done).toEqual([]);
    });
});

describe('a pointer that is not pressed', () => {
    it('hovers if it is a mouse, also when it was let go unseen', () => {
        const { done, gestures } = board();
        const mouse = { pointerType: 'mouse', buttons: 0 };
        gestures.moved(at(3, 4, mouse));
        gestures.down(at(3, 4, { pointerType: 'mouse' }));
        gestures.moved(at(300, 4, mouse));
        gestures.moved(at(9, 9, { buttons: 0 }));
        expect(done).toEqual([
            ['hover', 3, 4],
            ['hover', 300, 4],
        ]);
    });
});

describe('a drag', () => {
    it('moves the board step by step, is held on to, and is no press', () => {
        const { done, gestures } = board();
        gestures.down(at(0, 0));
        gestures.moved(at(8, 0));
        gestures.moved(at(10, 5));
        gestures.up(at(10, 5));
        expect(done).toEqual([
            ['hold', 1],
            ['pan', 8, 0],
            ['pan', 2, 5],
        ]);
    });
});

describe('two fingers', () => {
    it('zoom around their middle and move the board by half the way of one', () => {
        const { done, gestures } = board();
        gestures.down(at(0, 0));
        gestures.down(at(100, 0, { pointerId: 2 }));
        gestures.moved(at(200, 0, { pointerId: 2 }));
        gestures.up(at(200, 0, { pointerId: 2 }));
        gestures.up(at(0, 0));
        expect(done).toEqual([
            ['zoom', 2, 100, 0],
            ['pan', 50, 0],
        ]);
    });
});

describe('the wheel', () => {
    it('turns the tile in hand every forty pixels, either way', () => {
        const { done, gestures } = board('turn');
        for (const step of [25, 25, -40]) gestures.wheel(wheeled(step).event);
        expect(done).toEqual([
            ['turn', 1],
            ['turn', -1],
        ]);
    });

    it('zooms a table without edges, and any board with the control key', () => {
        const table = board('zoom');
        table.gestures.wheel(wheeled(-400).event);
        expect(table.done).toEqual([['zoom', Math.E, 5, 6]]);
        const other = board();
        other.gestures.wheel(wheeled(120, true).event);
        expect(other.done).toEqual([['zoom', 1 / Math.E, 5, 6]]);
    });

    it('scrolls the page where it does nothing else', () => {
        const { done, gestures } = board();
        const { event, prevented } = wheeled(50);
        gestures.wheel(event);
        expect(done).toEqual([]);
        expect(prevented()).toBe(false);
    });
});
