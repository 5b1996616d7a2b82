"""Why a move is good, in the words of the game."""

from __future__ import annotations

import pytest

from kafelki.games.weakest_colour.bots.reasons import DENIES
from kafelki.rules.texts import POINTS, Text, counted


@pytest.mark.parametrize(("number", "polish"), [(3, "3 punkty"), (5, "5 punktów")])
def test_points_denied(number: int, polish: str) -> None:
    said = DENIES.filled(counted(number, POINTS), Text("red", "czerwony"))
    assert said.pl == f"zabiera rywalowi szansę na {polish} (czerwony)"
    assert said.en == f"takes {number} points in red from the rival"
