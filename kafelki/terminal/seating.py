"""Who sits where in a typed game: the one who starts, by lot or by choice, has seat 0."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from kafelki.play.chance import drawn_to_start
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import LOT
from kafelki.play.refusal import Refusal


def seated_game(
    header: Header, seats: Sequence[Mapping[str, Any]], seed: bytes, first: int | None = None
) -> tuple[Game, int]:
    """Return a game that deals by itself, and the seat of the first of those who are seated.

    `first` says which of them starts; by default it is drawn by lot, which the record then says.
    """
    if first is not None and first >= header.players:
        raise Refusal(f"there is nobody of number {first} to start: 0 to {header.players - 1}")
    by_lot = first is None and header.has_a_first
    if first is None:
        first = drawn_to_start(seed, b"", header.players) if by_lot else 0
    order = [*seats[first:], *seats[:first]]
    game = Game(header, seats=order, seed=seed, deals=True)
    if by_lot:
        game.extra[LOT] = first
    return game, -first % header.players
