"""How somebody at a browser lays tiles, whatever drives the browser: by mouse, and by keys."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable
from typing import Any

from tests.games.examples import AT_ONCE

Json = dict[str, Any]
Point = tuple[float, float]

BUTTONS = {"swap": "Swap all tiles", "keep": "Keep my tiles", "pass": "No more extra tiles"}
"""What is written on the buttons of moves that place no tile."""
DIRECTIONS = 6
"""As many as a tile can be turned in, at most."""


class Laying(ABC):
    """Somebody who lays tiles; how a browser is asked and told is for others to say."""

    @property
    @abstractmethod
    def view(self) -> Json:
        """The game, as it was told last."""

    @abstractmethod
    def can_play(self) -> None:
        """Wait until keys are heard: the board is drawn, and the last move was answered."""

    @abstractmethod
    def told(self, doing: Callable[[], None]) -> None:
        """Do something, and wait until it is known to be played."""

    @abstractmethod
    def rack(self) -> list[str]:
        """Return the tiles in hand, in the order they are drawn in."""

    @abstractmethod
    def ghost(self) -> list[str]:
        """Return the halves of the tile on its way, with the cells they are over."""

    @abstractmethod
    def places(self) -> dict[str, Point]:
        """Return where each cell is on the board."""

    @abstractmethod
    def cell(self, name: str) -> Point:
        """Return where the middle of a cell is on the screen."""

    @abstractmethod
    def bring_into_sight(self, cell: str) -> None:
        """Show the whole of a board that has grown out of sight, and scroll to a cell."""

    @abstractmethod
    def is_chosen(self, tile: str) -> bool:
        """Whether a tile is the one in hand."""

    @abstractmethod
    def choose(self, tile: str) -> str:
        """Take a tile in hand; return it with its halves in the order of the rack."""

    @abstractmethod
    def press(self, key: str) -> None:
        """Press a key, by the name that it has in events."""

    @abstractmethod
    def point_at(self, place: Point) -> None:
        """Move the mouse to a place on the screen."""

    @abstractmethod
    def click_at(self, place: Point) -> None:
        """Click on a place on the screen."""

    def lay_by_mouse(self, move: str) -> None:
        """Lay a tile on its cells with the mouse, turned with the keys."""
        tile, *cells = move.split()
        self.choose(tile)
        self.bring_into_sight(cells[0])
        x, y = self.cell(cells[0])
        if len(cells) > 1:
            there = self.cell(cells[1])
            x, y = x + 0.3 * (there[0] - x), y + 0.3 * (there[1] - y)
        self.point_at((x, y))
        self.turn_until(lying(move))
        self.click_at((x, y))

    def turn_until(self, wanted: set[str]) -> None:
        """Turn and flip the tile until it lies as wanted."""
        for _ in range(2):
            for _ in range(DIRECTIONS):
                if set(self.ghost()) == wanted:
                    return
                self.press("r")
            self.press("f")
        raise AssertionError(f"{self.ghost()} can not be turned to {sorted(wanted)}")

    def place_by_keys(self, move: str) -> None:
        """Place a tile with the keyboard alone."""
        self.can_play()
        tile, *cells = move.split()
        rack = self.rack()
        slot = next(k for k, each in enumerate(rack) if each in (tile, tile[::-1]))
        if not self.is_chosen(tile):
            self.press(str(slot + 1))
        self._walk_to(cells[0], falls=self.view["game"] == AT_ONCE)
        self.turn_until(lying(move))
        self.told(lambda: self.press("Enter"))

    def _walk_to(self, cell: str, falls: bool) -> None:
        """Move the tile by arrow keys until its first half is over a cell, or in its column."""
        places = self.places()
        goal_x, goal_y = places[cell]
        for _ in range(80):
            ghost = self.ghost()
            if not ghost:
                self.press("ArrowDown")
                continue
            at = ghost[0].split()[1]
            if falls:  # only its column counts, and it may reach out of the ramp
                x, y = places[f"{at[0]}1"]
            else:
                x, y = places.get(at) or on_open_table(at)
            if at == cell or (falls and x == goal_x):
                return
            down, right = 0.0 if falls else goal_y - y, goal_x - x
            tries = ["ArrowDown" if down > 0 else "ArrowUp"] if abs(down) > 0.1 else []
            tries += ["ArrowRight" if right > 0 else "ArrowLeft"] if abs(right) > 0.1 else []
            for key in tries:
                self.press(key)
                if self.ghost()[0].split()[1] != at:
                    break
        raise AssertionError(f"the keys do not lead to {cell}")


def on_open_table(cell: str) -> Point:
    """Return where a square of an open table is, drawn or not."""
    x, y = map(int, cell.split(","))
    return x, -y


def lying(move: str) -> set[str]:
    """Return the halves that a move lays, each with its cell."""
    tile, *cells = move.split()
    faces: Iterable[str] = (tile,) if len(cells) == 1 else tile
    return {f"{face} {cell}" for face, cell in zip(faces, cells, strict=True)}


def placements(moves: Iterable[str]) -> list[str]:
    """Return those moves that lay a tile on cells."""
    return [move for move in moves if " " in move and not move.startswith("take")]
