"""What cannot be set up is refused in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import GAMES
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITHOUT_BOARD, WITHOUT_CHANCE


@pytest.mark.parametrize(
    ("header", "polish"),
    [
        (
            ("chess", 2),
            f"Nie ma gry „chess”: są gry {', '.join(GAMES)}.",
        ),
        ((WITHOUT_CHANCE, 3), f"{WITHOUT_CHANCE} (standard): liczba graczy to 2, a nie 3"),
        ((WITHOUT_BOARD, 1), f"{WITHOUT_BOARD} (standard): liczba graczy to 2, 3 lub 4, a nie 1"),
        ((AT_ONCE, True), "liczba graczy musi być liczbą całkowitą, a nie True"),
        ((AT_ONCE, 2, "pairs"), f"{AT_ONCE} nie ma wariantu „pairs”; ma: standard"),
        (
            (AT_ONCE, 2, "standard", {"fast": 1}),
            f"{AT_ONCE} (standard) nie ma opcji „fast”; ma: żadnej",
        ),
        (
            (WITH_PAIRS, 4, "pairs", {"talk": 1}),
            "opcja „talk” nie może mieć wartości 1; może mieć:",
        ),
    ],
)
def test_in_polish(header: tuple[Any, ...], polish: str) -> None:
    with pytest.raises(Refusal) as refused:
        Header(*header)
    assert refused.value.text.pl.startswith(polish)
    assert refused.value.text.en != refused.value.text.pl
