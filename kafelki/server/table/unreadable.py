"""What is said of a table whose log cannot be understood: it is kept, and costs no other table."""

from __future__ import annotations

from collections.abc import Collection

from kafelki.server.denial import Denial

LONGEST_WHY = 300
"""Characters of the reason that operators are told."""


class Unreadable(Denial):
    """A log that cannot be understood: of which table, from which entry on, and why."""

    def __init__(self, table: str, number: int, why: str) -> None:
        super().__init__(
            "unreadable",
            "This table cannot be read right now. Nothing of it is lost: it is kept as it is for "
            "those who run the server. All other tables go on.",
            "Tego stołu nie można teraz odczytać. Nic nie przepadło: stół jest zachowany bez zmian "
            "dla osób prowadzących serwer. Wszystkie inne stoły działają.",
        )
        self.table = table
        self.number = number
        self.why = why[:LONGEST_WHY]
        self.daily: str | None = None
        """The day of a daily challenge, of which only its people may know."""
        self.people: Collection[str] = ()
        self.is_marked = False
        """Whether it is noted in the database already."""
