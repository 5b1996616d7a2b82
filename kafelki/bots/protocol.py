"""What a bot is: something that is given what its seat may know, and picks a move.

A bot sees a view and the legal moves. A bot that searches may also ask for `imagined`
positions: ones that the seat cannot tell from the real one, with whatever is hidden
dealt at random. They are made from what the seat knows alone, so a bot cannot cheat.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, NamedTuple, Protocol, runtime_checkable

from kafelki.kernels.language import Position
from kafelki.play.game import Game, LegalMoves, Move
from kafelki.play.header import Header
from kafelki.play.view import view
from kafelki.rules.engine import Engine
from kafelki.rules.texts import Text

NO_REASON = Text("", "")


@dataclass(frozen=True)
class Budget:
    """How long a bot may think: so many seconds, and so many nodes where it counts them.

    With nodes alone, and a given random stream, a bot always decides the same.
    """

    seconds: float | None = 1.0
    nodes: int | None = None


class Turn:
    """A decision for a bot: all that its seat may know, and a random stream of its own."""

    def __init__(self, game: Game, seat: int, random: Random, budget: Budget | None = None) -> None:
        self.header: Header = game.header
        self.seat = seat
        self.moves: LegalMoves = game.legal_moves(seat)
        self.random = random
        self.budget = budget or Budget()
        self.engine: Engine = game._engine
        self._game = game

    @property
    def view(self) -> dict[str, Any]:
        """What the seat may know of the game, as JSON would have it."""
        return view(self._game, self.seat)

    @property
    def event(self) -> int:
        """The number that the move will have among the events of the game's record."""
        return len(self._game._events)

    @property
    def known(self) -> Position:
        """The position as far as the seat knows it: the same for all that it cannot tell apart."""
        position = self._game._position.copy()
        self.engine.kernels.conceal(position, self.seat)
        return position


class Judgement(NamedTuple):
    """A bot's opinion of a move: the higher the value, the better for its seat."""

    move: Move
    value: float
    why: Text = NO_REASON


class Bot(Protocol):
    """Anything that can choose a move."""

    def choose(self, turn: Turn) -> Move:
        """Return one of `turn.moves`."""


Makers = dict[str, Callable[[], Bot]]
"""What makes new bots, by their names."""


def close(bot: Bot) -> None:
    """Let a bot end what it has started, where there may be something."""
    getattr(bot, "close", lambda: None)()


class Judge(Bot, Protocol):
    """A bot that can also say how good the moves are."""

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the best moves, best first, at most `top` of them."""


@runtime_checkable
class Searcher(Judge, Protocol):
    """A judge that thinks for as long as its budget lets it, and counts what it looks at.

    A node is one simulation of its own kind: a position looked at, or a move tried in
    one possible world. Bots that keep to a small budget of their own are no searchers.
    """

    nodes: int
    """How many nodes the last decision, by `choose` or by `rank`, took."""
