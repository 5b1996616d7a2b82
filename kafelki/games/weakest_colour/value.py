"""What positions of AXIO and Geniusz are worth: the network one move deep, and by colour."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any

import numpy as np

from kafelki.bots.halving import Values
from kafelki.bots.protocol import Bot, Turn
from kafelki.bots.valuing import Calibrations, Ends, Glance, Hunch, Trials, Valuer
from kafelki.games.weakest_colour.bots.ends import ends_of
from kafelki.games.weakest_colour.bots.reasons import reason
from kafelki.games.weakest_colour.bots.workspace import (
    Workspace,
    Workspaces,
    network_for,
    parts_of,
)
from kafelki.games.weakest_colour.kernels import EXCHANGE, PLACE
from kafelki.games.weakest_colour.turning import turning_of
from kafelki.kernels.language import Position
from kafelki.play.game import Game, Move
from kafelki.play.header import Header
from kafelki.rules.engine import Numbers, engine_of, load_compiled
from kafelki.rules.lines import EMPTY
from kafelki.rules.texts import Text, joined

LOOKED_AT = 16
"""How many moves of those that promise most are tried for the worth of a position."""
COMPARED = 48
"""How many are compared with the one that was played."""
HORIZON, MORE_ALONE, WIDTH = 2, 2, 12
"""A trial goes on until the seat has had so many more turns, with so many moves looked at."""
CERTAIN = 1e-9

NEGLECTED = Text(
    "The weakest colour was {} with {}: {} of {} tiles brought it points.",
    "Najsłabszy kolor to {} z wynikiem {}: punkty dało mu {} z {} płytek.",
)
LEVEL = Text(
    "The weakest colours were {}, all with {}.", "Najsłabsze kolory to {}, wszystkie z wynikiem {}."
)


@cache
def compiled_value(game: str) -> Any:
    """Return `value_after` of a game as machine code."""
    from kafelki.kernels import compiler

    number = compiler.VALUES.dtype
    signature = number(compiler.POSITION, compiler.INTEGER, compiler.POSITION)
    return compiler.compiled_for(parts_of(game)[3].value_after, signature)


class WeakestColour(Valuer):
    """Values by the network that the bots play with, which sees all but other racks."""

    version = 3
    whole = 36.0

    def __init__(self) -> None:
        self._workspaces = Workspaces(compiled=True)

    def glance(self, header: Header) -> Glance:
        """Return what gives hunches: the best move's where the seat is to move."""
        load_compiled([header.game])
        engine = engine_of(header.game)
        room = _room(header)
        work, after = Workspace(engine, network_for(header)), compiled_value(header.game)
        fields = header.rules.layout.dtype
        alone = header.players == 1
        form_of = turning_of(header.game).form_of

        def look(position: Position, seat: int) -> Hunch:
            position = form_of(position)
            s = position.view(fields)[0]
            stage = 1.0 - int((s["cells"] == EMPTY).sum()) / room
            if s["turn"] == seat:
                kind, value = "own", best_move(position, seat)
            elif s["phase"] == EXCHANGE and (s["turn"] + 1) % header.players == seat:
                # The other one has only to choose tiles: the board is what one will move on.
                ahead = position.copy()
                t = ahead.view(fields)[0]
                t["turn"], t["phase"] = seat, PLACE
                kind, value = "next", best_move(ahead, seat)
            else:
                kind = "other" if s["phase"] == PLACE else "midst"
                value = float(after(position, seat, work.state))
            return Hunch(value if alone else log_odds(value), stage, kind)

        def best_move(position: Position, seat: int) -> float:
            return float(work.shortlist(position, seat, LOOKED_AT)[1][0])

        return look

    def promising(self, turn: Turn) -> Numbers:
        """Return the moves that promise most at a glance."""
        return self._workspaces.for_turn(turn).shortlist(turn.known, turn.seat, COMPARED)[0]

    def trials(self, turn: Turn, calibrations: Calibrations, horizon: int = HORIZON) -> Trials:
        """Return what plays moves on in worlds that the seat cannot tell from the real one.

        A trial goes on until the seat has had so many more turns (`horizon`), alone some more.
        """
        header = turn.header
        work = self._workspaces.for_turn(turn)
        alone = header.players == 1
        work.look_ahead(turn, horizon + MORE_ALONE * alone, WIDTH)
        room = (turn.known.view(header.rules.layout.dtype)[0]["cells"] == EMPTY).sum()
        stage = 1.0 - room / _room(header)
        calibration = calibrations.of(header, "own" if alone else "other")

        def worth(value: float) -> float:
            if alone:
                return value
            if value in (0.0, 0.5, 1.0):  # how the game ended
                return value
            return calibration.chance(Hunch(log_odds(value), stage))

        def try_out(moves: Numbers, worlds: int) -> Values:
            rows = work.try_out(moves, worlds)
            return np.array([[worth(value) for value in row] for row in rows.tolist()])

        return try_out

    def ends(self, header: Header, bots: Sequence[Bot]) -> Ends | None:
        """Return what plays games of bots that look one move deep, or at none."""
        return ends_of(header, bots)

    def why(self, turn: Turn, move: Move) -> Text:
        """Return the points by colour, weak colours helped, and what it takes from the rival."""
        return reason(turn, turn.known, move)

    def remarks(self, game: Game, seat: int) -> list[Text]:
        """Return which colour was neglected."""
        colours = game.rules.appearance.colours
        scores = dict(zip(colours, game.scores[seat], strict=True))
        lowest = min(scores.values())
        weakest = [letter for letter, score in scores.items() if score == lowest]
        names = joined(", ", [colours[letter].name for letter in weakest])
        if len(weakest) > 1:
            return [LEVEL.filled(names, lowest)]
        fed, moves = _times_fed(game, seat, weakest[0])
        return [NEGLECTED.filled(names, lowest, fed, moves)]


def _room(header: Header) -> int:
    """Return how many cells are empty at the start."""
    first = engine_of(header.game).first_position(*header.numbers)
    return int((first.view(header.rules.layout.dtype)[0]["cells"] == EMPTY).sum())


def _times_fed(game: Game, seat: int, letter: str) -> tuple[int, int]:
    """Return how often a seat's placements brought points in a colour, of how many."""
    here = Game(game.header)
    fed = moves = 0
    column = list(game.rules.appearance.colours).index(letter)
    for event in game.events:
        if not event.is_chance and event.seat == seat and len(event.text) > len("pass"):
            numbers = np.array([event.number], dtype=np.int32)
            row = here._engine.consequences(here._position, seat, numbers)[0]
            moves += 1
            fed += int(row[column] > 0)
        here._repeat(event)
    return fed, moves


def log_odds(chance: float) -> float:
    """Return the logarithm of the odds."""
    chance = min(max(chance, CERTAIN), 1.0 - CERTAIN)
    return math.log(chance / (1.0 - chance))


VALUER = WeakestColour()
