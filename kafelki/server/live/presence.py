"""Who is at which table now, here and at the other server processes."""

from __future__ import annotations

from collections import defaultdict

GRACE = 30_000
"""Milliseconds for which somebody whose connection broke still counts as here."""
REMOTE = 25_000
"""Milliseconds after which what another process said is forgotten."""


class Presence:
    """People by table, from this process and from what others tell."""

    def __init__(self) -> None:
        self._left: dict[str, dict[str, int]] = defaultdict(dict)
        self._remote: dict[str, dict[str, tuple[int, frozenset[str]]]] = defaultdict(dict)

    def left(self, table: str, person: str, now: int) -> None:
        """Note that somebody's last connection to a table ended."""
        self._left[table][person] = now

    def heard(self, process: str, table: str, people: frozenset[str], now: int) -> None:
        """Note who another process says is at a table."""
        self._remote[table][process] = (now, people)
        if not people:
            del self._remote[table][process]

    def elsewhere(self, table: str, now: int) -> frozenset[str]:
        """Return who is at a table by way of other processes."""
        said = self._remote.get(table, {})
        return frozenset().union(*(people for when, people in said.values() if now - when < REMOTE))

    def just_left(self, table: str, now: int) -> frozenset[str]:
        """Return who was at a table a moment ago."""
        return frozenset(
            person for person, when in self._left.get(table, {}).items() if now - when < GRACE
        )

    def forget_old(self, now: int) -> None:
        """Drop what no longer matters."""
        for table in list(self._left):
            if all(now - when >= GRACE for when in self._left[table].values()):
                del self._left[table]
        for table in list(self._remote):
            self._remote[table] = {
                process: said
                for process, said in self._remote[table].items()
                if now - said[0] < REMOTE
            }
            if not self._remote[table]:
                del self._remote[table]
