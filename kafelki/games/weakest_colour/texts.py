"""AXIO and Geniusz for people: texts of moves, what a trace shows, what a viewer may know."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

import numpy as np

from kafelki.games.weakest_colour import kernels as shared
from kafelki.games.weakest_colour.kernels import DEAL, DRAW, EXCHANGE, EXTRA, OVER, side_of
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, Position
from kafelki.rules.contract import REASONS, Explanation, Line, NotationError, Pyramid
from kafelki.rules.dominoes import Placements, domino_list
from kafelki.rules.geometry import Board
from kafelki.rules.lines import OUTSIDE, PYRAMID, line_length, put_colour
from kafelki.rules.texts import Text, polish_quoted

SPECIAL_MOVES = ("swap", "keep", "pass")
"""Moves that place nothing, numbered in this order after all placements."""

PHASES = ("draw", "place", "extra", "exchange", "draw", "over")
"""What a view calls each phase: who looks on need not tell the deal from a later draw."""


class Describer:
    """The plain-Python side of a game of the weakest colour."""

    def __init__(
        self, kernels: ModuleType, placements: Placements, printed: dict[str, str], specials: int
    ) -> None:
        self.kernels = kernels
        self.placements = placements
        self.board: Board = placements.board
        self.letters = placements.letters
        self.tiles = domino_list(self.letters)
        self.see = kernels.see
        self.printed = printed
        self.specials = SPECIAL_MOVES[:specials]
        self.unspoken = frozenset({self.move_number("keep")})
        """Who does not swap says nothing (AX-13, GE-12)."""
        self.lays_open = frozenset({self.move_number("swap")})

    # Notation

    def move_text(self, move: int) -> str:
        """Return a move as a record writes it."""
        if move >= self.placements.count:
            return self.specials[move - self.placements.count]
        return self.placements.text(move)

    def move_number(self, text: str) -> int:
        """Return the number of a written move; NotationError says what is wrong with it."""
        if text in self.specials:
            return self.placements.count + self.specials.index(text)
        return self.placements.number(text)

    def move_cells(self, move: int) -> tuple[str, ...]:
        """Return the two cells that a placement covers; none for another move."""
        return self.placements.cells(move) if move < self.placements.count else ()

    def outcome_text(self, tile: int) -> str:
        """Return the drawing of a tile as a record writes it."""
        return f"draw {self.tiles[tile]}"

    def outcome_number(self, text: str) -> int:
        """Return the number of the tile that is drawn."""
        word, _, tile = text.partition(" ")
        if word != "draw" or tile not in self.tiles:
            example = f"draw {self.tiles[1]}"
            raise NotationError(
                f"{text!r} is not a draw of a tile, such as {example!r}",
                polish=f"{polish_quoted(text)} to nie dobranie płytki, jak „{example}”",
            )
        return self.tiles.index(tile)

    # What a trace shows

    def scores(self, position: Position) -> list[list[int]]:
        """Return each seat's markers in the order of the colours; a pair's for both partners."""
        s = self.see(position)
        by_side = s.scores.tolist()
        return [list(by_side[side_of(s, seat)]) for seat in range(s.players)]

    def cells(self, position: Position) -> dict[str, str]:
        """Return the colour's letter, or ^ for a pyramid, of every cell that is not empty."""
        return {
            name: "^" if there == PYRAMID else self.letters[there - 1]
            for name, there in self._board(position)
            if there > 0
        }

    def _board(self, position: Position) -> Iterable[tuple[str, int]]:
        on_board = self.see(position).cells.tolist()
        return zip(self.board.names, on_board, strict=False)  # the last is no cell

    def hands(self, position: Position) -> list[list[str]]:
        """Return the tiles on each rack, in list order."""
        s = self.see(position)
        racks, sizes = s.racks.tolist(), s.rack_sizes.tolist()
        return [
            [self.tiles[number - 1] for number in racks[seat][: sizes[seat]]]
            for seat in range(s.players)
        ]

    # What a viewer may know

    def common(self, position: Position) -> dict[str, Any]:
        """Return all but the racks and the bag's tiles (AX-5, GE-6; swaps: AX-13, GE-12)."""
        s = self.see(position)
        scores = self.scores(position)
        return {
            "scores": scores,
            "cells": self.cells(position),
            "area": [name for name, there in self._board(position) if there != OUTSIDE],
            "printed": dict(self.printed),
            "bag": s.bag_size,
            "shown": [self.tiles[s.shown[k] - 1] for k in range(s.shown_size)],
            "phase": PHASES[s.phase],
            "owed": s.owed,
            "extra": self._extra(s),
            "lowest": [self._lowest(row) for row in scores],
        }

    def _extra(self, s: Fields) -> list[int] | None:
        """Return which of the extra tiles earned in this turn is due, and how many those are.

        (AX-11, GE-11) A rack is full when a turn begins and is not refilled before it ends; once
        the bag is empty it may not have been full, and nothing is said.
        """
        if s.phase != EXTRA or s.bag_size == 0:
            return None
        number = int(s.rack_limit - s.rack_sizes[s.turn])
        return [number, number + int(s.owed) - 1]

    def own(self, position: Position, viewer: int) -> dict[str, Any]:
        """Return the viewer's own rack, and the tiles that may be in the bag or on others'.

        Partners' racks are hidden too (GE-16). Whether somebody may swap follows from a rack:
        others only see that the tiles are not drawn yet (AX-13, GE-12).
        """
        s = self.see(position)
        hands = []
        unseen = Counter(dict(zip(self.tiles, s.bag.tolist(), strict=True)))
        for seat, hand in enumerate(self.hands(position)):
            own = seat == viewer
            hands.append({"tiles": hand if own else [], "hidden": 0 if own else len(hand)})
            unseen.update([] if own else hand)
        return {
            "phase": PHASES[DRAW if s.phase == EXCHANGE and s.turn != viewer else s.phase],
            "hands": hands,
            "unseen": {tile: count for tile, count in unseen.items() if count},
        }

    def restore(self, position: Position, view: Mapping[str, Any]) -> None:
        """Write what a view shows; the tiles that it hides are all in the bag."""
        s = self.see(position)
        self._restore_board(s, view)
        for side in range(s.sides):
            for colour, points in enumerate(view["scores"][side]):
                s.scores[side, colour] = points
        self._restore_tiles(s, view)
        s.owed = view["owed"]
        self._restore_phase(s, view)

    def _restore_board(self, s: Fields, view: Mapping[str, Any]) -> None:
        """Cover the cells, and find out who has begun where.

        Until everybody has begun, all tiles on the board are first ones (AX-7, GE-8).
        """
        tables = self.board.tables
        covered = {self.board.numbers[n]: v for n, v in view["cells"].items()}
        first = [self.board.numbers[name] for name in self.printed]
        laid = [cell for cell, there in covered.items() if there != "^" and cell not in first]
        for cell in laid:
            put_colour(s.cells, s.gains, tables, cell, self.letters.index(covered[cell]))
            bitset.subtract(s.free, tables.pair_masks, cell)
            around = tables.neighbours.tolist()[cell]
            s.claimed |= sum(1 << k for k, printed in enumerate(first) if printed in around)
        for cell in [cell for cell, there in covered.items() if there == "^"]:
            s.cells[cell] = PYRAMID
            for colour in range(len(self.letters)):
                s.gains[cell, colour] = 0
        s.opened = (1 << min(len(laid) // 2, s.players)) - 1

    def _restore_tiles(self, s: Fields, view: Mapping[str, Any]) -> None:
        """Fill the racks that are seen, and leave all other tiles in the bag."""
        unseen = [view["unseen"].get(tile, 0) for tile in self.tiles]
        own = None if view["over"] else view["viewer"]
        for seat, hand in enumerate(view["hands"]):
            numbers = sorted(self.tiles.index(tile) for tile in hand["tiles"])
            for k, number in enumerate(numbers):
                s.racks[seat, k] = number + 1
                unseen[number] -= seat != own
            s.rack_sizes[seat] = len(numbers) + hand["hidden"]
        for k, tile in enumerate(view["shown"]):
            s.shown[k] = self.tiles.index(tile) + 1
        s.shown_size = len(view["shown"])
        for number, count in enumerate(unseen):
            s.bag[number] = count
        s.bag_size = sum(unseen)

    def _restore_phase(self, s: Fields, view: Mapping[str, Any]) -> None:
        """Find out what is due; that somebody thinks about a swap is not said (AX-13, GE-12)."""
        s.phase = PHASES.index(view["phase"])
        s.due = 0
        if s.phase == OVER:
            s.reason = REASONS.index(view["result"]["reason"])
        elif view["to_act"]:
            s.turn = view["to_act"][0]
            s.phase = EXCHANGE if s.phase == DEAL else s.phase
        else:
            last = view["last"]
            full = [size >= s.rack_limit for size in s.rack_sizes.tolist()]
            s.phase, s.turn = (DEAL, full.index(False)) if last is None else (DRAW, last["seat"])
            s.due = min(s.rack_limit - s.rack_sizes[s.turn], view["bag"])

    def _lowest(self, row: list[int]) -> str:
        """Return the letters of the colours that are tied for lowest (AX-13, GE-12)."""
        least = min(row)
        return "".join(self.letters[c] for c, value in enumerate(row) if value == least)

    # Why a move scores

    def explain(self, position: Position, seat: int, move: int) -> Explanation:
        """Return a placement's lines, pyramids and steps of markers (AX-8, AX-9, GE-9, GE-17)."""
        after = position.copy()
        self.kernels.play(after, seat, move)
        ends = REASONS[self.see(after).reason]
        if move >= self.placements.count:
            return Explanation(ends=ends)
        row = np.zeros((1, len(self.letters) + 3), dtype=np.int16)
        numbers = np.array([move], dtype=np.int32)
        self.kernels.consequences(position, seat, numbers.data, 1, row.data)
        *steps, _, extra, wins = row[0].tolist()
        return Explanation(
            points={letter: step for letter, step in zip(self.letters, steps, strict=True) if step},
            lines=self._lines(after, move),
            pyramids=self._pyramids(position, after),
            extra_turns=extra,
            ends=ends,
            winner=seat if wins else None,
        )

    def _lines(self, after: Position, move: int) -> tuple[Line, ...]:
        """Return the lines from both halves, in all directions but the one between them."""
        s = self.see(after)
        tables = self.board.tables
        pair = move % self.placements.pairs
        ends = tables.pairs[pair, 0], tables.pairs[pair, 1]
        found = []
        for half, other in (ends, ends[::-1]):
            for d in range(tables.neighbours.shape[1]):
                length = line_length(s.cells, tables, half, d, s.cells[half])
                if tables.neighbours[half, d] != other and length:
                    cells = []
                    cell = half
                    for _ in range(length):
                        cell = tables.neighbours[cell, d]
                        cells.append(self.board.names[cell])
                    found.append(Line(self.letters[s.cells[half] - 1], tuple(cells), length))
        return tuple(found)

    def _pyramids(self, before: Position, after: Position) -> tuple[Pyramid, ...]:
        """Return the pyramids that stand after the move and did not before (AX-9)."""
        old, s = self.see(before), self.see(after)
        found = []
        for cell, name in enumerate(self.board.names):
            if s.cells[cell] == PYRAMID != old.cells[cell]:
                points = {
                    letter: self.kernels.pyramid_points(s, cell, colour)
                    for colour, letter in enumerate(self.letters)
                }
                found.append(Pyramid(name, {k: v for k, v in points.items() if v}))
        return tuple(found)


OBJECTIONS = {
    shared.NO_SUCH_TILE: Text("that tile is not on your rack", "nie masz tej płytki na stojaku"),
    shared.NOT_IN_AREA: Text(
        "part of the board is not in use with this many players",
        "ta część planszy nie jest używana przy tylu graczach",
    ),
    shared.NOT_EMPTY: Text("both cells must be empty", "oba pola muszą być puste"),
    shared.NOT_AT_PRINTED: Text(
        "your first tile must touch a printed cell where no other player began",
        "pierwsza płytka musi dotykać nadrukowanego pola, przy którym nikt inny nie zaczął",
    ),
    shared.NO_SWAP: Text("no swap is offered now", "teraz nie ma możliwości wymiany"),
    shared.SWAP_FIRST: Text(
        "first decide whether to swap your tiles or keep them",
        "najpierw zdecyduj, czy wymieniasz płytki, czy je zostawiasz",
    ),
    shared.NO_PASS: Text(
        "only an extra tile can be passed up", "zrezygnować można tylko z dodatkowego ruchu"
    ),
}
