"""From a log to a table: every entry is checked, as the log may be of another version, or broken.

What `TableState` does with an entry has been decided by today's program or was checked here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from kafelki.server.table.entries import Entry
from kafelki.server.table.set_aside import OldRules, SetAside, Unreadable
from kafelki.server.table.state import Secret, TableState
from kafelki.server.table.versions import rules_now, upcast

MOST_SEATS = 4


def table_of(table: str, secret: Secret, entries: Sequence[Entry]) -> TableState:
    """Return the table that a whole log makes.

    Unreadable when it cannot be understood; OldRules when it was begun under other rules.
    """
    state = TableState(table, secret)
    with _understanding(state):
        if not entries or entries[0].kind != "open":
            raise ValueError("the log does not begin with the table's opening")
        first = entries[0].data
        log_format = first.get("format", 1)
        opening = upcast(entries[0], log_format).data
        if opening["rules"] != rules_now(opening["game"]):
            kept = [upcast(entry, log_format) for entry in entries]
            for entry in kept:
                entry.check(opening["players"])
            raise OldRules(table, opening["game"], opening["rules"], kept)
        state.format = log_format
    return _with(state, entries)


def gone_on(before: TableState, entries: Iterable[Entry]) -> TableState:
    """Return the table after more entries of its log; Unreadable when one is not sound."""
    return _with(before.copy(), entries)


def _with(state: TableState, entries: Iterable[Entry]) -> TableState:
    for entry in entries:
        with _understanding(state):
            if entry.kind == "open" and state.entries:
                raise ValueError("a table is opened once")
            sound = upcast(entry, state.format)
            sound.check(len(state.seats) or MOST_SEATS)
            _check_seats(sound, len(state.seats))
            state.apply(sound)
    return state


def _check_seats(entry: Entry, seats: int) -> None:
    """Raise ValueError unless those who are to sit somewhere can."""
    data = entry.data
    if entry.kind == "return" and not set(data["seats"]) <= set(range(seats)):
        raise ValueError("there are no such seats")
    if entry.kind == "start" and data.get("first", 0) not in range(seats):
        raise ValueError("there is no such seat to start")
    if entry.kind == "open" and len(data["seats"]) != data["players"]:
        raise ValueError("there are more or fewer seats than players")


@contextmanager
def _understanding(state: TableState) -> Iterator[None]:
    """Let whatever goes wrong mean that the log cannot be understood from here on."""
    try:
        yield
    except (SetAside, MemoryError):
        raise
    except Exception as wrong:
        why = f"entry {state.number}: {type(wrong).__name__}: {wrong}"
        raise Unreadable(state.id, state.number, why) from wrong
