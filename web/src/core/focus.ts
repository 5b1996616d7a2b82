// Where the focus is when what had it is gone: at the start of what has come instead.

const CELL = 'svg [data-cell][tabindex="0"]';
const BOARD = `[data-game] ${CELL}`;

let moved = false;

/** Somebody goes on to something new: unlike a page that is opened, it takes the focus. */
export function goingOn(): void {
    moved = true;
}

/** Let something new have the focus, unless somebody has put it somewhere else meanwhile. */
export function arrive(at: () => Element | null | undefined): void {
    const { activeElement, body } = document;
    const nowhere = !activeElement || activeElement === body || activeElement.matches('main');
    if (moved && nowhere) focusOn(at());
}

/** Let the board have the focus: what was pressed has done its work, and goes. */
export function focusBoard(): void {
    focusOn(boardCell());
}

/** Let the board within something have the focus, where a page may have several. */
export function focusBoardIn(area: Element | null | undefined): void {
    focusOn(area?.querySelector(CELL));
}

/** The cell of the board that takes the focus. */
export function boardCell(): Element | null {
    return document.querySelector(BOARD);
}

/** Without scrolling: whoever looks sees where they are. */
function focusOn(element: Element | null | undefined): void {
    if (element instanceof HTMLElement || element instanceof SVGElement) {
        element.focus({ preventScroll: true });
    }
}
