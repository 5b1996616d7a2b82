"""What bots do for the server, in processes of their own: choosing moves and giving hints."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any, NamedTuple

from kafelki.bots.guarded import Fault, Guarded, checked, trace_of
from kafelki.bots.preparing import prepare_bot
from kafelki.bots.protocol import Bot, Budget, Judge, Judgement, Turn
from kafelki.bots.registry import ADVISERS, advisers_of, bot_named
from kafelki.play.game import Game, Move
from kafelki.rules.engine import engine_of

HINTS = 3
HINT_SECONDS = 1.0


class Failure(NamedTuple):
    """A bot that failed, and where: without any value of the game."""

    bot: str
    trace: str


class Chosen(NamedTuple):
    """A legal move, and how the bot failed where it is not the bot's own."""

    move: str
    failures: tuple[Failure, ...] = ()


class Suggested(NamedTuple):
    """The best few moves, best first, each with why in both languages; none where all failed."""

    hints: list[dict[str, Any]]
    failures: tuple[Failure, ...] = ()


@cache
def _bot(game: str, name: str) -> Bot:
    """Return a bot, with all that it needs compiled or loaded."""
    prepare_bot(name, game)
    return bot_named(name, game)


class Named:
    """A bot that is made when it is asked: whatever goes wrong then is its fault, too."""

    def __init__(self, name: str) -> None:
        self.name = name

    def choose(self, turn: Turn) -> Move:
        """Return the bot's move."""
        return _bot(turn.header.game, self.name).choose(turn)

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return what the bot thinks of the best moves, all of them legal."""
        judge: Judge = _bot(turn.header.game, self.name)  # type: ignore[assignment]
        ranked = judge.rank(turn, top)
        for each in ranked:
            checked(each.move, turn.moves)
        return ranked


def choose(game: Game, seat: int, bot: str, seed: str, seconds: float) -> Chosen:
    """Return a bot's move: a legal one, whatever the bot does."""
    faults: list[Fault] = []
    move = Guarded(Named(bot), faults.append, bot).choose(_turn(game, seat, seed, seconds))
    if faults:
        _bot.cache_clear()  # what it kept may be half made
    return Chosen(str(move), tuple(Failure(fault.bot, fault.trace) for fault in faults))


def any_move(game: Game, seat: int, bot: str, seed: str, wrong: Exception) -> Chosen:
    """Return a legal move for a bot that could not even be asked."""
    move = Random(seed).choice(game.legal_texts(seat))
    return Chosen(move, (Failure(bot, type(wrong).__qualname__),))


def suggest(game: Game, seat: int, seed: str) -> Suggested:
    """Return the best few moves for a seat: one search gives one ranking."""
    failures: list[Failure] = []
    for name in advisers_of(game.header.game):
        turn = _turn(game, seat, seed, HINT_SECONDS)
        try:
            return Suggested([_hint(each) for each in Named(name).rank(turn, HINTS)], (*failures,))
        except Exception as wrong:
            _bot.cache_clear()
            failures.append(Failure(name, trace_of(wrong)))
    return Suggested([], (*failures,))


def no_hint(wrong: Exception) -> Suggested:
    """Return that no hint is there, because nobody could even be asked."""
    return Suggested([], (Failure(ADVISERS[0], type(wrong).__qualname__),))


def _hint(judgement: Judgement) -> dict[str, Any]:
    return {
        "move": str(judgement.move),
        "value": round(float(judgement.value), 3),
        "why": judgement.why._asdict(),
    }


def turn_of(game: Game, seat: int, random: Random, budget: Budget) -> Turn:
    """Return a decision in a game that comes from another process, by rules that are fast here."""
    here = game.copy()
    here._engine = engine_of(game.header.game)
    here._kernels = here._engine.kernels
    return Turn(here, seat, random, budget)


def _turn(game: Game, seat: int, seed: str, seconds: float) -> Turn:
    return turn_of(game, seat, Random(seed), Budget(seconds))
