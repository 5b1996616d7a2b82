"""Runs the stages of `make test`: all of them, whatever fails, and names at the end what did.

    python -m tests.stages make lint+check-types,check-page test-rules

Groups run one after the other. Within one, what a comma separates runs at the same time and
prints when it is done: for stages that have no use for a second core. A stage that needs one of
an earlier group does not run it again.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import chain


@dataclass(frozen=True)
class Done:
    """A stage that has run."""

    name: str
    code: int
    seconds: float
    processor: float
    """Seconds of processor time, of all its processes: the same whatever else runs beside it."""

    def __str__(self) -> str:
        how = "passed" if self.code == 0 else "FAILED"
        took = f"{self.seconds:6.0f} s {self.processor:6.0f} s of processor"
        return f"{how:8}{self.name:16}{took}"


def run(make: str, name: str, before: Iterable[str] = (), held_back: bool = False) -> Done:
    """Return how a stage went that others ran before.

    What it prints is shown at once, or held back until its end.
    """
    began = time.monotonic()
    command = [make, "--no-print-directory", name, *(f"--old-file={each}" for each in before)]
    with tempfile.TemporaryFile() as kept:
        if not held_back:
            print(f"==> {name}", flush=True)
        stage = subprocess.Popen(
            command, stdout=kept if held_back else None, stderr=subprocess.STDOUT
        )
        _, status, used = os.wait4(stage.pid, 0)
        stage.returncode = os.waitstatus_to_exitcode(status)
        if held_back:
            kept.seek(0)
            sys.stdout.buffer.write(f"==> {name}\n".encode() + kept.read())
            sys.stdout.flush()
    seconds = time.monotonic() - began
    return Done(name, stage.returncode, seconds, used.ru_utime + used.ru_stime)


def run_all(make: str, groups: Iterable[str]) -> Iterator[Done]:
    """Yield how each stage of each group went."""
    before: list[str] = []
    for group in groups:
        lanes = [lane.split("+") for lane in group.split(",")]
        if len(lanes) == 1:
            yield from (run(make, name, before) for name in lanes[0])
        else:
            one_by_one = partial(_run_lane, make, tuple(before))
            with ThreadPoolExecutor(len(lanes)) as pool:
                for done in pool.map(one_by_one, lanes):
                    yield from done
        before += chain.from_iterable(lanes)


def _run_lane(make: str, before: Sequence[str], names: Sequence[str]) -> list[Done]:
    return [run(make, name, before, held_back=True) for name in names]


def main(make: str, *groups: str) -> int:
    """Return the exit code: 0 if every stage passed."""
    done = list(run_all(make, groups))
    print("==> all stages", *done, sep="\n", flush=True)
    failed = [stage.name for stage in done if stage.code != 0]
    if failed:
        print(f"FAILED: {', '.join(failed)}; `make {failed[0]}` runs one of them again.")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
