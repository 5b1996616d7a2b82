// What is asked of the server about all one's games, and about mistakes.

import { json } from '../core/api';
import type {
    Explained,
    InsightsView,
    Judged,
    LearningProgress,
    MistakeRef,
    MistakesView,
    MistakeView,
    MyRating,
} from '../types';

const segment = encodeURIComponent;

/** What reviewed games come to: those of one game, or all. */
export const insights = (game: string) =>
    json<InsightsView>('GET', `/api/me/insights${game ? `?game=${segment(game)}` : ''}`);

/** Go on with reviewing one's games, for as long as it is asked for again. */
export const reviewMore = (left: AbortSignal) =>
    json<LearningProgress>('POST', '/api/me/insights/reviews', undefined, left);

export const myRatings = () => json<MyRating[]>('GET', '/api/me/ratings');

export const mistakes = () => json<MistakesView>('GET', '/api/me/mistakes');

const address = ({ table, event }: Pick<MistakeRef, 'table' | 'event'>) =>
    `/api/me/mistakes/${segment(table)}/${event}`;

export const mistake = (which: MistakeRef) => json<MistakeView>('GET', address(which));

/** What a move would be worth there; null: to be told. */
export const answer = (which: MistakeRef, move: string | null) =>
    json<Judged>('POST', address(which), { move });

export const explain = (which: MistakeRef, move: string) =>
    json<Explained>('POST', `${address(which)}/explain`, { move });
