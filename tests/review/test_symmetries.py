"""Values are the same on a turned or mirrored board, and with other colours where they fit."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.play.game import Game
from kafelki.rules.registry import GAMES
from tests.random_games import Table
from tests.review.played import played, worths_of
from tests.symmetries import random_symmetry

IMAGES = 6
"""So many games are looked at in an image each: turns are drawn anew for every one of them."""
LOOKED_AT = 0.06
"""So many of the positions, so that it does not take long."""


@pytest.mark.parametrize("name", GAMES)
def test_values_know_no_directions_and_no_names_of_colours(name: str) -> None:
    worths = worths_of(name)
    seen = 0
    for number in range(IMAGES):
        random = Random(number)
        game = played(worths.header, number)
        symmetry = random_symmetry(Table(name, 2, options=dict(worths.header.options)), random)
        here, image = (Game(worths.header, engine=worths.engine) for _ in range(2))
        for event in game.events:
            if event.is_chance:
                here.play_chance(event.text)
                image.play_chance(symmetry.chance(event.text))
            else:
                here.play(event.text, event.seat)
                image.play(symmetry.move(event.text), event.seat)
            if not here.chance_due and random.random() < LOOKED_AT:
                seen += 1
                for seat in worths.seats:
                    value = worths.of_seat(here._position, seat)
                    assert worths.of_seat(image._position, seat) == value, (number, event)
        worths.forget()
    assert seen > IMAGES
