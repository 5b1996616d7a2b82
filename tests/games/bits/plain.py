"""Bits by a plain reading of its rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tests.reference.plain_game import PlainGame, dominoes, places_of

Square = tuple[int, int]
"""The row, then the column, both from 1."""

COLUMNS, ROWS = "abcd", 6
TILES = dominoes("OBVY")

SHAPES: dict[str, set[Square]] = {
    "I": {(0, 0), (0, 1), (0, 2), (0, 3)},
    "O": {(0, 0), (0, 1), (1, 0), (1, 1)},
    "L": {(0, 0), (1, 0), (2, 0), (2, 1)},
    "T": {(0, 0), (0, 1), (0, 2), (1, 1)},
    "single": {(0, 0)},
    "pair": {(0, 0), (0, 1)},
    "straight": {(0, 0), (0, 1), (0, 2)},
    "corner": {(0, 0), (0, 1), (1, 0)},
}
POINTS = {"four": 1, "I": 1, "O": 1, "L": 1, "T": 1}
POINTS |= {"single": -1, "pair": -1, "straight": -2, "corner": -2}
STACKS = (("four",), ("I", "O", "L", "T"), ("single", "pair", "straight", "corner"))


def name_of(square: Square) -> str:
    return f"{COLUMNS[square[1] - 1]}{square[0]}"


def square_of(name: str) -> Square:
    return int(name[1:]), COLUMNS.index(name[0]) + 1


def same_shape(one: set[Square], other: set[Square]) -> bool:
    """Return whether two sets of squares match, turned, mirrored and moved in any way."""
    return any(_cornered(turned) == _cornered(other) for turned in _turns(one))


def _turns(squares: set[Square]) -> list[set[Square]]:
    turns = []
    for _ in range(4):
        squares = {(column, -row) for row, column in squares}
        turns += [squares, {(row, -column) for row, column in squares}]
    return turns


def _cornered(squares: set[Square]) -> set[Square]:
    low, left = min(row for row, _ in squares), min(column for _, column in squares)
    return {(row - low, column - left) for row, column in squares}


class Ramp:
    """One player's grid: a dictionary from squares to colours."""

    def __init__(self) -> None:
        self.squares: dict[Square, str] = {}

    def landings(self) -> list[tuple[Square, Square]]:
        """Return where a tile can come to rest, standing or lying."""
        found = []
        for column in range(1, 5):
            found.append(self._slide([(0, column), (1, column)]))
            if column < 4:
                found.append(self._slide([(0, column), (0, column + 1)]))
        return [(a, b) for a, b in found if a[0] <= ROWS and b[0] <= ROWS]

    def _slide(self, tile: list[Square]) -> tuple[Square, Square]:
        """Let a tile that enters above the grid slide down until it meets something."""
        first, second = ((row + ROWS + 1, column) for row, column in tile)
        while first[0] > 1 and not {(first[0] - 1, first[1]), (second[0] - 1, second[1])} & set(
            self.squares
        ):
            first, second = (first[0] - 1, first[1]), (second[0] - 1, second[1])
        return first, second

    def areas(self) -> list[tuple[str, set[Square]]]:
        """Return the sets of side-connected squares of one colour."""
        left, found = dict(self.squares), []
        while left:
            start, colour = left.popitem()
            area, edge = {start}, [start]
            while edge:
                row, column = edge.pop()
                for near in (
                    (row + 1, column),
                    (row - 1, column),
                    (row, column + 1),
                    (row, column - 1),
                ):
                    if left.get(near) == colour:
                        del left[near]
                        area.add(near)
                        edge.append(near)
            found.append((colour, area))
        return found

    def points(self, tasks: list[str]) -> int:
        """Return what the areas bring that fit the tasks exactly."""
        return sum(area_points(area, tasks) for _, area in self.areas())

    def gaps(self) -> int:
        """Return how many empty squares have a tile somewhere above them."""
        return sum(
            (row, column) not in self.squares
            and any((higher, column) in self.squares for higher in range(row, ROWS + 1))
            for row in range(1, ROWS + 1)
            for column in range(1, 5)
        )


def area_points(area: set[Square], tasks: list[str]) -> int:
    """Return what one area brings for the tasks that it fits exactly."""
    return sum(
        POINTS[task]
        for task in tasks
        if (len(area) == 4 if task == "four" else same_shape(area, SHAPES[task]))
    )


class PlainBits(PlainGame):
    """A ramp a player, the task cards on the table, and what is still in the stacks."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.ramps = [Ramp() for _ in range(players)]
        self.tasks: list[str] = []
        self.points = [[0, 0, 0] for _ in range(players)]
        self.starts: list[str] = []
        self.cards: dict[str, int] = {}
        self.tile: dict[int, str] = {}
        """The tiles of the seats that have yet to place theirs."""
        self.due = "task"

    def to_act(self) -> tuple[int, ...]:
        return () if self.due else tuple(sorted(self.tile))

    def legal(self, seat: int) -> set[str]:
        tile = self.tile[seat]
        texts = set()
        for first, second in self.ramps[seat].landings():
            cells = f"{name_of(first)} {name_of(second)}"
            texts |= {f"{tile} {cells}", f"{tile[::-1]} {cells}"}
        return texts

    def move(self, seat: int, text: str) -> None:
        tile, first, second = text.split(" ")
        self.ramps[seat].squares |= {square_of(first): tile[0], square_of(second): tile[1]}
        del self.tile[seat]
        if not self.tile:
            self.due = "card" if any(ramp.landings() for ramp in self.ramps) else self._end_round()

    def _end_round(self) -> str:
        for ramp, points in zip(self.ramps, self.points, strict=True):
            points[len(self.tasks) - 1] = ramp.points(self.tasks)
        return "task" if len(self.tasks) < 3 else "over"

    def outcomes(self) -> dict[str, int]:
        if self.due == "task":
            return {f"task {task}": 1 for task in STACKS[len(self.tasks)]}
        if self.due == "start":
            return {f"start {tile}": 1 for tile in self.starts}
        if self.due == "card":
            return {f"card {tile}": count for tile, count in self.cards.items() if count}
        return {}

    def chance_seat(self) -> int | None:
        return len(self.tile) if self.due == "start" else None

    def chance(self, text: str) -> None:
        word, item = text.split(" ")
        if word == "task":
            self._begin_round(item)
        elif word == "start":
            self.starts.remove(item)
            self.tile[len(self.tile)] = item
            self.due = "" if len(self.tile) == self.players else "start"
        else:
            self.cards[item] -= 1
            self.tile = {k: item for k, ramp in enumerate(self.ramps) if ramp.landings()}
            self.due = ""

    def _begin_round(self, task: str) -> None:
        self.tasks.append(task)
        self.ramps = [Ramp() for _ in range(self.players)]
        self.starts = [tile for tile in TILES if tile[0] != tile[1]]
        self.cards = {tile: 2 if tile[0] == tile[1] else 1 for tile in TILES}
        self.due = "start"

    def scores(self) -> list[list[int]]:
        return self.points

    def cells(self) -> list[dict[str, str]]:
        return [
            {name_of(square): colour for square, colour in ramp.squares.items()}
            for ramp in self.ramps
        ]

    def result(self) -> tuple[tuple[int, ...], str] | None:
        if self.due != "over":
            return None
        return places_of([sum(points) for points in self.points]), "three rounds"


def begin(players: int, variant: str, options: Mapping[str, Any]) -> PlainBits:
    """Return the game at its start."""
    return PlainBits(players)
