"""Kolorowy zawrót głowy by a plain reading of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.plain_game import PlainGame, places_of

Square = tuple[int, int]
"""x to the right, then y up."""

TILES = [colour + shape for colour in "YROVGB" for shape in "sfhupn"]
AXES = ((1, 0), (0, 1), (1, 1), (1, -1))


class PlainZawrot(PlainGame):
    """The table is a dictionary from squares to tiles."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.table: dict[Square, str] = {}
        self.stack = list(TILES)
        self.bank: list[str] = []
        self.held: list[list[str]] = [[] for _ in range(players)]
        self.points = [0] * players
        self.turn = 0
        self.taking = False
        self.due: list[tuple[str, int | None]] = [("bank", None) for _ in range(3)]
        self.due.append(("start", None))
        self.due += [("draw", seat) for seat in range(players) for _ in range(3)]

    def to_act(self) -> tuple[int, ...]:
        return () if self.due or len(self.table) == 36 else (self.turn,)

    def legal(self, seat: int) -> set[str]:
        if self.taking:
            return {f"take {tile}" for tile in self.bank}
        return {
            f"{tile} {x},{y}"
            for x, y in self.open_squares()
            for tile in self.held[seat]
            if max(self.runs_of((x, y), tile)) <= 3
        }

    def open_squares(self) -> set[Square]:
        """Return the empty squares that touch a tile by a side."""
        beside = {
            (x + dx, y + dy) for x, y in self.table for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))
        }
        return beside - set(self.table)

    def runs_of(self, square: Square, tile: str) -> list[int]:
        """Return how long the runs through a tile on an empty square would be, by axis and kind."""
        return [self._run(square, axis, kind, tile[kind]) for axis in AXES for kind in (0, 1)]

    def _run(self, square: Square, axis: Square, kind: int, letter: str) -> int:
        length = 1
        for sign in (1, -1):
            x, y = square
            while self.table.get((x + sign * axis[0], y + sign * axis[1]), "..")[kind] == letter:
                x, y = x + sign * axis[0], y + sign * axis[1]
                length += 1
        return length

    def forbidden_squares(self) -> set[Square]:
        """Return the empty squares where some colour or shape would make four in a run."""
        near = {(x + dx, y + dy) for x, y in self.table for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
        alike = [a + b for a, b in zip("YROVGB", "sfhupn", strict=True)]
        return {
            square
            for square in near - set(self.table)
            if any(max(self.runs_of(square, tile)) > 3 for tile in alike)
        }

    def move(self, seat: int, text: str) -> None:
        first, second = text.split(" ")
        if first == "take":
            self.bank.remove(second)
            self.held[seat].append(second)
            self.taking = False
            if self.stack:
                self.due = [("bank", None)]
            else:
                self._next_turn()
            return
        x, y = second.split(",")
        square = int(x), int(y)
        self.points[seat] += self.runs_of(square, first).count(3)
        self.held[seat].remove(first)
        self.table[square] = first
        if self.bank:
            self.taking = True
        else:
            self._next_turn()

    def _next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.players

    def outcomes(self) -> dict[str, int]:
        return {f"{self.due[0][0]} {tile}": 1 for tile in self.stack} if self.due else {}

    def chance_seat(self) -> int | None:
        return self.due[0][1] if self.due else None

    def chance(self, text: str) -> None:
        word, tile = text.split(" ")
        self.stack.remove(tile)
        _, seat = self.due.pop(0)
        if word == "bank":
            self.bank.append(tile)
            if self.table:
                self._next_turn()
        elif seat is None:
            self.table[0, 0] = tile
        else:
            self.held[seat].append(tile)

    def scores(self) -> list[list[int]]:
        return [[points] for points in self.points]

    def cells(self) -> dict[str, str]:
        return {f"{x},{y}": tile for (x, y), tile in self.table.items()}

    def hands(self) -> list[list[str]]:
        return [sorted(hand, key=TILES.index) for hand in self.held]

    def beside_board(self) -> dict[str, list[str]]:
        return {"bank": sorted(self.bank, key=TILES.index)}

    def result(self) -> tuple[tuple[int, ...], str] | None:
        if len(self.table) < 36:
            return None
        sides = 2 if self.players == 4 else self.players
        places = places_of([sum(self.points[side::sides]) for side in range(sides)])
        return tuple(places[seat % sides] for seat in range(self.players)), "all placed"


def begin(players: int, variant: str, options: Mapping[str, Any]) -> PlainZawrot:
    """Return the game at its start."""
    return PlainZawrot(players)
