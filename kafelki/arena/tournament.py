"""Running a tournament: what is still to be played is played, and every game counts once.

Its file has a line a game, added as it is finished, and is safe to be cut anywhere.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kafelki.arena.executors import Executor, Finished
from kafelki.arena.schedule import Match, TournamentPlan
from kafelki.arena.simulation import play_match
from kafelki.bots.registry import bot_named
from kafelki.play.record import dump
from kafelki.play.refusal import Refusal


@dataclass(frozen=True)
class PlayedMatch:
    """What a tournament keeps of a game."""

    match: Match
    places: tuple[int, ...]
    """By the rules, whoever chose the moves."""
    scores: tuple[tuple[int, ...], ...]
    times: tuple[dict[str, Any], ...]
    fault_counts: tuple[int, ...]
    faults: tuple[dict[str, Any], ...]
    reason: str
    luck: tuple[float, ...] = ()
    """Each seat's net luck, where the games are played with it (see `kafelki.review.luck`)."""

    def failed(self, seat: int) -> bool:
        """Return whether another move had to be played for the bot at a seat."""
        return self.fault_counts[seat] > 0


@dataclass
class Results:
    """The games of a tournament that were played, and those that could not be."""

    plan: TournamentPlan
    played: list[PlayedMatch] = field(default_factory=list)
    lost: list[Finished] = field(default_factory=list)
    _counted: set[int] = field(default_factory=set)

    def add(self, finished: Finished) -> bool:
        """Count a game and return True, unless it was counted before."""
        if finished.match.index in self._counted:
            return False
        self._counted.add(finished.match.index)
        if finished.record is None:
            self.lost.append(finished)
        else:
            self.played.append(_kept(finished.match, finished.record))
        return True


def run(
    plan: TournamentPlan,
    executor: Executor,
    out: Path | None = None,
    advance: Callable[[str], None] = lambda item: None,
    play: Callable[[TournamentPlan, Match], dict[str, Any]] = play_match,
) -> Results:
    """Return a tournament's results; with a file, what it already holds is not played again.

    `advance` is called once for each game, with a word about it. Refusal when a bot does
    not exist or the file is not this tournament's.
    """
    check_bots(plan)
    results = Results(plan)
    with closing(Archive(out, plan)) if out else nullcontext() as archive:
        known = archive.records if archive else {}
        for match in plan.matches():
            if match.index in known:
                results.add(Finished(match, known[match.index]))
                advance(" – ".join(match.lineup))
        waiting = [match for match in plan.matches() if match.index not in known]
        # Closed in any case, so that nobody plays on when we are stopped.
        with closing(executor(partial(play, plan), waiting)) as running:
            for each in running:
                if results.add(each) and each.record and archive:
                    archive.add(each.record)
                advance(" – ".join(each.match.lineup))
    results.played.sort(key=lambda game: game.match.index)
    return results


def check_bots(plan: TournamentPlan) -> None:
    """Refuse bots that there are not, before anything is played."""
    for name in plan.bots:
        bot_named(name, plan.header.game)


def _kept(match: Match, record: dict[str, Any]) -> PlayedMatch:
    remarks = record["arena"]
    return PlayedMatch(
        match,
        tuple(record["result"]["places"]),
        tuple(tuple(row) for row in remarks["scores"]),
        tuple(remarks["times"]),
        tuple(remarks["fault_counts"]),
        tuple(remarks["faults"]),
        record["result"]["reason"],
        tuple(remarks.get("luck", ())),
    )


class Archive:
    """The records of one tournament in a file: those already there, and those to come."""

    def __init__(self, path: Path, plan: TournamentPlan) -> None:
        self.path = path
        self._file = path.open("a+b")
        try:
            _lock(self._file.fileno(), path)
            self.records = self._whole_records(plan)
        except BaseException:
            self._file.close()
            raise

    def _whole_records(self, plan: TournamentPlan) -> dict[int, dict[str, Any]]:
        """Return the records by their number in the schedule; a half-written end is cut off."""
        self._file.seek(0)
        whole = self._file.read()
        records: dict[int, dict[str, Any]] = {}
        good = 0
        for number, line in enumerate(whole.splitlines(keepends=True), start=1):
            record = _parsed(line)
            if record is None:
                if good + len(line) < len(whole):
                    raise Refusal(f"{self.path}: line {number} is no record of a tournament")
                self._file.truncate(good)
                break
            if record["arena"]["tournament"] != plan.key:
                raise Refusal(
                    f"{self.path} holds games of another tournament (other bots, seed, budget "
                    "or rules): give another --out, or the same settings"
                )
            records.setdefault(record["arena"]["index"], record)
            good += len(line)
        else:
            if whole and not whole.endswith(b"\n"):
                self._file.write(b"\n")  # cut between a record and the end of its line
                self._file.flush()
        return records

    def add(self, record: dict[str, Any]) -> None:
        """Write a record to the end of the file, in one piece."""
        self._file.write(dump(record).encode() + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()


def seed_in(path: Path) -> str | None:
    """Return the seed of the tournament that a file holds, if it holds any game."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        record = _parsed(file.readline())
    return None if record is None else str(record["arena"]["seed"])


def _parsed(line: bytes) -> dict[str, Any] | None:
    try:
        record = json.loads(line)
        if isinstance(record["arena"]["index"], int) and record["arena"]["tournament"]:
            return dict(record)
    except (ValueError, TypeError, KeyError, RecursionError):
        pass
    return None


def _lock(file: int, path: Path) -> None:
    """Refuse a file that another tournament is writing; the lock ends with the process."""
    if os.name != "posix":
        return
    import fcntl

    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Refusal(f"{path} is being written by a tournament that is under way") from None
