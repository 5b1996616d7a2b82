"""AXIO and Geniusz by a plain reading of their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from tests.reference.plain_game import PlainGame, dominoes, places_of

Cell = tuple[int, int]
"""The row, then the column (AXIO) or the number (Geniusz)."""


@dataclass(frozen=True)
class Box:
    """What lies in the box of one of the two games, and in which rules they differ."""

    letters: str
    steps: tuple[Cell, ...]
    printed: Mapping[str, str]
    rack: int
    two_colours: int
    doubles: int
    cell: Callable[[str], Cell]
    name: Callable[[Cell], str]
    area: Callable[[int], set[Cell]]
    has_pyramids: bool
    may_pass: bool
    bag_for_swap: int


def _grown(start: Cell, steps: tuple[Cell, ...], times: int) -> set[Cell]:
    cells = {start}
    for _ in range(times):
        cells |= {(r + dr, c + dc) for r, c in cells for dr, dc in steps}
    return cells


SQUARE_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
HEXAGON_STEPS = ((0, 1), (0, -1), (1, 0), (1, 1), (-1, 0), (-1, -1))


def _axio_area(players: int) -> set[Cell]:
    first, last = {1: (3, 11), 2: (3, 11), 3: (2, 12), 4: (1, 13)}[players]
    return {(r, c) for r in range(first, last + 1) for c in range(first, last + 1)}


AXIO = Box(
    letters="GORVB",
    steps=SQUARE_STEPS,
    printed={"g11": "R", "k7": "B", "g3": "O", "c7": "V", "g7": "G"},
    rack=5,
    two_colours=7,
    doubles=6,
    cell=lambda name: (int(name[1:]), "abcdefghijklm".index(name[0]) + 1),
    name=lambda cell: f"{'abcdefghijklm'[cell[1] - 1]}{cell[0]}",
    area=_axio_area,
    has_pyramids=True,
    may_pass=False,
    bag_for_swap=5,
)

GENIUSZ = Box(
    letters="RGBOYV",
    steps=HEXAGON_STEPS,
    printed={"m8": "R", "m13": "G", "h13": "B", "c8": "O", "c3": "Y", "h3": "V"},
    rack=6,
    two_colours=6,
    doubles=5,
    cell=lambda name: ("abcdefghijklmno".index(name[0]) + 1, int(name[1:])),
    name=lambda cell: f"{'abcdefghijklmno'[cell[0] - 1]}{cell[1]}",
    area=lambda players: _grown((8, 8), HEXAGON_STEPS, {1: 5, 2: 5, 3: 6, 4: 7}[players]),
    has_pyramids=False,
    may_pass=True,
    bag_for_swap=0,
)


class PlainLines(PlainGame):
    """One of the two games, with its board as a dictionary from cells to letters."""

    def __init__(self, box: Box, players: int, pairs: bool = False, pyramid: str = "square"):
        self.box = box
        self.players = players
        self.sides = 2 if pairs else players
        self.limit = 36 if pairs or players == 1 else 18
        self.rack = 1 if players == 1 else box.rack
        self.pyramid = pyramid
        self.board = dict.fromkeys(sorted(box.area(players)), "")
        for name, letter in box.printed.items():
            self.board[box.cell(name)] = letter
        self.bag = Counter(
            {t: box.doubles if t[0] == t[1] else box.two_colours for t in dominoes(box.letters)}
        )
        self.racks: list[list[str]] = [[] for _ in range(players)]
        self.shown: list[str] = []
        self.cards = [dict.fromkeys(box.letters, 0) for _ in range(self.sides)]
        self.first_touch: dict[int, set[Cell]] = {}
        self.turn = 0
        self.stage = "place"
        self.owed = 0
        self.draws = [seat for seat in range(players) for _ in range(self.rack)]
        self.reason = ""

    # What a trace shows

    def to_act(self) -> tuple[int, ...]:
        return () if self.draws or self.reason else (self.turn,)

    def scores(self) -> list[list[int]]:
        return [list(self.cards[seat % self.sides].values()) for seat in range(self.players)]

    def cells(self) -> dict[str, str]:
        return {self.box.name(cell): letter for cell, letter in self.board.items() if letter}

    def hands(self) -> list[list[str]]:
        return [sorted(rack, key=dominoes(self.box.letters).index) for rack in self.racks]

    def result(self) -> tuple[tuple[int, ...], str] | None:
        """The lowest colour counts, then the next lowest, and so on."""
        if not self.reason:
            return None
        places = places_of([sorted(card.values()) for card in self.cards])
        return tuple(places[seat % self.sides] for seat in range(self.players)), self.reason

    def outcomes(self) -> dict[str, int]:
        if not self.draws:
            return {}
        return {f"draw {tile}": count for tile, count in self.bag.items() if count}

    def chance_seat(self) -> int | None:
        return self.draws[0] if self.draws else None

    # Legal moves

    def legal(self, seat: int) -> set[str]:
        if self.stage == "exchange":
            return {"swap", "keep"}
        texts = {"pass"} if self.stage == "extra" and self.box.may_pass else set()
        for first, second in self.free_pairs():
            if seat in self.first_touch or self._opens(first, second):
                cells = f"{self.box.name(first)} {self.box.name(second)}"
                for tile in set(self.racks[seat]):
                    texts |= {f"{tile} {cells}", f"{tile[::-1]} {cells}"}
        return texts

    def free_pairs(self) -> list[tuple[Cell, Cell]]:
        """Return the pairs of neighbouring empty cells, the lower row or the left one first."""
        return [
            (cell, neighbour)
            for cell, letter in self.board.items()
            for neighbour in self._around(cell)
            if cell < neighbour and letter == self.board[neighbour] == ""
        ]

    def _around(self, cell: Cell) -> Iterator[Cell]:
        for dr, dc in self.box.steps:
            if (neighbour := (cell[0] + dr, cell[1] + dc)) in self.board:
                yield neighbour

    def _touched(self, first: Cell, second: Cell) -> set[Cell]:
        printed = {self.box.cell(name) for name in self.box.printed}
        return printed & {*self._around(first), *self._around(second)}

    def _opens(self, first: Cell, second: Cell) -> bool:
        return bool(self._touched(first, second).difference(*self.first_touch.values()))

    # Playing

    def chance(self, text: str) -> None:
        seat, tile = self.draws.pop(0), text.split(" ")[1]
        self.bag[tile] -= 1
        self.racks[seat].append(tile)
        if self.stage == "refill" and not self.draws:
            self.bag.update(self.shown)
            self.shown = []
            self._next_turn()

    def move(self, seat: int, text: str) -> None:
        if text == "swap":
            self.shown, self.racks[seat] = self.racks[seat], []
            self._refill()
        elif text == "keep":
            self._refill()
        elif text == "pass":
            self._end_of_placing()
        else:
            tile, first, second = text.split(" ")
            self._place(seat, {self.box.cell(first): tile[0], self.box.cell(second): tile[1]})

    def _place(self, seat: int, halves: dict[Cell, str]) -> None:
        first, second = halves
        tile = halves[first] + halves[second]
        self.racks[seat].remove(tile if tile in self.racks[seat] else tile[::-1])
        self.first_touch.setdefault(seat, self._touched(first, second))
        if self.stage == "extra":
            self.owed -= 1
        self.board.update(halves)
        points = [(halves[first], self.line_points(first, halves[first], second))]
        points.append((halves[second], self.line_points(second, halves[second], first)))
        for hole in self.closed_holes():
            self.board[hole] = "^"
            points += self.pyramid_points(hole).items()
        self._score(self.cards[seat % self.sides], points)
        self._after_placing(seat)

    def line_points(self, cell: Cell, colour: str, other: Cell | None = None) -> int:
        """Return the points of a colour on a cell, in all directions but that to the other half."""
        points = 0
        for dr, dc in self.box.steps:
            r, c = cell[0] + dr, cell[1] + dc
            if (r, c) != other:
                while self.board.get((r, c)) == colour:
                    points += 1
                    r, c = r + dr, c + dc
        return points

    def closed_holes(self) -> list[Cell]:
        """Return the empty squares that have no empty neighbour."""
        if not self.box.has_pyramids:
            return []
        return [
            cell
            for cell, letter in self.board.items()
            if not letter and all(self.board[near] for near in self._around(cell))
        ]

    def pyramid_points(self, hole: Cell) -> dict[str, int]:
        """Return a point for each neighbour in its colour, by option for each colour once."""
        letters = [self.board[near] for near in self._around(hole) if self.board[near] != "^"]
        return dict.fromkeys(letters, 1) if self.pyramid == "colour" else dict(Counter(letters))

    def _score(self, card: dict[str, int], points: list[tuple[str, int]]) -> None:
        """Move the markers, each to the end of the card it stood on before the tile."""
        ends = {colour: 18 if step < 18 else self.limit for colour, step in card.items()}
        for colour, more in points:
            before = card[colour]
            card[colour] = min(before + more, ends[colour])
            if before < ends[colour] == card[colour] and self.players > 1:
                self.owed += 1

    def _after_placing(self, seat: int) -> None:
        if all(step == self.limit for step in self.cards[seat % self.sides].values()):
            self.reason = "all colours"
        elif not self.free_pairs():
            self.reason = "board full"
        elif self.owed and self.racks[seat]:
            self.stage = "extra"
        else:
            self._end_of_placing()

    def _end_of_placing(self) -> None:
        self.owed = 0
        if self._swap_is_offered():
            self.stage = "exchange"
        else:
            self._refill()

    def _swap_is_offered(self) -> bool:
        rack = self.racks[self.turn]
        if self.players == 1 or not rack or self.bag.total() < self.box.bag_for_swap:
            return False
        card = self.cards[self.turn % self.sides]
        lowest = {colour for colour, step in card.items() if step == min(card.values())}
        return not lowest & set("".join(rack))

    def _refill(self) -> None:
        missing = min(self.rack - len(self.racks[self.turn]), self.bag.total())
        self.stage = "refill"
        self.draws = [self.turn] * missing
        if not missing:
            self._next_turn()

    def _next_turn(self) -> None:
        self.turn = (self.turn + 1) % self.players
        self.stage = "place"
        if not self.racks[self.turn]:
            self.reason = "no tile"
