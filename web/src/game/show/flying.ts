/** Points that travel from the board to where they are counted. */

/** How long they are on their way. */
export const FLIGHT = 280;

interface Flight {
    text: string;
    /** The colours of the chip. */
    fill: string;
    ink: string;
    from: DOMPoint;
    to: Element;
    /** Milliseconds until they set out. */
    delay: number;
}

/** Let points fly; returns what takes them out of the air. */
export function fly({ text, fill, ink, from, to, delay }: Flight): () => void {
    const box = to.getBoundingClientRect();
    if (box.width === 0 || box.bottom < 0 || box.top > window.innerHeight) return () => undefined;
    const chip = document.createElement('span');
    chip.className = 'flying-points';
    chip.setAttribute('aria-hidden', 'true');
    chip.textContent = text;
    chip.style.background = fill;
    chip.style.color = ink;
    document.body.append(chip);
    const at = (x: number, y: number, size: number) =>
        `translate(${x}px, ${y}px) translate(-50%, -50%) scale(${size})`;
    const start = at(from.x, from.y, 1);
    const end = at(box.left + Math.min(box.width / 2, 60), box.top + box.height / 2, 0.7);
    const flight = chip.animate(
        [
            { transform: start, opacity: 1 },
            { transform: end, opacity: 1, offset: 0.9 },
            { transform: end, opacity: 0 },
        ],
        { duration: FLIGHT, delay, easing: 'cubic-bezier(0.4, 0, 0.3, 1)', fill: 'forwards' },
    );
    const land = () => chip.remove();
    flight.onfinish = land;
    return () => {
        flight.cancel();
        land();
    };
}

/** Where a seat's points of a colour are counted, as it is on the screen: its track, or its card. */
export function trackOf(area: Element, seat: number, letter: string): Element | null {
    const card = [...area.querySelectorAll<HTMLElement>('[data-seats]')].find((each) =>
        each.dataset['seats']?.split(',').includes(`${seat}`),
    );
    return card?.querySelector(`[data-colour="${CSS.escape(letter)}"]`) ?? card ?? null;
}
