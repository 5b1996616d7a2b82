/** Whether a key is pressed for the page: not for the browser, nor for a field that is written in. */
export function isForPage(event: KeyboardEvent): boolean {
    const inField =
        event.target instanceof HTMLElement &&
        /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    const forBrowser = event.altKey || event.ctrlKey || event.metaKey;
    return !event.defaultPrevented && !forBrowser && !inField;
}
