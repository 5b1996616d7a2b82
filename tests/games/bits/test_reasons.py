"""Why a move is good, in the words of the game."""

from __future__ import annotations

import pytest

from kafelki.games.bits.bots.reasons import SQUARES, TOO_LARGE, expectation
from kafelki.rules.texts import Text, counted


def test_polish_has_a_decimal_comma() -> None:
    assert expectation(3.25) == (
        "about 3.2 points this round",
        "około 3,2 punktu w tej rundzie",
    )


def test_a_proper_minus_and_no_minus_nought() -> None:
    assert expectation(-1.5).pl == "około \N{MINUS SIGN}1,5 punktu w tej rundzie"
    assert expectation(-0.01).en == "about 0.0 points this round"


@pytest.mark.parametrize(
    ("number", "polish"),
    [(5, "czerwony: 5 pól, za dużo"), (22, "czerwony: 22 pola, za dużo")],
)
def test_squares(number: int, polish: str) -> None:
    red = Text("red", "czerwony")
    assert TOO_LARGE.filled(colour=red, squares=counted(number, SQUARES)).pl == polish
