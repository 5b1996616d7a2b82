"""Reviews that were worked out before: steps in a file, found by the record and the version."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path

from kafelki.bots.valuing import Calibrations, Valuer, calibrations_of, valuer_of
from kafelki.play.game import Game
from kafelki.play.record import record_of
from kafelki.review.model import FORMAT, Step, dump_step, step_from_json
from kafelki.review.worths import Worths

REPLAYED = ("game", "rules", "players", "variant", "options", "events")
"""The parts of a record that a review follows from: who sat there makes no difference."""


def default_folder() -> Path:
    """Return where reviews are kept unless somebody says otherwise."""
    root = os.environ.get("KAFELKI_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "kafelki"
    )
    return Path(root) / "reviews"


def version_of(worths: Worths) -> str:
    """Return what changes when the same record would be reviewed otherwise."""
    return _version(worths.valuer, worths.calibrations)


def usual_version(game: str) -> str:
    """Return the version of reviews of a game, without getting ready to make one."""
    return _version(valuer_of(game), calibrations_of(game))


def _version(valuer: Valuer, calibrations: Calibrations) -> str:
    return f"{FORMAT}.{valuer.version}-{calibrations.digest or 'plain'}"


def key_of(game: Game, version: str, depth: str, seat: int | None = None) -> str:
    """Return what a review is found by: the record, and all else that it follows from."""
    record = record_of(game)
    replayed = {name: record[name] for name in REPLAYED}
    asked = [replayed, version, depth, seat]
    return hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()[:32]


class Cache:
    """The steps of one review in a file: a line each, added as they are worked out."""

    def __init__(self, folder: Path, game: Game, worths: Worths, seat: int | None) -> None:
        key = key_of(game, version_of(worths), worths.depth.name, seat)
        self.path = folder / f"{key}.jsonl"
        self.steps: list[Step] = []
        """Those that are there already."""
        self._read()

    def _read(self) -> None:
        """Read the steps up to the first line that is not whole."""
        if not self.path.is_file():
            return
        for line in self.path.read_text("utf-8", errors="replace").splitlines(keepends=True):
            try:
                step = step_from_json(json.loads(line))
            except (ValueError, TypeError, KeyError, AttributeError):
                break
            expected = self.steps[-1].event + self.steps[-1].events if self.steps else 0
            if not line.endswith("\n") or step.event != expected:
                break
            self.steps.append(step)

    def add(self, step: Step) -> None:
        """Keep one more step; a file that cannot be written costs time the next time, no more."""
        self.steps.append(step)
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._write(step)
        except OSError:
            pass

    def _write(self, step: Step) -> None:
        """Add a line; the first one that is added writes those before it again, whole."""
        fresh = not hasattr(self, "_started")
        self._started = True
        steps = self.steps if fresh else [step]
        with self.path.open("w" if fresh else "a", encoding="utf-8") as file:
            file.writelines(f"{dump_step(each)}\n" for each in steps)
