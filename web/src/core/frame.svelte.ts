// How much of the frame is shown around a page: a game has all the room there is.

let bare = $state(0);

export const frame = {
    get bare(): boolean {
        return bare > 0;
    },
};

/** Take the frame away for as long as something is shown; returns what gives it back. */
export function withoutFrame(): () => void {
    bare++;
    return () => bare--;
}
