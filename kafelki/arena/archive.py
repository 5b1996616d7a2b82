"""The file of a tournament: a line a game, added as it is finished, safe to be cut anywhere."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

from kafelki.arena.schedule import Plan
from kafelki.play.record import dump
from kafelki.play.refusal import Refusal

Record = dict[str, Any]


class Archive:
    """The records of one tournament in a file: those already there, and those to come."""

    def __init__(self, path: Path, plan: Plan) -> None:
        self.path = path
        self._file = path.open("a+b")
        try:
            _lock(self._file.fileno(), path)
            self.records = self._whole_records(plan)
        except BaseException:
            self._file.close()
            raise

    def _whole_records(self, plan: Plan) -> dict[int, Record]:
        """Return the records by their number in the schedule; a half-written end is cut off."""
        self._file.seek(0)
        whole = self._file.read()
        records: dict[int, Record] = {}
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

    def add(self, record: Record) -> None:
        """Write a record to the end of the file, in one piece."""
        self._file.write(dump(record).encode() + b"\n")
        self._file.flush()

    def __enter__(self) -> Archive:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()


def seed_in(path: Path) -> str | None:
    """Return the seed of the tournament that a file holds, if it holds any game."""
    if not path.is_file():
        return None
    with path.open("rb") as file:
        record = _parsed(file.readline())
    return None if record is None else str(record["arena"]["seed"])


def _parsed(line: bytes) -> Record | None:
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
