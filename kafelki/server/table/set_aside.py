"""Tables that cannot go on: their logs are kept, and they cost no other table anything."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from kafelki.play.chance import commitment
from kafelki.play.record import FORMAT, LOT
from kafelki.server.denial import Denial
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.entries import Entry
from kafelki.server.table.seat import Seat
from kafelki.server.table.versions import rules_now
from kafelki.server.table.views import record_seats

LONGEST_WHY = 300
"""Characters of the reason that operators are told."""


class SetAside(Denial):
    """What is said of a table that cannot go on."""

    table: str
    daily: str | None = None
    """The day of a daily challenge, of which only its people may know."""
    people: Collection[str] = ()


class Unreadable(SetAside):
    """A log that cannot be understood: of which table, from which entry on, and why."""

    is_marked = False
    """Whether it is noted in the database already."""

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


class OldRules(SetAside):
    """A table that was begun under rules that this server does not play by any more."""

    seed = b""
    status = "closed"
    """What the database says of the table."""

    def __init__(self, table: str, game: str, version: int, entries: list[Entry]) -> None:
        current = rules_now(game)
        super().__init__(
            "old-rules",
            f"This game was begun under version {version} of its rules, and this server plays by "
            f"version {current}: it cannot go on, and the table is closed. Its record can still "
            "be downloaded.",
            f"Ta gra zaczęła się według wersji {version} zasad, a ten serwer gra według wersji "
            f"{current}: nie można jej dokończyć i stół jest zamknięty. Zapis gry nadal można "
            "pobrać.",
        )
        self.table = table
        self.version = version
        self.entries = entries

    def record(self, names: Mapping[str, str], now: int) -> dict[str, Any]:
        """Return the record as far as it goes, from the log alone: nothing is played by it."""
        data = self.entries[0].data
        seats: list[dict[str, Any]] = list(data["seats"])
        events: list[dict[str, Any]] = []
        salt = ""
        lot: dict[str, Any] = {}
        for entry in self.entries[1:]:
            match entry.kind, entry.data:
                case "sit", {"seat": seat, "person": person}:
                    seats[seat] = {"person": person}
                case "leave", {"seat": seat}:
                    seats[seat] = {}
                case "fill", {"seat": seat, "with": given}:
                    seats[seat] = given
                case "start", {"salt": salt, **rest}:
                    first = rest.get("first", 0)
                    seats = seats[first:] + seats[:first]
                    lot = {LOT: first} if rest.get("lot") else {}
                case "move" | "chance", {"event": event, **rest}:
                    events += [*([rest["unspoken"]] if "unspoken" in rest else []), event]
                case "take-back", {"to": to}:
                    del events[to:]
        found: dict[str, Any] = {
            "kafelki": FORMAT,
            "game": data["game"],
            "rules": self.version,
            "players": data["players"],
            "variant": data["variant"],
            "options": data["options"],
            "seats": record_seats([Seat(**seat) for seat in seats], names),
            "commitment": commitment(self.seed),
        }
        if self.daily is None or day_is_over(self.daily, now):
            found["seed"] = self.seed.hex()
        salted = {"salt": salt} if salt else {}
        return found | salted | {"events": events, "table": self.table} | lot
