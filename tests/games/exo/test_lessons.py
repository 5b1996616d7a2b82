"""The lesson of EXO."""

from __future__ import annotations

from tests.play.test_lessons import FILES, position


def test_the_trap_of_exo_is_one() -> None:
    (exercise,) = (each for each in FILES["exo"]["lesson"] if each["title"]["en"] == "Not for both")
    assert position("exo", exercise).explain("XO h5 h6", 0).winner == 1  # EX-8
