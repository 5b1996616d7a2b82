"""The lesson of Kolorowy zawrót głowy."""

from __future__ import annotations

from tests.play.test_lessons import FILES, position


def test_the_fourth_yellow_is_forbidden() -> None:
    (exercise,) = (
        each for each in FILES["zawrot"]["lesson"] if each["title"]["en"] == "Never a fourth"
    )
    assert "Yu 3,0" not in position("zawrot", exercise).legal_texts(0)  # ZG-7
