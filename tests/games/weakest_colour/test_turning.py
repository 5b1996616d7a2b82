"""A position has one form, however its board is turned or mirrored."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.games.weakest_colour.turning import turning_of
from kafelki.play.game import Game
from kafelki.play.header import Header
from tests.random_games import Table
from tests.review.played import played
from tests.symmetries import Symmetry, random_symmetry

GAMES = [("axio", 2, "standard", 8), ("geniusz", 4, "pairs", 12)]


def every_symmetry(table: Table) -> list[Symmetry]:
    """Return all ways to turn a board: drawn until nothing new can be expected."""
    drawn = (random_symmetry(table, Random(number)) for number in range(200))
    return list({tuple(each.letters.items()): each for each in drawn}.values())


@pytest.mark.parametrize(("name", "players", "variant", "turns"), GAMES)
def test_all_turns_of_a_position_have_one_form(
    name: str, players: int, variant: str, turns: int
) -> None:
    header, form_of = Header(name, players, variant), turning_of(name).form_of
    game = played(header, 1)
    symmetries = every_symmetry(Table(name, players, variant))
    assert len(symmetries) == turns
    here, *images = (Game(header) for _ in range(1 + turns))
    forms: set[bytes] = set()
    for event in game.events:
        here._repeat(event)
        for symmetry, image in zip(symmetries, images, strict=True):
            if event.is_chance:
                image.play_chance(symmetry.chance(event.text))
            else:
                image.play(symmetry.move(event.text), event.seat)
        if len(here.events) % 10 == 0:
            form = form_of(here._position).tobytes()
            assert {form_of(image._position).tobytes() for image in images} == {form}
            # Free pairs, gains and all: it is what the rules make of one of those games.
            assert form in {image._position.tobytes() for image in images}
            forms.add(form)
    assert len(forms) == len(game.events) // 10
