"""The state of a table: a fold over its log. Dropping it loses nothing."""

from __future__ import annotations

import hmac
import secrets
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Literal

from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.server.table import fold
from kafelki.server.table.clock import TimeLeft
from kafelki.server.table.entries import Entry
from kafelki.server.table.seat import Proposal, Seat
from kafelki.server.table.settings import TableSettings
from kafelki.server.table.versions import FORMAT

Status = Literal["open", "playing", "over", "closed"]


@dataclass(frozen=True)
class Secret:
    """What a table holds back until the end: the seed, and whether it is a daily one."""

    seed: bytes
    daily: str | None = None
    """The day (UTC) of a daily challenge."""

    @classmethod
    def fresh(cls) -> Secret:
        """Return a secret that nobody can guess."""
        return cls(secrets.token_bytes(32))

    def stream(self, *label: object) -> str:
        """Return the seed of a bot's random stream, another one for each label.

        Nobody can know it before the table's own seed is out, of which it tells nothing: who
        knew it could choose a table where the bot plays badly, or foresee its moves.
        """
        words = " ".join(map(str, label)).encode()
        return hmac.digest(self.seed, b"bots " + words, "sha256").hex()


@dataclass
class TableState:
    """A table after some entries of its log."""

    id: str
    secret: Secret
    entries: list[Entry] = field(default_factory=list)
    header: Header = None  # type: ignore[assignment]  # the first entry brings it
    settings: TableSettings = field(default_factory=TableSettings)
    host: str = ""
    seats: list[Seat] = field(default_factory=list)
    status: Status = "open"
    salts: dict[int, str] = field(default_factory=dict)
    game: Game = None  # type: ignore[assignment]
    """The game; before the start, one without events."""
    event_entries: list[int] = field(default_factory=list)
    """The number of the log's entry for each event of the game."""
    unspoken: list[int] = field(default_factory=list)
    """The events of the game that nobody is told of: such a choice has no entry of its own, but
    goes with the draw that follows, so that no number gives it away."""
    told: dict[int, int] = field(default_factory=dict)
    """By the number of an entry that names a number of events, how many everybody counted then."""
    gains: dict[int, list[int]] = field(default_factory=dict)
    """By the number of a move's entry, what it has added to the scores of whoever made it."""
    clock: TimeLeft | None = None
    proposal: Proposal | None = None
    hints: list[dict[str, int]] = field(default_factory=list)
    taken_back: int = 0
    stood_in: bool = False
    """Whether a bot has moved for somebody who had not given up."""
    drawn: int | None = None
    """Who was to start by lot: their seat before all moved on so that this one is seat 0."""
    rematch: str | None = None
    closed_by: str | None = None
    """An "operator", where it was not one of the people at the table."""
    format: int = FORMAT
    """The format of the entries, as the first says."""
    changed_at: int = 0
    ended_at: int | None = None

    @classmethod
    def of(cls, table: str, secret: Secret, entries: Iterable[Entry]) -> TableState:
        """Return the table after these entries, the first of which opens it."""
        state = cls(table, secret)
        for entry in entries:
            state.apply(entry)
        return state

    apply = fold.apply

    def copy(self) -> TableState:
        """Return a table that can go on by itself."""
        other = object.__new__(TableState)  # every move makes one: `replace` takes its time
        for name, value in self.__dict__.items():
            other.__dict__[name] = value.copy() if isinstance(value, list | dict | Game) else value
        return other

    @property
    def number(self) -> int:
        """How many entries the log has: the number of the next one."""
        return len(self.entries)

    @property
    def after(self) -> int:
        """How many events the game has, as everybody counts them: what a move must expect."""
        return len(self.event_entries) - len(self.unspoken)

    def as_told(self, events: int) -> int:
        """Return how many of the game's first events everybody counts."""
        return events - bisect_left(self.unspoken, events)

    def events_at(self, told: int) -> int:
        """Return how many events the game had when everybody counted so many."""
        for number in self.unspoken:
            told += number <= told
        return told

    @property
    def told_hints(self) -> list[dict[str, int]]:
        """Which seat had a hint after how many events, as everybody counts them."""
        return [hint | {"event": self.as_told(hint["event"])} for hint in self.hints]

    @property
    def people(self) -> list[str]:
        """The people at the table, each once, in the order of their first seats."""
        return list(dict.fromkeys(seat.person for seat in self.seats if seat.person))

    def seats_of(self, person: str | None) -> list[int]:
        """Return the seats that somebody sits on."""
        if person is None:
            return []
        return [number for number, seat in enumerate(self.seats) if seat.person == person]

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now; none unless the game is on."""
        return self.game.to_act if self.status == "playing" else ()

    @property
    def sides_left(self) -> set[int]:
        """The sides (seats, or teams by their first seat) that have not given up."""
        return {self.side(k) for k, seat in enumerate(self.seats) if seat.resigned is None}

    def side(self, seat: int) -> int:
        """Return a seat's side: itself, or its team by the first seat."""
        return seat % 2 if self.header.teams else seat

    @property
    def places(self) -> list[int] | None:
        """Each seat's place once the table is over: who gave up comes after those who did not.

        Nobody has a place in a solitaire game that was given up.
        """
        if self.status != "over":
            return None
        result = self.game.result
        if result is None and self.header.players == 1:
            return None
        order = [
            (self.side(k) not in self.sides_left, 0 if result is None else result.places[k])
            for k in range(self.header.players)
        ]
        sides = {self.side(k): rank for k, rank in enumerate(order)}
        return [1 + sum(other < mine for other in sides.values()) for mine in order]

    @property
    def counts_for_ratings(self) -> bool:
        """Whether the result says how strong people are: not where a bot has played for one.

        What a bot does for a seat that has given up changes nothing: that seat has lost.
        """
        return self.settings.rated and not self.stood_in

    @property
    def bots_to_act(self) -> list[int]:
        """The seats for which a bot owes a move."""
        return [seat for seat in self.to_act if self.seats[seat].acting_bot is not None]

    @property
    def people_to_act(self) -> list[str]:
        """The people who are to move."""
        waiting = (self.seats[k] for k in self.to_act if self.seats[k].acting_bot is None)
        return list(dict.fromkeys(seat.person for seat in waiting if seat.person is not None))
