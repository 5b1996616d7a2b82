"""The symmetries of games: turned or mirrored boards, with other colours to match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from random import Random
from typing import Any

from tests.random_games import Table

Cell = tuple[int, int]
Turn = Callable[[Cell], Cell]


@dataclass(frozen=True)
class Symmetry:
    """What cells and letters become; everything else of a game follows from them."""

    cell: Callable[[str], str]
    letters: dict[str, str]
    before: Callable[[str], Any]
    """By this order the two cells of a placement are written."""
    order: str = ""
    """By these colours a domino is written that chance brings; none where tiles are no dominoes."""
    scores_by_colour: bool = False
    swaps_kinds: bool = False
    """Whether a tile's colour becomes its shape, and its shape its colour."""

    def tile(self, tile: str) -> str:
        """Return what a tile becomes, as chance or a hand writes it."""
        first, second = (self.letters[letter] for letter in tile)
        if not self.order:
            return second + first if self.swaps_kinds else first + second
        return "".join(sorted(first + second, key=self.order.index))

    def chance(self, text: str) -> str:
        """Return what a chance event becomes."""
        word, item = text.split(" ")
        return text if word == "task" else f"{word} {self.tile(item)}"

    def move(self, text: str) -> str:
        """Return what a move becomes, in its written form."""
        parts = text.split(" ")
        if len(parts) == 1:
            return text
        if len(parts) == 2:
            takes = parts[0] == "take"
            return self.chance(text) if takes else f"{self.tile(parts[0])} {self.cell(parts[1])}"
        halves = [(self.cell(c), self.letters[x]) for x, c in zip(parts[0], parts[1:], strict=True)]
        (first, a), (second, b) = sorted(halves, key=lambda half: self.before(half[0]))
        return f"{a}{b} {first} {second}"

    def cells(self, cells: Any) -> Any:
        """Return what a board becomes, or several."""
        if isinstance(cells, list):
            return [self.cells(each) for each in cells]
        return {self.cell(name): self._on_cell(value) for name, value in cells.items()}

    def _on_cell(self, value: str) -> str:
        if self.swaps_kinds:
            return self.tile(value)
        return "".join(self.letters.get(letter, letter) for letter in value)

    def scores(self, rows: list[list[int]]) -> list[list[int]]:
        """Return what the score cards become: by colour in some games, else as they are."""
        if not self.scores_by_colour:
            return rows
        mapped = []
        for row in rows:
            by_letter = {self.letters[x]: score for x, score in zip(self.order, row, strict=True)}
            mapped.append([by_letter[letter] for letter in self.order])
        return mapped

    def hands(self, hands: list[list[str]]) -> list[list[str]]:
        """Return what the hands become, in no particular order."""
        return [sorted(self.tile(tile) for tile in hand) for hand in hands]


def random_symmetry(table: Table, random: Random) -> Symmetry:
    """Return one of the symmetries of a game."""
    found = import_module(f"tests.games.{table.game}.symmetries").random_symmetry(table, random)
    assert isinstance(found, Symmetry)
    return found


def square_turn(random: Random) -> Turn:
    """Return how a board of squares may be turned and mirrored about its middle."""
    quarters, mirrored = random.randrange(4), random.random() < 0.5

    def turn(cell: Cell) -> Cell:
        row, column = cell
        if mirrored:
            row, column = row, -column
        for _ in range(quarters):
            row, column = -column, row
        return row, column

    return turn
