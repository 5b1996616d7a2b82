"""Bots written in any language: a program that reads questions and prints moves, as JSON lines.

docs/writing-bots.md describes the protocol. A program that stalls, crashes, floods or
answers nonsense costs itself its move (see `Guarded`), and never the game.
"""

from __future__ import annotations

import json
import logging
import os
import shlex
import shutil
import time
import weakref
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.util import Finalize
from typing import Any

from kafelki.bots.child_process import ChildProcess, Trouble
from kafelki.bots.guarded import Misbehaviour, checked
from kafelki.bots.protocol import Turn
from kafelki.play.game import Move
from kafelki.play.refusal import Refusal
from kafelki.rules.contract import NotationError

PREFIX = "exec:"
OLDEST, NEWEST = 1, 2
"""The versions of the protocol: a program that names none speaks the oldest."""
GRACE, SLACK = 2.0, 0.5
"""A program may take so many times its seconds, and so many seconds more, before it is ended."""
UNLIMITED = 60.0  # seconds, where the budget names none
STARTING = 20.0  # seconds until it says its name
MOST_RESTARTS = 3
MOST_JUNK = 1000  # lines before an answer
LONGEST_MOVE = 40  # characters

log = logging.getLogger(__name__)


class ProgramBot:
    """Plays what a program answers.

    Each seat of each game has a process of its own, unless the program says that it
    serves many: then all games of this process of ours share one.
    """

    def __init__(self, command: str) -> None:
        try:
            self.command = tuple(shlex.split(command))
        except ValueError as wrong:
            raise Refusal(f"{command!r} is no command: {wrong}") from None
        if not self.command or shutil.which(self.command[0]) is None:
            raise Refusal(f"there is no program {command!r} that could be run")
        self._seats: dict[int, _Seat] = {}
        weakref.finalize(self, _end_all, self._seats)

    def choose(self, turn: Turn) -> Move:
        """Return the program's move; Misbehaviour when it has none."""
        seen = turn.view
        seat = self._seats.get(turn.seat)
        if seat is None or seat.is_of_another_game(seen):
            if seat is not None:
                seat.end()
            seat = self._seats[turn.seat] = _Seat(self.command)
        return seat.choose(turn, seen)

    def close(self) -> None:
        """End the programs; it also happens by itself, when the bot is forgotten.

        One that serves many games goes on until this process of ours ends.
        """
        _end_all(self._seats)


def _end_all(started: dict[Any, _Seat] | dict[Any, _Program]) -> None:
    with ExitStack() as each_in_any_case:
        while started:
            each_in_any_case.callback(started.popitem()[1].end)


class _Seat:
    """A program at one seat of one game, started again when it breaks down."""

    def __init__(self, command: tuple[str, ...]) -> None:
        self.command = command
        self._program: _Program | None = None
        self._table = 0
        self._starts = 0
        self._last: dict[str, Any] = {}

    def is_of_another_game(self, seen: dict[str, Any]) -> bool:
        same = ("game", "players", "variant", "options", "seats", "commitment")
        return bool(self._last) and (
            any(self._last[key] != seen[key] for key in same) or seen["after"] < self._last["after"]
        )

    def choose(self, turn: Turn, seen: dict[str, Any]) -> Move:
        self._last = seen
        program = self._program
        try:
            if program is None or program.has_ended:
                program = self._start(seen)
            return program.answer(turn, seen, self._table)
        except Trouble as trouble:
            raise Misbehaviour(f"the program {trouble}", trouble.said) from None

    def _start(self, seen: dict[str, Any]) -> _Program:
        if self._starts > MOST_RESTARTS:
            raise Trouble(f"was started {self._starts} times and is given up")
        self._starts += 1
        about = {key: seen[key] for key in ("game", "players", "variant", "options")}
        about["seat"] = seen["viewer"]
        self._program = program = _SHARED.get(self.command)
        if program is None:
            self._program = program = _Program(self.command, about)
        self._table = program.sit_down(about)
        return program

    def end(self) -> None:
        if self._program is not None:
            self._program.leave(self._table)
            self._program = None


class _Program:
    """A program that runs and has said hello; while it serves many games, all share it."""

    def __init__(self, command: tuple[str, ...], about: dict[str, Any]) -> None:
        self.command = command
        self.has_ended = False
        self._questions = 0
        self._tables = 0
        self._process = ChildProcess(command)
        hello = {"kafelki": OLDEST, "newest": NEWEST, "type": "hello", **about}
        said = self._ask(hello, lambda said: "name" in said, STARTING)
        self.name = str(said["name"])[:80]
        self.version = said.get("kafelki", OLDEST)
        if type(self.version) is not int or not OLDEST <= self.version <= NEWEST:
            raise self._broken(f"speaks version {self.version!r}, not {OLDEST} or {NEWEST}")
        self.serves_many = self.version >= 2 and said.get("many") is True
        if self.serves_many:
            _SHARED[command] = self

    def sit_down(self, about: dict[str, Any]) -> int:
        """Tell a program that serves many of another seat, and return the number of its table."""
        self._tables += 1
        if self.serves_many:
            self._send({"type": "game", "table": self._tables, **about})
        return self._tables

    def leave(self, table: int) -> None:
        """Let the program forget a table, or end if it has no other."""
        if self.serves_many:
            self._send({"type": "end", "table": table})
        else:
            self.end()

    def answer(self, turn: Turn, seen: dict[str, Any], table: int) -> Move:
        """Return its move in a decision; Misbehaviour or Trouble when it gives none."""
        self._questions += 1
        number, seconds = self._questions, turn.budget.seconds
        question: dict[str, Any] = {"type": "turn", "id": number, "view": seen}
        if self.version == 1:
            question["moves"] = seen["legal"]["moves"]
        if self.serves_many:
            question["table"] = table
        question |= {"seconds": seconds, "nodes": turn.budget.nodes}
        limit = UNLIMITED if seconds is None else GRACE * seconds + SLACK
        said = self._ask(question, lambda said: said.get("id") == number, limit)
        try:
            return checked(_move(said, turn), turn.moves)
        except Misbehaviour as wrong:
            raise Misbehaviour(str(wrong), self._process.last_words()) from None

    def end(self) -> None:
        """Say goodbye, and see that it ends."""
        if not self.has_ended:
            self._send({"type": "bye"})
            self._end_process()

    def _end_process(self, **patience: float) -> None:
        self.has_ended = True
        if _SHARED.get(self.command) is self:
            del _SHARED[self.command]
        self._process.end(**patience)

    def _broken(self, what: str) -> Trouble:
        """End the program by force, and return the trouble with its last words."""
        self._end_process(patience=0)
        return Trouble(what, self._process.last_words())

    def _send(self, message: dict[str, Any]) -> None:
        self._process.send(json.dumps(message).encode())

    def _ask(
        self, message: dict[str, Any], is_answer: Callable[[dict[str, Any]], bool], seconds: float
    ) -> dict[str, Any]:
        """Return the answer; whatever else it prints before that goes to the log."""
        self._send(message)
        deadline = time.monotonic() + seconds
        try:
            for _ in range(MOST_JUNK):
                line = self._process.receive(deadline)
                said = _parsed(line)
                if isinstance(said, dict) and is_answer(said):
                    return said
                log.info("no answer, and ignored: %r", line[:200])
            raise Trouble(f"printed {MOST_JUNK} lines that are no answer")
        except Trouble as trouble:
            raise self._broken(str(trouble)) from None


_SHARED: dict[tuple[str, ...], _Program] = {}
"""The programs that serve many games, by their command."""


def end_programs() -> None:
    """End the programs that serve many games; it happens by itself when this process ends."""
    _end_all(_SHARED)


Finalize(None, end_programs, exitpriority=10)  # also in the processes of an arena
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_SHARED.clear)  # they are our parent's


def _parsed(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _move(answer: dict[str, Any], turn: Turn) -> Move:
    text = answer.get("move")
    if not isinstance(text, str) or len(text) > LONGEST_MOVE:
        raise Misbehaviour(f"the program answered {repr(text)[:80]}, which is no text of a move")
    try:
        number = turn.header.rules.move_number(text)
    except NotationError as wrong:
        raise Misbehaviour(f"the program answered {text!r}: {wrong}") from None
    return Move(turn.header.game, number)
