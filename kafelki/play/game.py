"""A game in progress: who acts, what they may do, playing it, stepping back and forth."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, overload

import numpy as np

from kafelki.kernels.language import Position
from kafelki.play.chance import SEED_BYTES, commitment, fair_index, new_seed
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal, understood
from kafelki.rules.contract import CHANCE, Explanation, Rules
from kafelki.rules.engine import Engine, Numbers, engine_of
from kafelki.rules.registry import rules_of
from kafelki.rules.texts import Text

__all__ = ["Event", "Game", "LegalMoves", "Move", "PositionSnapshot", "Refusal", "Result"]

_SEATS = tuple(tuple(s for s in range(4) if mask >> s & 1) for mask in range(16))


class Move(NamedTuple):
    """A move of a game: its number in the rules; ``str`` gives its text."""

    game: str
    number: int

    def __str__(self) -> str:
        return rules_of(self.game).move_text(self.number)

    def __repr__(self) -> str:
        return f"Move({str(self)!r})"


class Event(NamedTuple):
    """Something that happened: a seat's move, or an outcome of chance (for a seat or for all)."""

    game: str
    is_chance: bool
    seat: int
    """−1 for chance that concerns no single seat."""
    number: int

    @property
    def text(self) -> str:
        """The move or outcome as a record writes it."""
        rules = rules_of(self.game)
        return (rules.outcome_text if self.is_chance else rules.move_text)(self.number)

    def __repr__(self) -> str:
        return f"Event(seat={self.seat}, text={self.text!r})"

    def as_json(self) -> dict[str, Any]:
        """Return the event as it stands in a record."""
        if not self.is_chance:
            return {"seat": self.seat, "move": self.text}
        if self.seat < 0:
            return {"chance": self.text}
        return {"chance": self.text, "seat": self.seat}


class LegalMoves(Sequence[Move]):
    """The moves that a seat may play now, as objects; texts are made when asked for."""

    def __init__(self, game: str, numbers: Numbers) -> None:
        self._game = game
        self.numbers = numbers

    def __len__(self) -> int:
        return len(self.numbers)

    @overload
    def __getitem__(self, index: int) -> Move: ...
    @overload
    def __getitem__(self, index: slice) -> LegalMoves: ...
    def __getitem__(self, index: int | slice) -> Move | LegalMoves:
        if isinstance(index, slice):
            return LegalMoves(self._game, self.numbers[index])
        return Move(self._game, int(self.numbers[index]))

    def __iter__(self) -> Iterator[Move]:
        return (Move(self._game, number) for number in self.numbers.tolist())

    def __repr__(self) -> str:
        shown = ", ".join(str(move) for move in self[:3])
        return f"<{len(self)} legal moves: {shown}{', …' if len(self) > 3 else ''}>"


class Result(NamedTuple):
    """How a game ended."""

    places: tuple[int, ...]
    reason: str
    title: Text | None = None
    """What a single player has earned by the points, where the game has titles for that."""

    def as_json(self) -> dict[str, Any]:
        """Return the result as it stands in a record."""
        return {"places": list(self.places), "reason": self.reason}


@dataclass(frozen=True)
class PositionSnapshot:
    """A position as a value: equal, hashable and picklable by its bytes."""

    game: str
    data: bytes

    @property
    def fields(self) -> np.record:
        """The position's named fields, as NumPy sees them (read only)."""
        dtype = np.dtype((np.record, rules_of(self.game).layout.dtype.descr))
        seen: np.record = np.frombuffer(self.data, dtype=dtype)[0]
        return seen


@dataclass(frozen=True)
class Origin:
    """Where a game was taken up in its middle: all that is known of its past."""

    position: Position
    after: int
    last: Mapping[str, Any] | None
    """The last move, as a view has it."""
    swapped: Mapping[str, Any] | None = None
    """Tiles that were shown for a swap since the last placement, as a view has them."""


class Game:
    """A game in progress: a fold over its events.

    With a `seed`, `deal` draws what is due by fair chance, and `new_game` does so
    by itself. Without one, chance is played by hand with `play_chance`.
    """

    def __init__(
        self,
        game: str | Header,
        players: int = 2,
        variant: str = "standard",
        options: Mapping[str, Any] | None = None,
        *,
        seats: Sequence[Mapping[str, Any]] | None = None,
        seed: bytes | None = None,
        salt: bytes = b"",
        deals: bool = False,
        engine: Engine | None = None,
    ) -> None:
        if not isinstance(game, Header):
            game = Header(game, players, variant, dict(options or {}))
        self.header = game
        if seed is not None and len(seed) != SEED_BYTES:
            raise Refusal(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        if deals and seed is None:
            raise Refusal("a game that deals by itself needs a seed")
        nobody = [{"name": f"Player {seat + 1}"} for seat in range(self.header.players)]
        self.seats: list[dict[str, Any]] = [dict(seat) for seat in seats or nobody]
        self.seed = seed
        self.salt = salt
        self.deals = deals
        self.extra: dict[str, Any] = {}
        """What a record said beside the game itself: kept when it is written again."""
        self.commitment = None if seed is None else commitment(seed)
        """The SHA-256 of the seed, which may be shown before the game."""
        self.origin: Origin | None = None
        """Where the game was taken up, if not at its start."""
        self._engine = engine or engine_of(self.header.game)
        self._kernels = self._engine.kernels
        self._events: list[Event] = []
        self._undone: list[Event] = []
        self._restart()
        if deals:
            self.deal()

    def _restart(self) -> None:
        if self.origin is not None:
            self._position = self.origin.position.copy()
        else:
            self._position = self._engine.first_position(*self.header.numbers)
        self._chance_events = 0
        self._before: tuple[int, Position] | None = None
        self._explained: tuple[Position, Explanation] | None = None
        self._acting = self._kernels.acting(self._position)

    def take_up(self, origin: Origin) -> None:
        """Begin from the middle of a game instead of its start; there is no way back from there."""
        self.origin = origin
        self._events, self._undone = [], []
        self._restart()

    # What is going on

    @property
    def rules(self) -> Rules:
        """The rules of the game."""
        return self.header.rules

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may move now: several where they act at once, none when chance is due."""
        return () if self._acting & CHANCE else _SEATS[self._acting]

    @property
    def chance_due(self) -> bool:
        """Whether the next event is one of chance."""
        return bool(self._acting & CHANCE)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._acting == 0

    @property
    def result(self) -> Result | None:
        """Each seat's place and the reason, once the game is over."""
        if not self.over:
            return None
        reason, places = self._engine.result(self._position, self.header.players)
        earned = self.rules.solo_title if self.header.players == 1 else None
        title = None if earned is None else earned(self.scores[0])
        return Result(places, self.rules.ending(reason), title)

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that has happened so far."""
        return tuple(self._events)

    @property
    def position(self) -> PositionSnapshot:
        """The position as a value that stays as it is while the game goes on."""
        return PositionSnapshot(self.header.game, self._position.tobytes())

    @property
    def scores(self) -> list[list[int]]:
        """Each seat's scores, in the order of the game's colours."""
        return self.rules.scores(self._position)

    @property
    def cells(self) -> Any:
        """What lies where: letters (and heights) by cell; a list where each seat has a board."""
        return self.rules.cells(self._position)

    @property
    def hands(self) -> list[list[str]]:
        """The tiles that each seat holds. Only the program knows them all: see `view`."""
        if self.rules.hands is None:
            return [[] for _ in range(self.header.players)]
        return self.rules.hands(self._position)

    @property
    def beside_board(self) -> dict[str, list[str]]:
        """The tiles that lie open beside the board, such as a bank."""
        return self.rules.beside_board(self._position)

    # Moves

    def legal_moves(self, seat: int | None = None) -> LegalMoves:
        """Return what a seat may play now: nothing unless it is to act."""
        if seat is None:
            acting = self.to_act
            seat = acting[0] if acting else 0
        elif not 0 <= seat < self.header.players:
            raise self._no_such_seat(seat)
        if self._acting & CHANCE or not self._acting >> seat & 1:
            return LegalMoves(self.header.game, np.empty(0, dtype=np.int32))
        return LegalMoves(self.header.game, self._engine.moves(self._position, seat))

    def legal_texts(self, seat: int | None = None) -> list[str]:
        """Return the texts of the moves that a seat may play now, sorted."""
        text = self.rules.move_text
        return sorted(text(number) for number in self.legal_moves(seat).numbers.tolist())

    def play(self, move: Move | str, seat: int | None = None) -> Event:
        """Play a seat's move (the seat to act, if only one may) and return the event.

        A Refusal says why when it cannot be done; the game is then unchanged.
        """
        event = self.planned(move, seat)
        self._repeat(event)
        if self.deals:
            self.deal()
        return event

    def planned(self, move: Move | str, seat: int | None = None) -> Event:
        """Return the event that a move would be, without playing it; a Refusal if it may not be."""
        return Event(self.header.game, False, *self._checked(move, seat))

    def explain(self, move: Move | str, seat: int | None = None) -> Explanation:
        """Return what a legal move would score and why, without playing it."""
        return self.rules.explain(self._position, *self._checked(move, seat))

    def explain_event(self, number: int) -> Explanation:
        """Return what the move of an earlier event scored and why."""
        event = self._events[number]
        if event.is_chance:
            raise Refusal("chance scores nothing; only a move can be explained", event=number)
        if self._before is None or self._before[0] != number:
            before = self.copy()
            before.go_to(number + 1)
            return before.explain_event(number)
        position = self._before[1]
        if self._explained is None or self._explained[0] is not position:
            # Everybody who looks on is told of it: it is worked out once.
            self._explained = position, self.rules.explain(position, event.seat, event.number)
        return self._explained[1]

    def _checked(self, move: Move | str, seat: int | None) -> tuple[int, int]:
        """Return who plays a move and its number, or raise the Refusal that says why not."""
        if seat is None:
            if len(self.to_act) > 1:
                raise Refusal("several seats may move now: say which")
            if not self.to_act:
                raise self._nobody_moves()
            (seat,) = self.to_act
        if type(seat) is not int or not 0 <= seat < self.header.players:
            raise self._no_such_seat(seat)
        if isinstance(move, Move):
            if move.game != self.header.game:
                raise Refusal(f"a move of {move.game} cannot be played in {self.header.game}")
            number = move.number
            if not 0 <= number < self.rules.move_count:
                raise Refusal(f"{self.header.game} has no move number {number}")
        else:
            number = understood(self.rules.move_number, move)
        if self._acting & CHANCE or self._acting == 0:
            raise self._nobody_moves()
        if not self._acting >> seat & 1 and not self.rules.simultaneous:
            waits = " or ".join(str(each) for each in self.to_act)
            raise Refusal(
                f"seat {seat} may not move now: it is for seat {waits}",
                self.rules.turn_rule,
                polish=f"miejsce {seat} nie ma teraz ruchu: ruch ma miejsce {waits}",
            )
        objection = self._kernels.refusal(self._position, seat, number)
        if objection:
            reason = self.rules.objections[objection]
            text = self.rules.move_text(number)
            raise Refusal(
                f"{text} is not allowed: {reason.text.en}",
                reason.rule,
                polish=f"Ruch {text} jest niedozwolony: {reason.text.pl}",
            )
        return seat, number

    def _no_such_seat(self, seat: Any) -> Refusal:
        return Refusal(f"there is no seat {seat!r}: seats are 0 to {self.header.players - 1}")

    def _nobody_moves(self) -> Refusal:
        if self.over:
            return Refusal("the game is over", polish="gra jest skończona")
        waits = "nobody may move now: chance is due"
        return Refusal(waits, polish="nikt nie ma teraz ruchu: kolej na los")

    # Chance

    def chance_outcomes(self) -> dict[str, int]:
        """Return the texts of what chance may bring now, with how many tiles give each."""
        if not self.chance_due:
            return {}
        outcomes, weights = self._engine.outcomes(self._position)
        text = self.rules.outcome_text
        return {text(o): w for o, w in zip(outcomes.tolist(), weights.tolist(), strict=True)}

    @property
    def chance_seat(self) -> int | None:
        """The seat that the chance event due concerns, if it concerns one."""
        seat = self._kernels.chance_seat(self._position) if self.chance_due else -1
        return None if seat < 0 else seat

    def play_chance(self, text: str) -> Event:
        """Play an outcome of chance by its text and return the event; Refusal if impossible."""
        number = understood(self.rules.outcome_number, text)
        if self.over:
            raise self._nobody_moves()
        if not self.chance_due:
            raise Refusal(f"{text!r} cannot happen now: a player is to move")
        outcomes, _ = self._engine.outcomes(self._position)
        if number not in outcomes:
            word = text.split(" ")[0]
            due = self.rules.outcome_text(int(outcomes[0])).split(" ")[0]
            if word != due:
                raise Refusal(f"{text!r} cannot happen now: a {due!r} is due")
            raise Refusal(
                f"{text!r} cannot happen: no such tile or card is left",
                self.rules.outcome_rules[word],
            )
        return self._play_outcome(number)

    def deal(self) -> None:
        """Play every chance event that is due, as the seed fixes them."""
        while self._acting & CHANCE:
            self._play_outcome(self.fair_outcome())

    def fair_event(self) -> Event:
        """Return the chance event that is due as the seed fixes it, without playing it."""
        seat = self._kernels.chance_seat(self._position)
        return Event(self.header.game, True, seat, self.fair_outcome())

    def fair_outcome(self) -> int:
        """Return the number of the outcome that the seed fixes for the chance event due."""
        if self.seed is None:
            raise Refusal("this game has no seed to draw from")
        outcomes, weights = self._engine.outcomes(self._position)
        index = fair_index(self.seed, self.salt, self._chance_events, weights.tolist())
        return int(outcomes[index])

    def _play_outcome(self, number: int) -> Event:
        seat = self._kernels.chance_seat(self._position)
        self._kernels.play_outcome(self._position, number)
        self._chance_events += 1
        event = Event(self.header.game, True, seat, number)
        self._happened(event)
        return event

    def _happened(self, event: Event) -> None:
        self._acting = self._kernels.acting(self._position)
        self._events.append(event)
        if self._undone:
            self._undone.clear()

    def played_on(self, moves: Sequence[tuple[int, int]], position: Position) -> None:
        """Take over legal moves, each with its seat, that were played elsewhere from here on.

        The position is the one that they lead to.
        """
        self._events += [Event(self.header.game, False, *move) for move in moves]
        self._undone.clear()
        self._before = None
        self._position[:] = position
        self._acting = self._kernels.acting(position)

    # Back and forth

    def go_to(self, number: int) -> None:
        """Go to the position after the first `number` events; the later ones stay in reach."""
        everything = self._events + self._undone[::-1]
        if not 0 <= number <= len(everything):
            raise Refusal(
                f"there is no position after {number} events: there are {len(everything)}"
            )
        self._events, self._undone = [], []
        self._restart()
        for event in everything[:number]:
            self._repeat(event)
        self._undone = everything[number:][::-1]

    def _repeat(self, event: Event) -> None:
        if event.is_chance:
            self._play_outcome(event.number)
        else:
            # What the last move counted is asked for again and again: it needs no replaying.
            self._before = len(self._events), self._position.copy()
            self._kernels.play(self._position, event.seat, event.number)
            self._happened(event)

    def back(self, events: int = 1) -> None:
        """Step back, at most to the start."""
        self.go_to(max(0, len(self._events) - events))

    def forward(self, events: int = 1) -> None:
        """Step forward again over events that were stepped back."""
        self.go_to(min(len(self._events) + len(self._undone), len(self._events) + events))

    def forget_later(self) -> None:
        """Drop the events that were stepped back: `forward` has nothing left to go to."""
        self._undone.clear()

    def copy(self) -> Game:
        """Return an independent game in the same position, with the same past."""
        other = object.__new__(Game)
        other.__dict__.update(self.__dict__)
        other.seats = [dict(seat) for seat in self.seats]
        other.extra = dict(self.extra)
        other._position = self._position.copy()
        other._events = self._events.copy()
        other._undone = self._undone.copy()
        return other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        same_past = self.origin is other.origin and self._events == other._events
        return same_past and self.header == other.header

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, Any]:
        # Compiled functions stay behind: a game wakes up with what its process has.
        state = self.__dict__.copy()
        del state["_engine"], state["_kernels"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._engine = engine_of(self.header.game)
        self._kernels = self._engine.kernels

    def _repr_svg_(self) -> str:
        """Return the position as a drawing, for notebooks."""
        from kafelki.drawing import draw
        from kafelki.play.view import EVERYTHING, view

        return draw(view(self, EVERYTHING))

    def __repr__(self) -> str:
        return f"<{self.rules.name.en}, {self.header.players} players, {len(self._events)} events>"


def new_game(
    game: str,
    players: int = 2,
    variant: str = "standard",
    options: Mapping[str, Any] | None = None,
    *,
    seats: Sequence[Mapping[str, Any]] | None = None,
    seed: bytes | int | None = None,
    salt: bytes = b"",
) -> Game:
    """Return a new game that deals by itself, from fair chance.

    `seed` is 32 bytes, by default new ones that nobody can guess; a number stands
    for its SHA-256, for games that can be made again.
    """
    if seed is None:
        seed = new_seed()
    elif isinstance(seed, int):
        seed = seed_of_number(seed)
    return Game(game, players, variant, options, seats=seats, seed=seed, salt=salt, deals=True)


def seed_of_number(number: int) -> bytes:
    """Return the 32 bytes that a small number stands for as a seed."""
    return hashlib.sha256(f"kafelki {number}".encode()).digest()


def trace_line(game: Game) -> dict[str, Any]:
    """Return all there is to know of a game's position, as a line of a trace; it hides nothing."""
    return {
        "after": len(game.events),
        "over": game.over,
        "chance": game.chance_due,
        "to_act": list(game.to_act),
        "legal": {str(seat): game.legal_texts(seat) for seat in game.to_act},
        "scores": game.scores,
        "cells": game.cells,
        "hands": game.hands,
        **game.beside_board,
    }
