// What the server sends, by short names. All but the last few are generated from its OpenAPI.

import type { components } from './generated/server';

type Schemas = components['schemas'];

export type Accepted = Schemas['Accepted'];
export type DailyView = Schemas['DailyView'];
export type Denied = Schemas['Denied'];
export type EntryView = Schemas['EntryView'];
export type Explained = Schemas['Explained'];
export type GameDescription = Schemas['GameDescription'];
export type GameView = Schemas['GameView'];
export type HandView = Schemas['HandView'];
export type Hint = Schemas['Hint'];
export type LastView = Schemas['LastView'];
export type LegalView = Schemas['LegalView'];
export type LevelView = Schemas['LevelView'];
export type Me = Schemas['Me'];
export type MyRating = Schemas['MyRating'];
export type MyTable = Schemas['MyTable'];
export type NewSeat = Schemas['NewSeat'];
export type NewTable = Schemas['NewTable'];
export type NewSubscription = Schemas['NewSubscription'];
export type Problem = Schemas['Problem'];
export type Profile = Schemas['Profile'];
export type ProposalView = Schemas['ProposalView'];
export type PushKey = Schemas['PushKey'];
export type RatingPoint = Schemas['RatingPoint'];
export type RatingView = Schemas['RatingView'];
export type ResultView = Schemas['ResultView'];
export type SeatView = Schemas['SeatView'];
export type SeatingView = Schemas['SeatingView'];
export type SessionView = Schemas['SessionView'];
export type SoloResult = Schemas['SoloResult'];
export type TableMade = Schemas['TableMade'];
export type TableView = Schemas['TableView'];
export type Tried = Schemas['Tried'];
export type TriedEvent = Schemas['TriedEvent'];
export type TryRequest = Schemas['TryRequest'];
export type Update = Schemas['Update'];
export type Words = Schemas['Words'];
export type You = Schemas['You'];

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

/** An answer to a command, as it comes over the socket. */
export type Answer = Accepted | Denied;

export function isProblem(value: object): value is Problem {
    return 'code' in value && 'text' in value;
}
