"""Puzzles of EXO: the only move that wins by force, or that does not lose; both are proven."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np

from kafelki.bots.protocol import Turn
from kafelki.bots.puzzling import Line, Puzzling, Step, Theme
from kafelki.bots.valuing import calibrations_of
from kafelki.games.exo.bots.proofs import LONGEST, QUICK, Prover, passed, prover
from kafelki.games.exo.kernels import see
from kafelki.games.exo.turning import form_of
from kafelki.games.exo.value import VALUER
from kafelki.kernels.language import Position
from kafelki.play.game import Game
from kafelki.rules.texts import Text

CLOSE = 0.9
"""Where another move is worth so much, it may well win by force, too, only later: no puzzle."""
HOPELESS = 0.2
"""Where the only defence is worth less, the game is as good as lost."""

STOPPER, OPEN, FOURS, QUIET, DEFENCE = "stop and win", "open four", "fours", "quiet", "defence"

THEMES = {
    OPEN: Theme(
        Text("Unstoppable four", "Czwórka nie do zatrzymania"),
        Text(
            "One move threatens a five that no tile can stop.",
            "Jeden ruch grozi piątką, której żadna płytka nie powstrzyma.",
        ),
    ),
    FOURS: Theme(
        Text("Four after four", "Czwórka za czwórką"),
        Text(
            "A four has to be answered, and the answer does not help for long.",
            "Na czwórkę trzeba odpowiedzieć, ale odpowiedź pomaga tylko na chwilę.",
        ),
    ),
    QUIET: Theme(
        Text("Quiet move", "Cichy ruch"),
        Text(
            "A move that does not threaten five yet, and still wins by force.",
            "Ruch, który jeszcze nie grozi piątką, a jednak wymusza wygraną.",
        ),
    ),
    STOPPER: Theme(
        Text("Stop and win", "Obrona, która wygrywa"),
        Text(
            "The opponent threatens five: one move stops it and wins by force.",
            "Przeciwnik grozi piątką: jeden ruch ją powstrzymuje i wymusza wygraną.",
        ),
    ),
    DEFENCE: Theme(
        Text("The only defence", "Jedyna obrona"),
        Text(
            "All moves but one lose by force.",
            "Wszystkie ruchy oprócz jednego przegrywają przez wymuszoną piątkę.",
        ),
    ),
}


class ExoPuzzling(Puzzling):
    """Puzzles are what `kafelki.games.exo.bots.proofs` proves."""

    themes = THEMES
    proves = True

    def line(self, game: Game, seat: int) -> Line | None:
        """Return what is proven of a position with one right move; None for any other."""
        position = game._position
        if game.over or see(position).turn != seat or prover().fives(position):
            return None
        quick = prover(whole=False)
        wins = quick.winning(position, QUICK)
        if not wins and _is_in_danger(position, quick):
            return _defence(game, seat)
        if not wins:
            wins = quick.winning(position, LONGEST)
        if len(wins) != 1 or _is_obvious(position, wins[0]):
            return None
        return _winning_line(game, seat)

    def form(self, position: Position, seat: int) -> bytes:
        """Return the same for all positions that are alike on a turned or mirrored board."""
        return form_of(position).tobytes()


def _is_obvious(position: Position, move: int) -> bool:
    """Return whether a move is as good as any to who looks one tile ahead, as `greedy` does."""
    moves = np.array(prover().moves(position), dtype=np.int32)
    values = np.zeros(len(moves))
    prover().run.evaluate(position, see(position).turn, moves, len(moves), values)
    return bool(values[moves == move] == values.max())


def _is_in_danger(position: Position, quick: Prover) -> bool:
    """Return whether the opponent would win by force, if the player passed."""
    return quick.length(passed(position), QUICK) > 0


def _winning_line(game: Game, seat: int) -> Line | None:
    position, proof = game._position, prover()
    length = proof.length(position, QUICK) or LONGEST
    steps = tuple(_steps(position, length))
    if not steps:
        return None
    (right,) = steps[0].right
    other = max(_others(game, seat, right), default=0.0)
    if other >= CLOSE:
        return None
    if proof.threatens(position):
        theme = STOPPER
    elif not proof.threatens(proof.after(position, right)):
        theme = QUIET
    else:
        theme = OPEN if length == 2 else FOURS
    return Line(theme, steps, 1.0, other)


def _steps(position: Position, length: int) -> Iterator[Step]:
    """Yield the player's moves as long as only one wins, and five needs more than another."""
    proof, right = prover(), _only(position, length)
    while right is not None and length > 1:
        reply, then = None, None
        if length > 2:
            later = proof.after(position, right)
            length -= 1
            reply = _reply(later, length)
            position = proof.after(later, reply)
            then = _only(position, length)
        yield Step((right,), None if then is None else reply)
        right = then


def _only(position: Position, length: int) -> int | None:
    """Return the only move that wins, where that takes so many tiles; None if there are more.

    No other wins within `QUICK`, or as many as it takes; and none within `LONGEST`, unless the
    opponent could then hold by nothing but passing.
    """
    wins = prover(whole=False).winning(position, LONGEST)
    if len(wins) != 1 or prover().winning(position, max(length, QUICK)) != wins:
        return None
    return wins[0]


def _reply(position: Position, length: int) -> int:
    """Return the answer after which it takes longest to win, and fewest moves do so."""
    proof = prover()
    held = [m for m in proof.moves(position) if proof.within(position, m, length) == length]
    return min(
        held, key=lambda move: (len(proof.winning(proof.after(position, move), length)), move)
    )


def _defence(game: Game, seat: int) -> Line | None:
    """Return the line of the only move that does not lose by force, where there is one."""
    position = game._position
    if _holding(position, prover(whole=False)) is None:
        return None
    held = _holding(position, prover())
    if (
        held is None
        or _is_obvious(position, held)
        or prover(whole=False).winning(position, LONGEST)
    ):
        return None
    worth = _worth(game, seat, held)
    return Line(DEFENCE, (Step((held,)),), worth, 0.0) if worth >= HOPELESS else None


def _holding(position: Position, proof: Prover) -> int | None:
    """Return the only move after which the opponent does not win by force.

    None, too, where all others let the opponent finish five at once: that is easy to see.
    """
    held, is_deep = [], False
    for move in proof.moves(position):
        within = proof.within(position, move)
        if not within:
            held.append(move)
        if len(held) > 1:
            return None
        is_deep = is_deep or within > 1
    return held[0] if held and is_deep else None


def _others(game: Game, seat: int, right: int) -> Iterator[float]:
    """Yield what the moves besides the right one are worth that seem most promising."""
    turn = Turn(game, seat, Random(0))
    for move in VALUER.promising(turn).tolist():
        if move != right:
            yield _worth(game, seat, move)


def _worth(game: Game, seat: int, move: int) -> float:
    """Return what a move is worth to its player, as a review has it."""
    after = prover().after(game._position, move)
    s = see(after)
    if s.reason:
        return {0: 0.5, 1 + seat: 1.0}.get(int(s.winner), 0.0)
    hunch = VALUER.glance(game.header)(after, seat)
    if hunch.sure is not None:
        return hunch.sure
    return calibrations_of("exo").of(game.header, hunch.kind).chance(hunch)


PUZZLING = ExoPuzzling()
"""What EXO says of its puzzles."""
