"""Why a move is good, in the words of the game."""

from __future__ import annotations

import pytest

from kafelki.games.zawrot.bots import reasons


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (0.4, ("a point", "punkt")),
        (2.0, ("2 points", "2 punkty")),
        (5.0, ("5 points", "5 punktów")),
    ],
)
def test_points_of_a_line(value: float, said: tuple[str, str]) -> None:
    assert reasons._points(value) == said
