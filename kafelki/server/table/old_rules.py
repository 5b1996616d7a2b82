"""Tables that were begun under rules that are not played here any more: closed, not lost."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafelki.play.chance import commitment
from kafelki.play.record import FORMAT, LOT
from kafelki.server.denial import Denial
from kafelki.server.table.clock import day_is_over
from kafelki.server.table.entries import Entry
from kafelki.server.table.records import record_seats
from kafelki.server.table.seat import Seat
from kafelki.server.table.versions import rules_now


class OldRules(Denial):
    """A table that was begun under rules that this server does not play by any more."""

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
        self.seed = b""
        self.daily: str | None = None
        self.people: list[str] = []
        self.status = "closed"
        """What the database says of the table."""

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
