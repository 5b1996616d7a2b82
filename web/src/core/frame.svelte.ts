// How much of the frame is shown around a page: a game has all the room there is.

let takers = 0;
let bare = $state(false);

export const frame = {
    get bare(): boolean {
        return bare;
    },
};

/** Take the frame away for as long as something is shown; returns what gives it back. */
export function withoutFrame(): () => void {
    const count = (by: number) => {
        takers += by;
        bare = takers > 0;
    };
    count(1);
    return () => count(-1);
}
