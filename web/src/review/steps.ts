// The steps of a review: what is known of them so far, and those that mattered.

import type { DecisionView, DrawView, ReviewView } from '../types';

export type Step = DecisionView | DrawView;

/** What is known with the next answer, which begins where the last one ended. */
export function joined(known: ReviewView | null, more: ReviewView): ReviewView {
    if (!known || more.since === 0) return { ...more, points: known?.points ?? more.points };
    const steps = [...known.steps.slice(0, more.since), ...more.steps];
    return { ...more, since: 0, points: known.points, steps };
}

export interface Moment {
    /** Which step it is. */
    number: number;
    step: DecisionView;
}

/** The move of some seats that cost most, or gained most on the usual one; null before it is known. */
export function moment(
    review: ReviewView,
    what: 'dearest' | 'best',
    seats: readonly number[],
): Moment | null {
    const size = (step: DecisionView) => (what === 'best' ? step.gain : step.loss);
    return seats
        .flatMap((seat): Moment[] => {
            const number = review.seats[seat]?.[what] ?? null;
            const step = number === null ? undefined : review.steps[number];
            return number !== null && step?.kind === 'decision' ? [{ number, step }] : [];
        })
        .reduce<Moment | null>(
            (one, other) => (one && size(one.step) >= size(other.step) ? one : other),
            null,
        );
}

/** The decision that was due after so many events; the first of some seats, where several were. */
export function decisionAt(
    review: ReviewView,
    after: number,
    seats: readonly number[] = [],
): DecisionView | null {
    const due = review.steps.filter(
        (step): step is DecisionView => step.kind === 'decision' && step.event === after,
    );
    return due.find(({ seat }) => seats.includes(seat)) ?? due[0] ?? null;
}

/** The errors of some seats from a size on, in order. */
export function errors(review: ReviewView, seats: readonly number[]): DecisionView[] {
    return review.steps.filter(
        (step): step is DecisionView =>
            step.kind === 'decision' &&
            seats.includes(step.seat) &&
            (step.band === 'medium' || step.band === 'large'),
    );
}
