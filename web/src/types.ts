// What the server sends, by its own names: generated from its OpenAPI.

import type { Accepted, Command, Denied, Problem, Words } from './generated/server';

export type * from './generated/server';

type WithoutId<Message> = Message extends unknown ? Omit<Message, 'id'> : never;

/** A command before it is sent: its id is made up then. */
export type NewCommand = WithoutId<Command>;

/** A colour or a shape: its name, its fill, and its symbol as an SVG path in the box −1…1. */
export interface Look {
    name: Words;
    fill: string;
    symbol: string | null;
    /** Of a shape: the gender of its Polish name, by which a colour's form is found. */
    gender?: string;
    /** Of a colour: its name before a shape's, by gender, where it is not the plain name. */
    forms?: Record<string, Words>;
}

/** What a game looks like: `GET /api/games/{game}/appearance`. */
export interface Appearance {
    cell: 'square' | 'hexagon';
    /** The centre of each cell, y upwards, neighbours one unit apart; empty for an open table. */
    places: Record<string, [number, number]>;
    colours: Record<string, Look>;
    shapes: Record<string, Look>;
}

/** What a command is answered with. */
export type CommandAnswer = Accepted | Denied;

export function isProblem(value: object): value is Problem {
    return 'code' in value && 'text' in value;
}
