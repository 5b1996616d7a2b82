// Reviews for tests and samples: as the server would send them, with what is said of them here.

import type { DecisionView, DrawView, ReviewView, SeatReview } from '../types';
import type { Step } from './steps';

export function decision(more: Partial<DecisionView> = {}): DecisionView {
    const event = more.event ?? 0;
    return {
        kind: 'decision',
        event,
        after: event + 1,
        seat: 0,
        move: 'RB a1 a2',
        change: [0, 0],
        choices: [],
        loss: 0,
        gain: 0,
        band: 'none',
        forced: false,
        obvious: false,
        ...more,
    };
}

export function draw(more: Partial<DrawView> = {}): DrawView {
    const event = more.event ?? 0;
    return {
        kind: 'draw',
        event,
        after: event + 1,
        seat: 0,
        change: [0, 0],
        errors: [0, 0],
        ...more,
    };
}

export function seatReview(more: Partial<SeatReview> = {}): SeatReview {
    return {
        accuracy: 90,
        net_luck: 0,
        without_luck: 0.5,
        loss: 0,
        bands: { none: 1, small: 0, medium: 0, large: 0 },
        dearest: null,
        best: null,
        strength: null,
        remarks: [],
        ...more,
    };
}

export function review(steps: Step[], start = [0.5, 0.5], seats: SeatReview[] = []): ReviewView {
    const events = steps.at(-1)?.after ?? 0;
    return {
        complete: seats.length > 0,
        events,
        done: events,
        points: [],
        start,
        whole: 1,
        since: 0,
        steps,
        calibrated: true,
        turning_points: [],
        seats,
    };
}
