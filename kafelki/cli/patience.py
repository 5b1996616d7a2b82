"""What a command shows while it takes long, and what it compiles first so as to take less."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager


@contextmanager
def progress(what: str, total: int) -> Iterator[Callable[[str], None]]:
    """Show a bar on standard error, if that is a terminal and it takes over a second."""
    if not sys.stderr.isatty():
        yield lambda item: None
        return
    from kafelki.terminal.progress import progress as bar

    with bar(what, total) as advance:
        yield advance


def compile_games(games: Sequence[str], bots: bool = False) -> None:
    """Let the rules of games, and their bots if asked to, run compiled from here on."""
    from kafelki.bots.preparing import prepare
    from kafelki.bots.registry import bots_of
    from kafelki.rules.engine import FUNCTIONS, load_compiled

    players = sum(len(bots_of(game)) for game in games) if bots else 0
    with progress("compiling", len(games) * FUNCTIONS + players) as advance:
        load_compiled(games, advance)
        for game in games if bots else []:
            prepare(game, advance)
