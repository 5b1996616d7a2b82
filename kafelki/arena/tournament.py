"""Running a tournament: what is still to be played is played, and every game counts once."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from kafelki.arena.archive import Archive
from kafelki.arena.executors import Executor, Finished
from kafelki.arena.schedule import Match, Plan
from kafelki.arena.worker import play_match
from kafelki.bots.registry import bot_named

Record = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What a tournament keeps of a game."""

    match: Match
    places: tuple[int, ...]
    """By the rules, whoever chose the moves."""
    scores: tuple[tuple[int, ...], ...]
    times: tuple[dict[str, Any], ...]
    fault_counts: tuple[int, ...]
    faults: tuple[dict[str, Any], ...]
    reason: str

    def failed(self, seat: int) -> bool:
        """Return whether another move had to be played for the bot at a seat."""
        return self.fault_counts[seat] > 0


@dataclass
class Results:
    """The games of a tournament that were played, and those that could not be."""

    plan: Plan
    outcomes: list[Outcome] = field(default_factory=list)
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
            self.outcomes.append(outcome_of(finished.match, finished.record))
        return True


def run(
    plan: Plan,
    executor: Executor,
    out: Path | None = None,
    advance: Callable[[str], None] = lambda item: None,
    play: Callable[[Plan, Match], Record] = play_match,
) -> Results:
    """Return a tournament's results; with a file, what it already holds is not played again.

    `advance` is called once for each game, with a word about it. Refusal when a bot does
    not exist or the file is not this tournament's.
    """
    check_bots(plan)
    results = Results(plan)
    with Archive(out, plan) if out is not None else nullcontext() as archive:
        known = archive.records if archive is not None else {}
        for match in plan.matches():
            if match.index in known:
                results.add(Finished(match, known[match.index]))
                advance(" – ".join(match.lineup))
        waiting = [match for match in plan.matches() if match.index not in known]
        # Closed in any case, so that nobody plays on when we are stopped.
        with closing(executor.run(partial(play, plan), waiting)) as running:
            for each in running:
                if results.add(each) and each.record is not None and archive is not None:
                    archive.add(each.record)
                advance(" – ".join(each.match.lineup))
    results.outcomes.sort(key=lambda outcome: outcome.match.index)
    return results


def check_bots(plan: Plan) -> None:
    """Refuse bots that there are not, before anything is played."""
    for name in plan.bots:
        bot_named(name, plan.header.game)


def outcome_of(match: Match, record: Record) -> Outcome:
    """Return what a tournament keeps of a record."""
    remarks = record["arena"]
    return Outcome(
        match,
        tuple(record["result"]["places"]),
        tuple(tuple(row) for row in remarks["scores"]),
        tuple(remarks["times"]),
        tuple(remarks["fault_counts"]),
        tuple(remarks["faults"]),
        record["result"]["reason"],
    )
