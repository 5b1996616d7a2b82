"""What a game looks like, as data: where its cells are, its colours and its symbols.

The Python drawing and the web client both draw from here. Symbols come first:
each colour has a silhouette of its own, so that a game can be played in greyscale.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kafelki.rules.texts import Text


@dataclass(frozen=True)
class Look:
    """A colour or a shape: its name, its fill, and its symbol in `symbols.SYMBOLS`."""

    name: Text
    fill: str
    symbol: str
    gender: str = ""
    """Of a shape: its name's grammatical gender in Polish, a key of its colours' `forms`."""
    forms: Mapping[str, Text] = field(default_factory=dict)
    """Of a colour: its name before a shape's, by gender, where it is not `name` itself."""

    def before(self, shape: Look) -> Text:
        """Return a colour's name as it stands before a shape's: "żółta" before "gwiazda"."""
        return self.forms.get(shape.gender, self.name)


@dataclass(frozen=True)
class Appearance:
    """How one game's board and tiles are drawn."""

    cell: str
    """The shape of a cell: "square" or "hexagon"."""
    colours: Mapping[str, Look]
    """By the letter of the record's notation."""
    places: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """The centre of each cell of the board, y upwards, neighbours one unit apart."""
    shapes: Mapping[str, Look] = field(default_factory=dict)
    """By letter, where a tile has a shape beside its colour."""
    pieces: Mapping[str, Look] = field(default_factory=dict)
    """What can lie on a cell beside tiles, by its sign in the record's notation."""
    halves: int = 2
    """How many cells a tile covers, side by side."""
    inner_area: int | None = None
    """How many steps from the centre the plain cells reach; rings around them are darker."""
    initials: bool = True
    """Whether a colour may be marked by its initial: not where symbols look like letters."""
