"""A bot that cannot do harm: what it gets wrong is reported, and a legal move is played instead."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from kafelki.bots.protocol import Bot, Turn, close
from kafelki.play.game import LegalMoves, Move

LONGEST_REASON = 300  # characters

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Fault:
    """Something that a bot got wrong: who, at which event of the game, and what happened."""

    bot: str
    seat: int
    event: int
    what: str
    said: str = ""
    """The last lines of a program's standard error."""
    trace: str = field(default="", repr=False, compare=False)
    """Where it happened, by `trace_of`."""

    def as_json(self) -> dict[str, Any]:
        """Return the fault for a record or a program to read."""
        return {name: value for name, value in asdict(self).items() if name != "trace"}

    def __str__(self) -> str:
        said = "".join(f"\n  | {line}" for line in self.said.splitlines())
        return f"{self.bot} (seat {self.seat}) at event {self.event}: {self.what}{said}"


class Guarded:
    """Plays what another bot chooses; when that fails, a greedy move, or any legal one.

    It cannot stop a bot that never answers: that takes a process of its own, as
    programs (`exec:…`) have.
    """

    def __init__(
        self, bot: Bot, report: Callable[[Fault], None] = lambda fault: None, name: str = ""
    ) -> None:
        self.bot = bot
        self.report = report
        self.name = name or type(bot).__name__
        self.faults = 0

    def choose(self, turn: Turn) -> Move:
        """Return one of the turn's legal moves, whatever the bot does."""
        legal = LegalMoves(turn.header.game, turn.moves.numbers.copy())
        seat = turn.seat
        try:
            return checked(self.bot.choose(turn), legal)
        except (Exception, SystemExit) as wrong:  # Ctrl-C still stops everything
            turn.moves, turn.seat = legal, seat  # the bot may have changed what it was given
            self.faults += 1
            said, trace = "", trace_of(wrong)
            if isinstance(wrong, Misbehaviour):
                said = wrong.said
            else:  # where in its author's code; what it said itself is in the report
                log.info("%s failed at event %d:\n%s", self.name, turn.event, trace)
            self.report(Fault(self.name, seat, turn.event, _reason(wrong), said, trace))
            return substitute(turn)

    def close(self) -> None:
        """Let the bot end what it has started."""
        close(self.bot)


class Misbehaviour(Exception):
    """What a bot did that it may not do, in words, and what a program said of it itself."""

    def __init__(self, what: str, said: str = "") -> None:
        super().__init__(what)
        self.said = said


def checked(answer: object, legal: LegalMoves) -> Move:
    """Return a bot's answer if it is one of the legal moves, else raise Misbehaviour."""
    game = legal[0].game
    if not isinstance(answer, Move) or answer.game != game:
        raise Misbehaviour(f"answered {_short(answer)}, which is no move of {game}")
    if not isinstance(answer.number, int | np.integer):
        raise Misbehaviour(f"answered a move with the number {_short(answer.number)}")
    if answer.number not in legal.numbers:
        raise Misbehaviour(f"answered {_short(answer)}, which is not allowed now")
    return Move(game, int(answer.number))


def substitute(turn: Turn) -> Move:
    """Return the move that is played for a bot that failed."""
    from kafelki.bots.registry import bots_of

    greedy = bots_of(turn.header.game).get("greedy")
    if greedy is not None:
        try:
            return checked(greedy().choose(turn), turn.moves)
        except Exception:
            pass  # a game must end even if this bot is broken too
    return turn.moves[turn.random.randrange(len(turn.moves))]


def trace_of(wrong: BaseException) -> str:
    """Return where something went wrong, and its kind: code alone, no value of the game."""
    parts: list[str] = []
    seen: BaseException | None = wrong
    while seen is not None:
        parts.append("".join(traceback.format_tb(seen.__traceback__)) + type(seen).__qualname__)
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return "\nafter\n".join(parts)


def _reason(wrong: BaseException) -> str:
    text = str(wrong) if isinstance(wrong, Misbehaviour) else f"{type(wrong).__name__}: {wrong}"
    return text[:LONGEST_REASON]


def _short(answer: object) -> str:
    try:
        return repr(answer)[:80]
    except Exception:  # a move with a number that is none has no text
        return f"a {type(answer).__name__} that cannot be shown"
