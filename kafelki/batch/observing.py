"""One observation of a game in progress: what a batch shows of many, by the interpreter."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kafelki.bots.protocol import Turn
from kafelki.kernels.language import Position
from kafelki.play.game import Game, LegalMoves
from kafelki.play.header import Header
from kafelki.rules.observation import observation_of

Planes = npt.NDArray[np.int8]
Vector = npt.NDArray[np.int16]
Mask = npt.NDArray[np.bool_]


def observed(game: Game, seat: int) -> tuple[Planes, Vector]:
    """Return the planes and the vector that a seat is shown of a game."""
    known = game._position.copy()
    game._kernels.conceal(known, seat)
    return _written(game.header, known, seat)


def mask_of(game: Game, seat: int) -> Mask:
    """Return what a seat may play, a flag a move: nothing unless it is to act."""
    return _flags(game.header, game.legal_moves(seat))


def shown(turn: Turn) -> tuple[Planes, Vector, Mask]:
    """Return the planes, the vector and the mask of a turn, for a bot that learnt on batches."""
    return *_written(turn.header, turn.known, turn.seat), _flags(turn.header, turn.moves)


def _written(header: Header, known: Position, seat: int) -> tuple[Planes, Vector]:
    sight = observation_of(header.game)
    planes = np.zeros(sight.plane_shape, dtype=np.int8)
    vector = np.zeros(len(sight.vector), dtype=np.int16)
    sight.write(known, seat, planes.reshape(-1).data, vector.data)
    return planes, vector


def _flags(header: Header, moves: LegalMoves) -> Mask:
    mask = np.zeros(header.rules.move_count, dtype=np.bool_)
    mask[moves.numbers] = True
    return mask


def rewards_of(game: Game) -> list[float]:
    """Return what the end of a game brings each seat; nothing before it, or to one alone.

    It is the part of its rivals that a seat has beaten, less the part that has beaten it.
    """
    if game.result is None or game.header.players == 1:
        return [0.0] * game.header.players
    places = game.result.places
    rivals = len(places) // 2 if game.header.teams else len(places) - 1
    return [sum((other > place) - (other < place) for other in places) / rivals for place in places]
