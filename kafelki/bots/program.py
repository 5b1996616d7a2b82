"""Bots written in any language: a program that reads questions and prints moves, as JSON lines.

docs/writing-bots.md describes the protocol. A program that stalls, crashes, floods or
answers nonsense costs itself its move (see `Guarded`), and never the game.
"""

from __future__ import annotations

import json
import logging
import shlex
import shutil
import time
import weakref
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

from kafelki.bots.child_process import ChildProcess, Trouble
from kafelki.bots.guarded import Misbehaviour
from kafelki.bots.protocol import Turn
from kafelki.play.game import Move
from kafelki.play.refusal import Refusal
from kafelki.rules.contract import NotationError

PREFIX = "exec:"
PROTOCOL = 1
GRACE, SLACK = 2.0, 0.5
"""A program may take so many times its seconds, and so many seconds more, before it is ended."""
UNLIMITED = 60.0  # seconds, where the budget names none
STARTING = 20.0  # seconds until it says its name
MOST_RESTARTS = 3
MOST_JUNK = 1000  # lines before an answer
LONGEST_MOVE = 40  # characters

log = logging.getLogger(__name__)


class ProgramBot:
    """Plays what a program answers; each seat of each game has a process of its own."""

    def __init__(self, command: str) -> None:
        try:
            self.command = shlex.split(command)
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
        """End the programs; it also happens by itself, when the bot is forgotten."""
        _end_all(self._seats)


def _end_all(seats: dict[int, _Seat]) -> None:
    with ExitStack() as each_in_any_case:
        while seats:
            each_in_any_case.callback(seats.popitem()[1].end)


class _Seat:
    """A program at one seat of one game, started again when it breaks down."""

    def __init__(self, command: list[str]) -> None:
        self.command = command
        self.name = ""
        self._process: ChildProcess | None = None
        self._starts = 0
        self._questions = 0
        self._last: dict[str, Any] = {}

    def is_of_another_game(self, seen: dict[str, Any]) -> bool:
        same = ("game", "players", "variant", "options", "seats", "commitment")
        return bool(self._last) and (
            any(self._last[key] != seen[key] for key in same) or seen["after"] < self._last["after"]
        )

    def choose(self, turn: Turn, seen: dict[str, Any]) -> Move:
        self._last = seen
        try:
            process = self._process or self._start(seen)
            return self._answer(process, turn, seen)
        except Trouble as trouble:
            self._break_down()
            raise Misbehaviour(f"the program {trouble}") from None

    def _start(self, seen: dict[str, Any]) -> ChildProcess:
        if self._starts > MOST_RESTARTS:
            raise Trouble(f"was started {self._starts} times and is given up")
        self._starts += 1
        self._process = process = ChildProcess(self.command)
        about = {key: seen[key] for key in ("game", "players", "variant", "options")}
        hello = {"kafelki": PROTOCOL, "type": "hello", **about, "seat": seen["viewer"]}
        _send(process, hello)
        answer = _receive(process, lambda said: "name" in said, STARTING)
        self.name = str(answer["name"])[:80]
        return process

    def _answer(self, process: ChildProcess, turn: Turn, seen: dict[str, Any]) -> Move:
        self._questions += 1
        number, seconds = self._questions, turn.budget.seconds
        question = {"type": "turn", "id": number, "view": seen, "moves": seen["legal"]["moves"]}
        _send(process, question | {"seconds": seconds, "nodes": turn.budget.nodes})
        limit = UNLIMITED if seconds is None else GRACE * seconds + SLACK
        return _move(_receive(process, lambda said: said.get("id") == number, limit), turn)

    def _break_down(self) -> None:
        if self._process is not None:
            self._process.end(patience=0)
            self._process = None

    def end(self) -> None:
        if self._process is not None:
            _send(self._process, {"type": "bye"})
            self._process.end()
            self._process = None


def _send(process: ChildProcess, message: dict[str, Any]) -> None:
    process.send(json.dumps(message).encode())


def _receive(
    process: ChildProcess, is_answer: Callable[[dict[str, Any]], bool], seconds: float
) -> dict[str, Any]:
    """Return the program's answer; whatever else it prints before that goes to the log."""
    deadline = time.monotonic() + seconds
    for _ in range(MOST_JUNK):
        line = process.receive(deadline)
        said = _parsed(line)
        if isinstance(said, dict) and is_answer(said):
            return said
        log.info("no answer, and ignored: %r", line[:200])
    raise Trouble(f"printed {MOST_JUNK} lines that are no answer")


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
