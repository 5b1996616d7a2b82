/** Import a script; one that could not be had before is asked for again.
 *
 * A browser remembers by its address what it could not have: another address is new to it. */
export async function imported<Module>(load: () => Promise<Module>): Promise<Module> {
    try {
        return await load();
    } catch (problem) {
        const address = /https?:\/\/\S+\.js/.exec(String(problem))?.[0];
        if (!address) throw problem;
        return (await import(/* @vite-ignore */ `${address}?again=${Date.now()}`)) as Module;
    }
}
