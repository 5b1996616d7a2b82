// Learning from a mistake: the moves of its list are told apart by what they are worth.

import type { JudgedMove, DecisionView } from '../types';

/** A move that is worth so little less than the best is as good. */
const AS_GOOD = 0.01;

/** The moves of a decision in an order that gives nothing away. */
export function asQuestion({ choices }: DecisionView): JudgedMove[] {
    return choices.toSorted((one, other) =>
        one.move < other.move ? -1 : Number(one.move > other.move),
    );
}

/** What a move is worth less than the best of a decision; 0 where it is as good. */
export function costOf({ choices }: DecisionView, { value }: JudgedMove): number {
    const cost = Math.max(...choices.map((each) => each.value)) - value;
    return cost < AS_GOOD ? 0 : cost;
}
