"""A progress bar for whatever takes longer than a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

PATIENCE = 1.0  # seconds until the bar shows


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Yield a function that advances the bar by one and names what was done.

    It shows on standard error, where that is a terminal.
    """
    if not sys.stderr.isatty():
        yield lambda item: None
        return
    from rich import progress as rich
    from rich.console import Console

    bar = rich.Progress(
        rich.TextColumn(what),
        rich.BarColumn(),
        rich.MofNCompleteColumn(),
        rich.TimeRemainingColumn(),
        rich.TextColumn("{task.fields[item]}"),
        console=Console(stderr=True),
        transient=True,
    )
    task = bar.add_task(what, total=total, item="")
    start = time.monotonic()
    shown = False

    def advance(item: str) -> None:
        nonlocal shown
        if not shown and time.monotonic() - start > PATIENCE:
            bar.start()
            shown = True
        bar.update(task, advance=1, item=item)

    try:
        yield advance
    finally:
        if shown:
            bar.stop()
