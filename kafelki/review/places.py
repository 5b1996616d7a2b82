"""What places are worth."""

from __future__ import annotations

from collections.abc import Sequence


def worths_of_places(places: Sequence[int], parties: Sequence[Sequence[int]]) -> list[float]:
    """Return for each seat the part of the other parties that it is before; level is half.

    >>> worths_of_places((1, 1, 3), ((0,), (1,), (2,)))
    [0.75, 0.75, 0.0]
    >>> worths_of_places((1, 2, 1, 2), ((0, 2), (1, 3)))
    [1.0, 0.0, 1.0, 0.0]
    """
    worths = [0.0] * len(places)
    for party in parties:
        mine = places[party[0]]
        others = [places[other[0]] for other in parties if other is not party]
        beaten = sum(1.0 if mine < place else 0.5 * (mine == place) for place in others)
        for seat in party:
            worths[seat] = beaten / len(others)
    return worths
