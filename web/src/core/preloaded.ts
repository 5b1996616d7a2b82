// Answers that came with the page, so that it need not ask for them: each is used once.

const answers = read();

/** The answer to a question of that address, if it came with the page. */
export function preloaded<T>(path: string): T | undefined {
    const answer = answers[path];
    answers[path] = undefined;
    return answer as T | undefined;
}

function read(): Record<string, unknown> {
    const text = globalThis.document?.getElementById('preloaded')?.textContent;
    return text ? (JSON.parse(text) as Record<string, unknown>) : {};
}
