"""The symmetries of Bits."""

from __future__ import annotations

from random import Random

from tests.games.bits.plain import square_of
from tests.random_games import Table
from tests.symmetries import Symmetry


def random_symmetry(table: Table, random: Random) -> Symmetry:
    """Return one of the game's symmetries."""
    columns = random.choice(("abcd", "dcba"))
    colours = dict(zip("OBVY", random.sample("OBVY", 4), strict=True))
    return Symmetry(
        lambda name: columns["abcd".index(name[0])] + name[1:],
        colours,
        square_of,
        "OBVY",
    )
