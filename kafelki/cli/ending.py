"""How a command ends when something is wrong: one sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from kafelki.play.refusal import Refusal

UNSOUND, MISUSED = 1, 2
"""Exit codes: a record, a game or a database says no; the command was not used as it should be."""


def say(message: str) -> None:
    """Tell the user something that belongs to no answer."""
    print(f"kafelki: {message}", file=sys.stderr)


def stop(message: str, code: int = UNSOUND) -> NoReturn:
    """Say what is wrong, and end the command."""
    say(message)
    sys.exit(code)


@contextmanager
def asked_for() -> Iterator[None]:
    """Turn the refusal of something that the command was asked for into its misuse."""
    try:
        yield
    except Refusal as refusal:
        stop(refusal.text.en, MISUSED)


@contextmanager
def found_in(place: object) -> Iterator[None]:
    """Say of a refusal where it was found."""
    try:
        yield
    except Refusal as refusal:
        stop(f"{place}: {refusal}")
