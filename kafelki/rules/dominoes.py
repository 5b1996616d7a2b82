"""Two-letter tiles: their list, and the text of a placement on two cells."""

from __future__ import annotations

import re

from kafelki.rules.contract import RECORD_RULE, NotationError
from kafelki.rules.geometry import Board
from kafelki.rules.texts import polish_quoted


def domino_list(letters: str) -> tuple[str, ...]:
    """Return all tiles in list order: first by one letter, then by the other.

    >>> domino_list("GOR")
    ('GG', 'GO', 'GR', 'OO', 'OR', 'RR')
    """
    return tuple(a + b for k, a in enumerate(letters) for b in letters[k:])


def domino_numbers(letters: str) -> list[list[int]]:
    """Return the tile's number for each two colours, in either order."""
    tiles = domino_list(letters)
    return [[tiles.index(a + b if a + b in tiles else b + a) for b in letters] for a in letters]


class Placements:
    """The numbers and texts of "this domino on those two cells".

    A placement's number is (first colour · colours + second colour) · pairs + pair,
    the colours in the order of the pair's cells.

    >>> from kafelki.rules.geometry import square_board
    >>> placements = Placements("GORVB", square_board(13, 13))
    >>> placements.text(placements.number("RB f7 f8"))
    'RB f7 f8'
    >>> placements.text(placements.number("BR f8 f7"))
    'RB f7 f8'
    """

    def __init__(
        self,
        letters: str,
        board: Board,
        rule: str = RECORD_RULE,
        board_rule: str = RECORD_RULE,
        polish_tile: str = "płytka",
    ) -> None:
        self.letters = letters
        self.polish_tile = polish_tile  # as the game's own rules call it
        self.rule = rule
        self.board_rule = board_rule
        self.board = board
        self.pairs = len(board.pair_numbers)
        self.count = len(letters) ** 2 * self.pairs
        names = board.names
        self._cells = [(names[first], names[second]) for first, second in board.pair_numbers]

    def text(self, number: int) -> str:
        """Return a placement as it is written."""
        first, second = divmod(number // self.pairs, len(self.letters))
        return f"{self.letters[first]}{self.letters[second]} {' '.join(self.cells(number))}"

    def cells(self, number: int) -> tuple[str, ...]:
        """Return the names of the two cells that a placement covers."""
        return self._cells[number % self.pairs]

    def number(self, text: str) -> int:
        """Return the number of a written placement; NotationError says what is wrong with it."""
        parts = text.split(" ")
        if len(parts) != 3:
            valid = self.text(1)
            raise NotationError(
                f"{text!r} is not a tile and two cells, such as {valid!r}",
                polish=f"{polish_quoted(text)} to nie {self.polish_tile} i dwa pola, jak „{valid}”",
            )
        tile, first, second = parts
        if len(tile) != 2 or any(letter not in self.letters for letter in tile):
            letters = " ".join(self.letters)
            raise NotationError(
                f"{tile!r} is not a tile: two of the letters {letters}",
                polish=f"{polish_quoted(tile)} to nie {self.polish_tile}: dwie z liter {letters}",
            )
        for cell in (first, second):
            if cell not in self.board.numbers:
                looks_right = re.fullmatch("[a-z][1-9][0-9]?", cell)
                broken = self.board_rule if looks_right else RECORD_RULE
                raise NotationError(
                    f"{cell!r} is not a cell of the board",
                    broken,
                    polish=f"na planszy nie ma pola {polish_quoted(cell)}",
                )
        a, b = (self.letters.index(letter) for letter in tile)
        cells = self.board.numbers[first], self.board.numbers[second]
        if cells not in self.board.pair_numbers:
            a, b, cells = b, a, cells[::-1]
        if cells not in self.board.pair_numbers:
            raise NotationError(
                f"{first} and {second} are not neighbours",
                self.rule,
                polish=f"{first} i {second} nie sąsiadują ze sobą",
            )
        return (a * len(self.letters) + b) * self.pairs + self.board.pair_numbers[cells]
