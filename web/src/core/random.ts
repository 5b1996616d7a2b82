// What this device adds to the chance of a game: bytes that the server could not foresee.

export function newSalt(): string {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A name for a command that no other command has. */
export function newId(): string {
    return newSalt();
}
