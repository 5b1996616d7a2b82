// What the server sends, by its own names: generated from its OpenAPI.

import type {
    Accepted,
    AppearanceView,
    Command,
    Denied,
    Problem,
    TraitsView,
} from './generated/server';

export type * from './generated/server';

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

/** A command before it is sent: its id is made up then. */
export type NewCommand = WithoutId<Command>;

/** What a command is answered with. */
export type CommandAnswer = Accepted | Denied;

/** What a game looks like and how it is shown: `GET /api/games/{game}/appearance`. */
export type Appearance = AppearanceView;
export type Traits = TraitsView;

export function isProblem(value: object): value is Problem {
    return 'code' in value && 'text' in value;
}
