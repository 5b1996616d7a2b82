"""Versions of logs: the format of their entries, and the rules that a game was begun under.

The first entry says both. A log of an older format is read as if it were of the newest one:
each step below brings an entry's data from one format to the next. What is added to such a log
says its own format. A game goes on by the rules that it was begun under, or not at all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kafelki.rules.registry import GAMES, rules_of
from kafelki.server.table.entries import Entry

FORMAT = 3
"""The format in which entries are written."""

Data = dict[str, Any]


def _to_2(kind: str, data: Data) -> Data:
    """From format 2 on, `open` says the version of the rules: before, each game had only one."""
    return {"rules": 1} | data if kind == "open" else data


STEPS: Mapping[int, Callable[[str, Data], Data]] = {
    1: _to_2,
    2: lambda kind, data: data,  # `start` may say who starts: before, it was always who sat first
}
"""What brings an entry's data from a format to the next."""


def upcast(entry: Entry, log_format: int) -> Entry:
    """Return an entry as today's format has it; its log says `log_format`."""
    data = entry.data
    own = data.get("format", log_format)
    if type(own) is not int or not 1 <= own <= FORMAT:
        raise ValueError(f"entries of format {own!r} are not known here")
    if own == FORMAT:
        return entry
    for step in range(own, FORMAT):
        data = STEPS[step](entry.kind, data)
    return Entry.of(entry.number, entry.kind, entry.time, data)


def rules_now(game: str) -> int:
    """Return the version of a game's rules that is played here."""
    return rules_of(game).version


def rules_played() -> dict[str, int]:
    """Return each game with the version of its rules that is played here."""
    return {game: rules_now(game) for game in GAMES}
