"""EXO by a plain reading of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.plain_game import PlainGame

Square = tuple[int, int]
"""The row, then the column, both from 1."""


STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))


def square_of(name: str) -> Square:
    return int(name[1:]), "abcdefghijklmnopqrs".index(name[0]) + 1


def name_of(square: Square) -> str:
    return f"{'abcdefghijklmnopqrs'[square[1] - 1]}{square[0]}"


class PlainExo(PlainGame):
    """The board is a pile of (number of the tile, symbol) on every square."""

    players = 2

    def __init__(self, size: int = 10) -> None:
        numbers = range(1, size + 1)
        self.piles: dict[Square, list[tuple[int, str]]] = {
            (row, column): [] for row in numbers for column in numbers
        }
        self.placed = 0
        self.reason = ""
        self.winner: int | None = None

    def to_act(self) -> tuple[int, ...]:
        return () if self.reason else (self.placed % 2,)

    def legal(self, seat: int) -> set[str]:
        texts = set()
        for (row, column), pile in self.piles.items():
            for other in (row, column + 1), (row + 1, column):
                if other in self.piles and self._may_cover(pile, self.piles[other]):
                    cells = f"{name_of((row, column))} {name_of(other)}"
                    texts |= {f"XO {cells}", f"OX {cells}"}
        return texts

    def _may_cover(self, pile: list[tuple[int, str]], other: list[tuple[int, str]]) -> bool:
        """Both have the same height, and above the board two different tiles on top."""
        return len(pile) == len(other) and (not pile or pile[-1][0] != other[-1][0])

    def move(self, seat: int, text: str) -> None:
        tile, first, second = text.split(" ")
        self.placed += 1
        self.piles[square_of(first)].append((self.placed, tile[0]))
        self.piles[square_of(second)].append((self.placed, tile[1]))
        fives = {player for player in (0, 1) if self.longest("XO"[player]) >= 5}
        if fives:
            self.winner = 1 - seat if 1 - seat in fives else seat
            self.reason = "five" if len(fives) == 1 else "both five"
        elif self.placed == 60:
            self.reason = "no tile"
        elif not self.legal(1 - seat):
            self.reason = "no place"

    def longest(self, symbol: str) -> int:
        """Return the longest line of a symbol anywhere on the board, seen from above."""
        return max(self._length(square, step, symbol) for square in self.piles for step in STEPS)

    def longest_through(self, square: Square) -> int:
        """Return the longest line of its top symbol that goes through a square."""
        symbol = self.piles[square][-1][1]
        return max(
            self._length(square, step, symbol)
            + self._length(square, (-step[0], -step[1]), symbol)
            - 1
            for step in STEPS
        )

    def _length(self, square: Square, step: Square, symbol: str) -> int:
        length = 0
        while self.piles.get(square, [])[-1:] and self.piles[square][-1][1] == symbol:
            length += 1
            square = (square[0] + step[0], square[1] + step[1])
        return length

    def other_halves(self) -> dict[str, str]:
        """Return for each half of a tile that is seen whole where its other half lies."""
        seen: dict[int, list[str]] = {}
        for square, pile in self.piles.items():
            if pile:
                seen.setdefault(pile[-1][0], []).append(name_of(square))
        whole = [halves for halves in seen.values() if len(halves) == 2]
        return {half: halves[1 - k] for halves in whole for k, half in enumerate(halves)}

    def scores(self) -> list[list[int]]:
        return [[int(self.winner == seat)] for seat in (0, 1)]

    def cells(self) -> dict[str, str]:
        return {name_of(s): f"{pile[-1][1]}{len(pile)}" for s, pile in self.piles.items() if pile}

    def result(self) -> tuple[tuple[int, ...], str] | None:
        if not self.reason:
            return None
        places = tuple(1 if self.winner in (None, seat) else 2 for seat in (0, 1))
        return places, self.reason


def begin(players: int, variant: str, options: Mapping[str, Any]) -> PlainExo:
    """Return the game at its start."""
    return PlainExo(options.get("size", 10))
