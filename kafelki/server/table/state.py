"""The state of a table: a fold over its log. Dropping it loses nothing."""

from __future__ import annotations

import hmac
import secrets
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import play_event
from kafelki.play.view import is_unspoken
from kafelki.server.table.clock import Clock
from kafelki.server.table.entries import Entry
from kafelki.server.table.settings import TableSettings
from kafelki.server.table.versions import FORMAT

Status = Literal["open", "playing", "over", "closed"]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays a seat: a person, a bot, or nobody yet."""

    person: str | None = None
    bot: str | None = None
    label: str | None = None
    """The name of a second person on the same device."""
    stand_in: str | None = None
    """The bot that plays for a person who is away or has resigned."""
    resigned: Literal["resigned", "time", None] = None

    @property
    def is_open(self) -> bool:
        """Whether somebody may still sit down here."""
        return self.person is None and self.bot is None

    @property
    def machine(self) -> str | None:
        """The bot that moves for the seat now, if one does."""
        return self.bot or self.stand_in

    def as_json(self) -> dict[str, Any]:
        """Return the seat as a log keeps it."""
        return {
            key: value
            for key in ("person", "bot", "label")
            if (value := getattr(self, key)) is not None
        }


@dataclass(frozen=True)
class Proposal:
    """Something that one person asked the others for."""

    number: int
    """The number of its entry in the log."""
    what: Literal["take-back", "stand-in", "rematch"]
    seat: int
    person: str
    agreed: frozenset[str]


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
    clock: Clock | None = None
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

    def copy(self) -> TableState:
        """Return a table that can go on by itself."""
        other = object.__new__(TableState)  # every move makes one: `replace` takes its time
        other.__dict__.update(self.__dict__)
        other.entries = self.entries.copy()
        other.seats = self.seats.copy()
        other.salts = self.salts.copy()
        other.game = self.game.copy()
        other.event_entries = self.event_entries.copy()
        other.unspoken = self.unspoken.copy()
        other.told = self.told.copy()
        other.hints = self.hints.copy()
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

    # The fold

    def apply(self, entry: Entry) -> None:
        """Let one more thing happen: decided just now, or read from a log (see `reading`)."""
        if entry.number != self.number:
            raise ValueError(f"entry {entry.number} cannot follow {self.number - 1}")
        _APPLY[entry.kind](self, entry)
        self.entries.append(entry)
        self.changed_at = entry.time
        self._end_if_over(entry)
        if self.clock is not None and entry.kind != "chat":
            self._run_clock(entry)

    def _opened(self, entry: Entry) -> None:
        data = entry.data
        self.format = data.get("format", 1)
        self.header = Header(data["game"], data["players"], data["variant"], data["options"])
        self.settings = TableSettings.model_validate(data["settings"])
        self.host = data["host"]
        self.seats = [Seat(**seat) for seat in data["seats"]]
        self.game = Game(self.header, seed=self.secret.seed)

    def _sat(self, entry: Entry) -> None:
        self.seats[entry.data["seat"]] = Seat(person=entry.data["person"])

    def _left(self, entry: Entry) -> None:
        self.seats[entry.data["seat"]] = Seat()
        self.salts.pop(entry.data["seat"], None)
        if self.people and self.host not in self.people:
            self.host = self.people[0]

    def _filled(self, entry: Entry) -> None:
        self.seats[entry.data["seat"]] = Seat(**entry.data["with"])
        self.salts.pop(entry.data["seat"], None)

    def _salted(self, entry: Entry) -> None:
        self.salts[entry.data["seat"]] = entry.data["salt"]

    def _started(self, entry: Entry) -> None:
        data = entry.data
        self.game = Game(self.header, seed=self.secret.seed, salt=bytes.fromhex(data["salt"]))
        first = data.get("first", 0)
        self.seats = self.seats[first:] + self.seats[:first]
        self.drawn = first if data.get("lot") else None
        self.status = "playing"
        if self.settings.clock is not None:
            self.clock = Clock.started(self.settings.clock, len(self.seats), entry.time)

    def _happened(self, entry: Entry) -> None:
        data = entry.data
        for event in (data.get("unspoken"), data["event"]):
            if event is not None:
                played = play_event(self.game, event)
                if is_unspoken(played):
                    self.unspoken.append(len(self.event_entries))
                self.event_entries.append(entry.number)
                if not played.is_chance:
                    seat = self.seats[played.seat]
                    self.stood_in |= seat.stand_in is not None and seat.resigned is None
                    self._forget_proposal("take-back")

    def _resigned(self, entry: Entry) -> None:
        seat = entry.data["seat"]
        self.seats[seat] = replace(
            self.seats[seat], resigned=entry.data["why"], stand_in=entry.data.get("bot")
        )
        self._forget_proposal("take-back", "stand-in")

    def _proposed(self, entry: Entry) -> None:
        data = entry.data
        self.proposal = Proposal(
            entry.number, data["what"], data["seat"], data["person"], frozenset({data["person"]})
        )

    def _answered(self, entry: Entry) -> None:
        if self.proposal is None:
            return
        if not entry.data["agree"]:
            self.proposal = None
            return
        agreed = self.proposal.agreed | {entry.data["person"]}
        self.proposal = replace(self.proposal, agreed=agreed)

    def _took_back(self, entry: Entry) -> None:
        to = entry.data["to"]
        self.told[entry.number] = self.as_told(to)
        self.game.go_to(to)
        self.game.forget_later()
        del self.event_entries[to:]
        del self.unspoken[bisect_left(self.unspoken, to) :]
        self.taken_back += 1
        self.proposal = None

    def _stood_in(self, entry: Entry) -> None:
        seat = entry.data["seat"]
        self.seats[seat] = replace(self.seats[seat], stand_in=entry.data["bot"])
        self.proposal = None

    def _returned(self, entry: Entry) -> None:
        for seat in entry.data["seats"]:
            self.seats[seat] = replace(self.seats[seat], stand_in=None)
        self._forget_proposal("stand-in")

    def _hinted(self, entry: Entry) -> None:
        self.told[entry.number] = self.as_told(entry.data["event"])
        self.hints.append({"seat": entry.data["seat"], "event": entry.data["event"]})

    def _said(self, entry: Entry) -> None:
        pass

    def _rematched(self, entry: Entry) -> None:
        self.rematch = entry.data["table"]
        self.proposal = None

    def _closed(self, entry: Entry) -> None:
        self.status = "closed"
        self.closed_by = entry.data.get("by")
        self.proposal = None

    def _forget_proposal(self, *kinds: str) -> None:
        if self.proposal is not None and self.proposal.what in kinds:
            self.proposal = None

    def _end_if_over(self, entry: Entry) -> None:
        if self.status != "playing":
            return
        people_left = any(seat.person and seat.resigned is None for seat in self.seats)
        few = len(self.sides_left) < min(2, self.header.players)
        if self.game.over or few or not people_left:
            self.status = "over"
            self.ended_at = entry.time
            self.proposal = None

    def _run_clock(self, entry: Entry) -> None:
        assert self.clock is not None
        moved = entry.data["event"]["seat"] if entry.kind == "move" else None
        running = [seat for seat in self.to_act if self.seats[seat].machine is None]
        self.clock = self.clock.at(entry.time, running, moved)

    @property
    def machines_to_act(self) -> list[int]:
        """The seats for which a bot owes a move."""
        return [seat for seat in self.to_act if self.seats[seat].machine is not None]

    @property
    def people_to_act(self) -> list[str]:
        """The people who are to move."""
        waiting = (self.seats[k] for k in self.to_act)
        return list(
            dict.fromkeys(s.person for s in waiting if s.person is not None and s.machine is None)
        )


_APPLY = {
    "open": TableState._opened,
    "sit": TableState._sat,
    "leave": TableState._left,
    "fill": TableState._filled,
    "salt": TableState._salted,
    "start": TableState._started,
    "move": TableState._happened,
    "chance": TableState._happened,
    "resign": TableState._resigned,
    "propose": TableState._proposed,
    "answer": TableState._answered,
    "take-back": TableState._took_back,
    "stand-in": TableState._stood_in,
    "return": TableState._returned,
    "hint": TableState._hinted,
    "chat": TableState._said,
    "rematch": TableState._rematched,
    "close": TableState._closed,
}
