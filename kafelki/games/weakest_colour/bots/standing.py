"""How a seat stands after its move: what the end brought, or what the network expects."""

from __future__ import annotations

from kafelki.games.weakest_colour.bots.features import COMMON, PER_OWN, PER_RIVAL, describe
from kafelki.games.weakest_colour.bots.glance import lowest_score
from kafelki.games.weakest_colour.bots.network import HIDDEN, predict
from kafelki.games.weakest_colour.bots.space import HIDDEN_LAYER, WORK
from kafelki.games.weakest_colour.rules import OVER, is_better, side_of
from kafelki.kernels.language import Fields, kernel
from kafelki.rules.geometry import Tables

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
def stand(
    s: Fields, board: Tables, seat: int, weights: Fields, floats: Fields, numbers: Fields
) -> float:
    """Return how a seat stands after its move, from 0 to 1."""
    if s.phase == OVER:
        return final_value(s, side_of(s, seat), weights[weights.shape[0] - 1])
    count = s.scores.shape[1] * (PER_OWN + PER_RIVAL) + COMMON
    describe(s, board, seat, floats[WORK:], numbers, floats)
    return predict(weights, floats, count, floats[HIDDEN_LAYER : HIDDEN_LAYER + HIDDEN])
