"""What positions of Bits are worth: the points that every ramp promises, and how sure they are."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np

from kafelki.bots.protocol import Turn
from kafelki.bots.valuing import Glance, Hunch, Valuer
from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots import reasons
from kafelki.games.bits.bots.areas import open_squares, task_of_round
from kafelki.games.bits.bots.network import UNIT, network_for, see_layers, see_network
from kafelki.games.bits.bots.search import best_placement, foresee_placement, over_next_card
from kafelki.games.bits.bots.workspace import Workspace
from kafelki.games.bits.kernels import CELLS, ROUNDS, STACKS, see
from kafelki.kernels.language import Position, kernel
from kafelki.play.game import Game, Move
from kafelki.play.header import Header
from kafelki.rules.engine import Numbers, load_compiled
from kafelki.rules.texts import Text, decimal

LATER = (0.0, 4.3, 4.3)
"""What the rounds after the one at hand bring on average: nothing is known of them yet."""
LEAST_SPREAD = 0.05
NO_CARD = 0
"""A glance plays on with no card."""
LAST_SQUARES = 8
"""With more squares open on a ramp, it is not asked whether the next tile is its last."""
ROUND = Text(
    "Round {}: {}, where good play from the first tile on brings about {}.",
    "Runda {}: {}; dobra gra od pierwszego kafelka daje około {}.",
)


@kernel
def promised(position: Position, seat: int, net: Position, layers: Position) -> int:
    """Return the points that a seat's ramp promises for the round, in units.

    A tile that is still to be placed is placed best; without one, the next card's is.
    """
    s = see(position)
    n, work = see_network(net), see_layers(layers)
    if not bits.has_room(s, seat):
        return bits.ramp_points(s, seat) * UNIT
    if (s.owing >> seat) & 1:
        best = best_placement(s, seat, s.tiles[seat] - 1, n, work)
        return foresee_placement(s, seat, best, n, work)
    return over_next_card(s, seat, n, work)


@cache
def compiled_promise() -> Any:
    """Return `promised` as machine code."""
    from kafelki.kernels import compiler

    position, integer = compiler.POSITION, compiler.INTEGER
    return compiler.compiled_for(promised, integer(position, integer, position, position))


class Bits(Valuer):
    """Values by the network that foresees what a ramp will score."""

    whole = 20.0

    def glance(self, header: Header) -> Glance:
        """Return what gives hunches: leads in expected points, beside what luck may still do."""
        load_compiled([header.game])
        promise, layers = compiled_promise(), see_layers.empty()

        def look(position: Position, seat: int) -> Hunch:
            s = see(position)
            tasks = (task_of_round(s, k, STACKS[k - 1]) for k in (2, 3))
            net = network_for(*tasks)
            players = range(s.players)
            totals = [
                sum(s.points[each, k] for k in range(s.round - 1))
                + promise(position, each, net, layers) / UNIT
                for each in players
            ]
            rest = _rest(s)
            stage = 1.0 - rest / ROUNDS
            own = totals.pop(seat)
            if not totals:
                return Hunch((own + sum(LATER[1 : 1 + ROUNDS - s.round])) / 20.0, stage)
            if s.round == ROUNDS and all(_is_last(s, each) for each in players):
                beaten = sum(1.0 if own > other else 0.5 * (own == other) for other in totals)
                return Hunch(0.0, stage, sure=beaten / len(totals))
            return Hunch(chance_to_lead(own, totals, math.sqrt(LEAST_SPREAD + rest)), stage)

        return look

    def promising(self, turn: Turn) -> Numbers:
        """Return all moves, those first after which the next card promises most."""
        moves = turn.moves.numbers
        order = np.argsort(-Workspace(turn, NO_CARD).promises(moves), kind="stable")
        return moves[order]

    def why(self, turn: Turn, move: Move) -> Text:
        """Return what a placement makes on the ramp."""
        return reasons.reasons(turn, move)

    def remarks(self, game: Game, seat: int) -> list[Text]:
        """Return what each round brought, beside what its first card promised."""
        found = []
        here = Game(game.header)
        look = {}
        for event in game.events:
            s = see(here._position)
            if not event.is_chance and event.seat == seat and s.round not in look:
                tasks = (task_of_round(s, k, STACKS[k - 1]) for k in (2, 3))
                units = compiled_promise()(
                    here._position, seat, network_for(*tasks), see_layers.empty()
                )
                look[s.round] = units / UNIT
            here._repeat(event)
        for number, points in enumerate(game.scores[seat], 1):
            expected = decimal(look[number])
            found.append(ROUND.filled(number, points, expected))
        return found


def _rest(s: Any) -> float:
    """Return how many rounds are still to come, with the part of this one that is left."""
    open_now = max(open_squares(s, each).bit_count() for each in range(s.players))
    left: float = ROUNDS - s.round + open_now / CELLS
    return left


def _is_last(s: Any, seat: int) -> bool:
    """Return whether no tile fits on a ramp after the one that is to be placed, if any is."""
    if not (s.owing >> seat) & 1:
        return not bits.has_room(s, seat)
    if open_squares(s, seat).bit_count() > LAST_SQUARES:
        return False
    tile = s.tiles[seat] - 1
    for lane in range(bits.LANE_COUNT):
        pair = bits.landing(s, seat, lane)
        if pair < 0:
            continue
        move = bits.placement(tile, 0, pair)
        heights = bits.heights_below(s, seat, move)
        bits.lay(s, seat, move)
        room = bits.has_room(s, seat)
        bits.take_back(s, seat, move, heights)
        if room:
            return False
    return True


def chance_to_lead(own: float, others: list[float], spread: float) -> float:
    """Return the log odds of being before another one, taken over all others.

    >>> chance_to_lead(3.0, [1.0], 2.0)
    1.0
    """
    if len(others) == 1:
        return (own - others[0]) / spread
    chances = 1.0 / (1.0 + np.exp((np.array(others) - own) / spread))
    mean = float(min(max(chances.mean(), 1e-9), 1.0 - 1e-9))
    return math.log(mean / (1.0 - mean))


VALUER = Bits()
