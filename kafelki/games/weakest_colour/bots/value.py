"""What a position is worth to a seat after its move: what the end brought, or a network expects."""

from __future__ import annotations

from kafelki.games.weakest_colour.bots.evaluation import desk
from kafelki.games.weakest_colour.bots.features import describe
from kafelki.games.weakest_colour.bots.network import predict
from kafelki.games.weakest_colour.kernels import OVER, is_better, lowest_score, see, side_of
from kafelki.kernels.language import Fields, Position, kernel

WIDEST = 12
"""A lead in the lowest colour counts up to so many points."""


@kernel
def final_value(s: Fields, side: int, by_lead: float) -> float:
    """Return what the end is worth to a side, from 0 to 1; `by_lead` is the lead's part in it.

    Alone it is the lowest colour.
    """
    if s.sides == 1:
        return lowest_score(s, side) / 36.0
    return (1.0 - by_lead) * place_value(s, side) + by_lead * lead_value(s, side)


@kernel
def lead_value(s: Fields, side: int) -> float:
    """Return how far a side's lowest colour is before the best of the others, from 0 to 1."""
    best = 0
    for other in range(s.sides):
        if other != side:
            best = max(best, lowest_score(s, other))
    lead = lowest_score(s, side) - best
    return 0.5 + max(-WIDEST, min(WIDEST, lead)) / (2.0 * WIDEST)


@kernel
def place_value(s: Fields, side: int) -> float:
    """Return what a side's place is worth, from 0 to 1.

    Half for the first place, shared with whoever has it too, and half for the sides that
    are behind: with two sides win, draw or loss.
    """
    ahead = 0
    level = 0
    for other in range(s.sides):
        if other != side:
            if is_better(s, other, side):
                ahead += 1
            elif not is_better(s, side, other):
                level += 1
    others = s.sides - 1
    first = 0.0 if ahead > 0 else 1.0 / (1 + level)
    behind: float = (others - ahead - 0.5 * level) / others
    return 0.5 * first + 0.5 * behind


@kernel
def value_after(position: Position, seat: int, state: Position) -> float:
    """Return what a position is worth to a seat after its move, from 0 to 1."""
    s, d = see(position), desk(state)
    if s.phase == OVER:
        return final_value(s, side_of(s, seat), d.weights[d.weights.shape[0] - 1])
    describe(s, seat, d)
    return predict(d.weights, d.inputs, d.hidden)
