"""The symmetries of the five games: turned or mirrored boards, with other colours to match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from tests.random_games import Table
from tests.reference import plain_bits, plain_exo
from tests.reference.plain_lines import AXIO, GENIUSZ, Box

Cell = tuple[int, int]
Turn = Callable[[Cell], Cell]

ORDERS = {"axio": "GORVB", "geniusz": "RGBOYV", "bits": "OBVY"}
"""The colours by which a domino that chance brings is written."""


@dataclass(frozen=True)
class Symmetry:
    """What cells and letters become; everything else of a game follows from them."""

    game: str
    cell: Callable[[str], str]
    letters: dict[str, str]
    before: Callable[[str], Any]
    """By this order the two cells of a placement are written."""
    swaps_kinds: bool = False
    """Whether a tile's colour becomes its shape, and its shape its colour."""

    def tile(self, tile: str) -> str:
        """Return what a tile becomes, as chance or a hand writes it."""
        first, second = (self.letters[letter] for letter in tile)
        if self.game == "zawrot":
            return second + first if self.swaps_kinds else first + second
        return "".join(sorted(first + second, key=ORDERS[self.game].index))

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
        if self.game == "zawrot":
            return self.tile(value)
        return "".join(self.letters.get(letter, letter) for letter in value)

    def scores(self, rows: list[list[int]]) -> list[list[int]]:
        """Return what the score cards become: by colour in two games, else as they are."""
        if self.game not in ("axio", "geniusz"):
            return rows
        order = ORDERS[self.game]
        mapped = []
        for row in rows:
            by_letter = {self.letters[x]: score for x, score in zip(order, row, strict=True)}
            mapped.append([by_letter[letter] for letter in order])
        return mapped

    def hands(self, hands: list[list[str]]) -> list[list[str]]:
        """Return what the hands become, in no particular order."""
        return [sorted(self.tile(tile) for tile in hand) for hand in hands]


def random_symmetry(table: Table, random: Random) -> Symmetry:
    """Return one of the symmetries of a game."""
    if table.game == "axio":
        return _of_printed_board("axio", AXIO, (7, 7), _square_turn(random))
    if table.game == "geniusz":
        return _of_printed_board("geniusz", GENIUSZ, (8, 8), _hexagon_turn(random))
    if table.game == "bits":
        return _of_ramps(random)
    return _of_exo(table, random) if table.game == "exo" else _of_open_table(random)


def _square_turn(random: Random) -> Turn:
    quarters, mirrored = random.randrange(4), random.random() < 0.5

    def turn(cell: Cell) -> Cell:
        row, column = cell
        if mirrored:
            row, column = row, -column
        for _ in range(quarters):
            row, column = -column, row
        return row, column

    return turn


def _hexagon_turn(random: Random) -> Turn:
    sixths, mirrored = random.randrange(6), random.random() < 0.5

    def turn(cell: Cell) -> Cell:
        row, number = cell
        if mirrored:
            row, number = number, row
        for _ in range(sixths):
            row, number = row - number, row
        return row, number

    return turn


def _of_printed_board(game: str, box: Box, centre: Cell, turn: Turn) -> Symmetry:
    """Turn a board and choose the colours so that the printed cells look as before."""

    def cell(name: str) -> str:
        row, column = box.cell(name)
        down, along = turn((row - centre[0], column - centre[1]))
        return box.name((down + centre[0], along + centre[1]))

    letters = {letter: box.printed[cell(name)] for name, letter in box.printed.items()}
    return Symmetry(game, cell, letters, box.cell)


def _of_ramps(random: Random) -> Symmetry:
    columns = random.choice(("abcd", "dcba"))
    colours = dict(zip("OBVY", random.sample("OBVY", 4), strict=True))
    return Symmetry(
        "bits",
        lambda name: columns["abcd".index(name[0])] + name[1:],
        colours,
        plain_bits.square_of,
    )


def _of_exo(table: Table, random: Random) -> Symmetry:
    middle = table.options.get("size", 10) + 1
    turn = _square_turn(random)

    def cell(name: str) -> str:
        row, column = plain_exo.square_of(name)
        up, along = turn((2 * row - middle, 2 * column - middle))
        return plain_exo.name_of(((up + middle) // 2, (along + middle) // 2))

    return Symmetry("exo", cell, {"X": "X", "O": "O"}, plain_exo.square_of)


def _of_open_table(random: Random) -> Symmetry:
    turn = _square_turn(random)
    swaps = random.random() < 0.5
    colours, shapes = random.sample("YROVGB", 6), random.sample("sfhupn", 6)
    if swaps:
        colours, shapes = shapes, colours
    letters = dict(zip("YROVGBsfhupn", colours + shapes, strict=True))

    def cell(name: str) -> str:
        x, y = (int(number) for number in name.split(","))
        x, y = turn((x, y))
        return f"{x},{y}"

    return Symmetry("zawrot", cell, letters, lambda name: name, swaps_kinds=swaps)
