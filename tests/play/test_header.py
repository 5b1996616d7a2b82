"""What cannot be set up is refused in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from kafelki.play.header import Header
from kafelki.play.refusal import Refusal


@pytest.mark.parametrize(
    ("header", "polish"),
    [
        (("chess", 2), "Nie ma gry „chess”: są gry axio, geniusz, bits, exo, zawrot."),
        (("exo", 3), "exo (standard): liczba graczy to 2, a nie 3"),
        (("zawrot", 1), "zawrot (standard): liczba graczy to 2, 3 lub 4, a nie 1"),
        (("bits", True), "liczba graczy musi być liczbą całkowitą, a nie True"),
        (("bits", 2, "pairs"), "bits nie ma wariantu „pairs”; ma: standard"),
        (("bits", 2, "standard", {"fast": 1}), "bits (standard) nie ma opcji „fast”; ma: żadnej"),
        (("geniusz", 4, "pairs", {"talk": 1}), "opcja „talk” nie może mieć wartości 1; może mieć:"),
    ],
)
def test_in_polish(header: tuple[Any, ...], polish: str) -> None:
    with pytest.raises(Refusal) as refused:
        Header(*header)
    assert refused.value.text.pl.startswith(polish)
    assert refused.value.text.en != refused.value.text.pl
