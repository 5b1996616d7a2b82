"""What a page must know of a game to show it, beside how its pieces look: as data.

A page copies no rule: it is told here how scores are kept, what a move's numbers mean and in
which words the game speaks. A game says it as `TRAITS` in its module `traits`; without, it is
shown like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from kafelki.rules.contract import Seating
from kafelki.rules.registry import own_part
from kafelki.rules.texts import Forms, Text

Said = Text | Forms
"""Words with {names} in them; one for each plural where a number called {count} is among them."""

Scores = Literal["points", "colours", "rounds", "none"]
"""How a seat's scores are shown: added up, by colour, by round, or not at all.

By colour each has a track of its own, and the lowest one counts.
"""


@dataclass(frozen=True)
class Consequence:
    """What a column of `Kernels.consequences` means to whoever considers a move."""

    said: Said | None = None
    """How it is told: {count} is its number, and the other columns go by their own names."""
    always: bool = False
    """Whether it is told even when it is 0."""
    worth: int = 1
    """1 where more is better, −1 where less is, 0 where it does not matter."""
    wins_from: int = 0
    """From this number on the move wins the game; 0: never."""
    loses_from: int = 0
    """From this number on the opponent wins by it, whatever else it does; 0: never."""
    better: Text | None = None
    """What a better move had more of (or less of, where that is better), in a list of such."""


@dataclass(frozen=True)
class Choice:
    """A move that lays nothing, such as to pass."""

    action: Text
    """On its button."""
    said: Text
    """How it is told once it was made."""
    prompt: Text | None = None
    """What is asked of the player who has it."""
    forced: Text | None = None
    """The same where nothing can be laid."""


@dataclass(frozen=True)
class Picture:
    """A little scene of the game, for lists of games."""

    rows: tuple[str, ...]
    """From the top: what lies on each cell, separated by spaces; a dot is an empty cell."""
    shifts: tuple[float, ...] = ()
    """How far each row is shifted to the right, in cells."""
    tiles: tuple[tuple[int, int, int, int], ...] = ()
    """Pairs of cells (column, row, column, row) that are one tile, in the order of being laid."""


@dataclass(frozen=True)
class Traits:
    """How a game is shown; what it leaves unsaid is shown as for any game."""

    scores: Scores = "points"
    track_ends: Callable[[Seating], tuple[int, ...]] = field(default=lambda seating: ())
    """By colour: return the last point of each score card that a track goes over."""
    consequences: Mapping[str, Consequence] = field(default_factory=dict)
    """By the names of the columns; colours and `points` need not be explained."""
    choices: Mapping[str, Choice] = field(default_factory=dict)
    """By their text, the one that is asked for first at the head."""
    stock: tuple[str, ...] = ()
    """The tiles that anybody may lay, where nobody holds any."""
    signs: str = ""
    """The letter of the sign that each seat plays with."""
    stacks: bool = False
    """Whether tiles lie on tiles: then what lies on a cell is a letter and its height."""
    slides: bool = False
    """Whether tiles slide down a column, until they meet another one or the edge."""
    new_round: str = ""
    """The first word of the chance event that begins a round, where boards are cleared for it."""
    example: str = ""
    """A move as it is typed; by default the first of all."""
    words: Mapping[str, Said] = field(default_factory=dict)
    """What the page says in this game's own words, by the names of its messages."""
    picture: Picture | None = None
    page: Mapping[str, Any] = field(default_factory=dict)
    """What only the game's own part of the page reads, ready for JSON."""


PLAIN = Traits()


@cache
def traits_of(game: str) -> Traits:
    """Return how a game is shown."""
    return own_part(game, "traits", "TRAITS", PLAIN)
