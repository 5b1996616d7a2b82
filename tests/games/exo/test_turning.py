"""A position has one form, however its board is turned or mirrored."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.games.exo.turning import form_of
from tests.random_games import Table
from tests.symmetries import random_symmetry


@pytest.mark.parametrize("size", [5, 10])
def test_all_turns_of_a_position_have_one_form(size: int) -> None:
    table = Table("exo", 2, options={"size": size})
    drawn = (random_symmetry(table, Random(number)) for number in range(100))
    symmetries = list({(each.cell("a2"), each.cell("b1")): each for each in drawn}.values())
    assert len(symmetries) == 8
    here, images = table.begin(), [table.begin() for _ in symmetries]
    random = Random(size)
    for _ in range(8):
        move = random.choice(here.legal_texts())
        here.play(move)
        for symmetry, image in zip(symmetries, images, strict=True):
            image.play(symmetry.move(move))
        form = form_of(here._position).tobytes()
        assert {form_of(image._position).tobytes() for image in images} == {form}
        assert form in {image._position.tobytes() for image in images}
