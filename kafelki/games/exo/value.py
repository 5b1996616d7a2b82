"""What positions of EXO are worth: a small search of each, and wins by force that it proves."""

from __future__ import annotations

import math
from functools import cache, cached_property
from random import Random

import numpy as np

from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.valuing import Glance, Hunch, Valuer
from kafelki.games.exo.bots import search
from kafelki.games.exo.bots.expert import WIDTH, Expert
from kafelki.games.exo.bots.reasons import explain
from kafelki.games.exo.bots.search import ENDLESS, FREE, SURE, WON
from kafelki.games.exo.bots.weights import LOGIT
from kafelki.games.exo.bots.workspace import Workspace
from kafelki.games.exo.kernels import TILES, see
from kafelki.games.exo.turning import form_of
from kafelki.kernels.language import Position
from kafelki.play.game import Game, Move
from kafelki.play.header import Header
from kafelki.rules.engine import Numbers, load_compiled
from kafelki.rules.texts import Text, counted, joined

NODES = 1500
"""How many positions the search for one value looks at."""
CERTAIN = 2
"""A win by force that needs no more tiles than this nobody misses; longer ones people do miss."""
COMPARED = 16
"""How many moves are compared with the one that was played."""
PROOF = Budget(seconds=None, nodes=8000)
"""What is spent to find a win by force in a position of the game."""

MISSED = Text("Wins by force that were missed: {}.", "Przegapione wymuszone wygrane: {}.")
NONE_MISSED = Text(
    "No win by force was missed.", "Żadna wymuszona wygrana nie została przegapiona."
)
ONE_MISSED = Text("before tile {} there was {}, {}", "przed płytką {} było {}, {}")
FIVE_IN = (
    Text("move to five", "ruch do piątki"),
    Text("moves to five", "ruchy do piątki"),
    Text("moves to five", "ruchów do piątki"),
)


class Depth(Workspace):
    """A search of positions, each by itself: the same position always gets the same value."""

    def value(self, position: Position, nodes: int) -> int:
        """Return what a position is worth to whoever is to move, after so many positions."""
        self.forget(WIDTH, fours=True)
        found, depth, left = 0, 0, int(see(position).left)
        while depth < left and abs(found) < SURE:
            result = self._at_depth(position, FREE * depth, nodes)
            if result is None:
                break
            found, depth = result, depth + 1
        return found

    def _at_depth(self, position: Position, depth: int, nodes: int) -> int | None:
        """Return the value at one depth, or None where the nodes are not enough for it."""
        bottom, c = self.bottom, self.control
        self.positions[0][: len(position)] = position
        self.run.read_lines(self.positions[0], self.records[0])
        bottom.stage, bottom.depth, bottom.key = search.ENTER, depth, 0
        bottom.alpha, bottom.beta = -ENDLESS, ENDLESS
        c.ply, c.first = 0, see(position).turn
        # The first look is always finished: there is no value without it.
        most = nodes - c.nodes if depth else 1 << 40
        if most <= 0 or not self.run.think(*self.stack, self.keys, self.rows, most):
            return None
        return int(c.value)


@cache
def workspace() -> Depth:
    """Return the search, compiled."""
    return Depth()


class Exo(Valuer):
    """Values by a small search; a win at once, or one that nothing stops, is certain."""

    version = 2

    @cached_property
    def _prover(self) -> Expert:
        return Expert()

    def glance(self, header: Header) -> Glance:
        """Return what gives hunches: of the one to move, and the other one's is the opposite."""
        load_compiled([header.game])
        work = workspace()

        def look(position: Position, seat: int) -> Hunch:
            s = see(position)
            value = work.value(form_of(position), NODES)
            mine = value if s.turn == seat else -value
            stage = 1.0 - s.left / TILES
            kind = "own" if s.turn == seat else "other"
            if abs(value) < SURE:
                return Hunch(mine / LOGIT, stage, kind)
            tiles = WON - abs(value)
            if tiles <= CERTAIN:
                return Hunch(0.0, stage, kind, sure=float(mine > 0))
            return Hunch(math.copysign(1.0 + 6.0 / tiles, mine), stage, "forced")

        return look

    def promising(self, turn: Turn) -> Numbers:
        """Return the best moves by what the expert finds with a small budget."""
        budget = Budget(seconds=None, nodes=NODES)
        asked = _with(turn, budget)
        ranked = self._prover.rank(asked, COMPARED)
        return np.array([each.move.number for each in ranked], dtype=np.int32)

    def why(self, turn: Turn, move: Move) -> Text:
        """Return the fives, threats and lines that a move makes or stops."""
        return explain(turn, move)

    def remarks(self, game: Game, seat: int) -> list[Text]:
        """Return the wins by force that a seat missed, as the search proves them."""
        missed = self.missed_wins(game, seat)
        if not missed:
            return [NONE_MISSED]
        listed = [
            ONE_MISSED.filled(tile, move, counted(moves, FIVE_IN)) for tile, move, moves in missed
        ]
        return [MISSED.filled(joined("; ", listed))]

    def missed_wins(self, game: Game, seat: int) -> list[tuple[int, str, int]]:
        """Return (number of the tile, winning move, moves to five) where a seat let a win go."""
        missed = []
        here = Game(game.header)
        for number, event in enumerate(game.events):
            if event.seat == seat:
                turn = Turn(here, seat, Random(0), PROOF)
                best = self._prover._deepen(turn, 1)[0]
                if best[1] > SURE and not _still_wins(here, event.number):
                    plies = WON - best[1]
                    found = str(Move(game.header.game, best[0]))
                    missed.append((number + 1, found, (plies + 1) // 2))
            here._repeat(event)
        return missed


def _still_wins(game: Game, move: int) -> bool:
    """Return whether a move keeps a win by force, as far as the search can see."""
    after = game._position.copy()
    seat = see(after).turn
    game._kernels.play(after, seat, move)
    s = see(after)
    if s.reason:
        return bool(s.winner == seat + 1)
    return workspace().value(after, PROOF.nodes or 0) < -SURE


def _with(turn: Turn, budget: Budget) -> Turn:
    """Return the same turn with another budget."""
    return Turn(turn._game, turn.seat, Random(0), budget)


VALUER = Exo()
