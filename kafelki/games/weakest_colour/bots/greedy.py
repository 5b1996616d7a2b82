"""The greedy player: the move that is worth most one deep."""

from __future__ import annotations

from kafelki.bots.protocol import Judgement, Turn
from kafelki.games.weakest_colour.bots.reasons import judgements
from kafelki.games.weakest_colour.bots.workspace import LOOKED_AT, Workspaces
from kafelki.play.game import Move


class OneDeep:
    """The best move one deep: by a network that was trained by self-play, or by a glance."""

    def __init__(self, *, network: bool = True) -> None:
        self.network = network
        self._workspaces = Workspaces(network=network)

    def choose(self, turn: Turn) -> Move:
        """Return a move of the highest value, among equals any."""
        moves, values = self._workspaces.for_turn(turn).shortlist(turn.known, turn.seat)
        best = int((values == values[0]).sum())
        return Move(turn.header.game, int(moves[turn.random.randrange(best)]))

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return the moves of the highest values, best first."""
        work = self._workspaces.for_turn(turn)
        moves, values = work.shortlist(turn.known, turn.seat, max(top, LOOKED_AT))
        return judgements(turn, moves[:top], values[:top])
