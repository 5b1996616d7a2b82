"""What a game may say of its own drawing, as `STYLE` in its module `drawing`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from kafelki.drawing import words
from kafelki.rules.registry import own_part
from kafelki.rules.texts import Forms

if TYPE_CHECKING:
    from kafelki.drawing.grid import Grid
    from kafelki.drawing.scene import Scene
    from kafelki.drawing.svg import Block
    from kafelki.drawing.tiles import Face


@dataclass(frozen=True)
class Style:
    """How a game is drawn; what it leaves unsaid is drawn as for any game."""

    card_width: float = 320.0
    """How wide a player's card is inside."""
    half: float = 30.0
    """How large a half is in a hand."""
    tiles: Forms = words.TILES
    """What the tiles are called."""
    supplies_in_the_middle: bool = False
    """Whether what everybody takes from lies under the board, not with the people."""
    key: bool = True
    """Whether the colours are explained below the board."""
    legend: Callable[[Scene], Block] | None = None
    """Return what else there is to explain beside the colours."""
    points: bool = True
    """Whether a player's card shows points as one number."""
    score_card: Callable[[Scene, list[int], float, bool], Block] | None = None
    """Return a party's score card: its scores, a width, and whether there is little room."""
    sign: Callable[[Scene, int], Face] | None = None
    """Return the sign that a seat plays with."""
    piece: Callable[[Scene, Grid, str, str, float], str] | None = None
    """Return what lies on a cell: its name, its value, and how much of the cell it covers."""
    heading: Callable[[Scene], str] | None = None
    """Return what stands after the game's name."""
    party_text: Callable[[Scene, tuple[int, ...]], str] | None = None
    """Return what is told in words of a party, where it is not its points."""
    content: Callable[[Scene], Block] | None = None
    """Return all of the drawing but its heading, where it is no board with people beside it."""


PLAIN = Style()


@cache
def style_of(game: str) -> Style:
    """Return how a game is drawn."""
    return own_part(game, "drawing", "STYLE", PLAIN)
