"""What every plain game gives: all that a trace shows, and who may do what.

Plain games follow the written rules word by word, on dictionaries and lists, and share
no code with the program: where the two agree, they agree by the rules. They do not check
what they are given; a test plays in them what it found to be legal.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from typing import Any, TypeVar

_Game = TypeVar("_Game", bound="PlainGame")


class PlainGame(ABC):
    """A game in progress, by a plain reading of its rules."""

    players: int

    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """Return the seats that may move now."""

    @abstractmethod
    def legal(self, seat: int) -> set[str]:
        """Return the texts of the moves of a seat that is to act."""

    @abstractmethod
    def move(self, seat: int, text: str) -> None:
        """Play a seat's move."""

    @abstractmethod
    def scores(self) -> list[list[int]]:
        """Return each seat's scores."""

    @abstractmethod
    def cells(self) -> Any:
        """Return what lies where."""

    @abstractmethod
    def result(self) -> tuple[tuple[int, ...], str] | None:
        """Return the places and the reason once the game is over."""

    def hands(self) -> list[list[str]]:
        """Return what each seat holds."""
        return [[] for _ in range(self.players)]

    def beside_board(self) -> dict[str, list[str]]:
        """Return the tiles that lie open beside the board."""
        return {}

    def outcomes(self) -> dict[str, int]:
        """Return what chance may bring now, in list order, and how many tiles bring it."""
        return {}

    def chance_seat(self) -> int | None:
        """Return the seat that the chance event due concerns, if it concerns one."""
        return None

    def chance(self, text: str) -> None:
        """Play what chance brought."""
        raise AssertionError(f"there is no chance event {text!r} here")

    def copy(self: _Game) -> _Game:
        """Return an independent game in the same position."""
        return copy.deepcopy(self)


def dominoes(letters: str) -> list[str]:
    """Return all two-letter tiles in list order."""
    return [a + b for a in letters for b in letters if letters.index(a) <= letters.index(b)]


def places_of(results: list[Any]) -> tuple[int, ...]:
    """Return for each result 1 + how many of all results are better."""
    return tuple(1 + sum(other > mine for other in results) for mine in results)
