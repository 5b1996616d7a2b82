"""What a puzzle is: a position as one seat sees it, and the moves that are right there."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from kafelki.bots.puzzling import puzzling_of
from kafelki.play.game import Game
from kafelki.play.record import parse_record
from kafelki.play.refusal import Refusal
from kafelki.review.model import Choice
from kafelki.rules.texts import Text

FORMAT = 1
"""The version of a puzzle's form as JSON."""
SOURCES = ("bots", "people")
"""In whose games puzzles are found."""
KEPT = ("kafelki", "game", "rules", "players", "variant", "options")
"""What a puzzle keeps of a record, beside the events up to the position."""

RecordEvent = Mapping[str, Any]
"""An event as a record writes it."""


@dataclass(frozen=True)
class PuzzleMove:
    """One decision that is asked of the solver."""

    right: tuple[str, ...]
    """The moves that count as right, best first; more than one where they are worth the same."""
    choices: tuple[Choice, ...]
    """The best few, with what they are worth to the solver's seat, and why; best first."""
    then: tuple[RecordEvent, ...] = ()
    """What happens after the right move until the solver is to move again; nothing at the end."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which a move, or several in a row, are clearly the best."""

    id: str
    """Follows from the record and the seat."""
    record: Mapping[str, Any]
    """The game as far as it was played: a record without names, seed and result."""
    seat: int
    """Who is to move: the solver."""
    theme: str
    """The key of one of the game's themes (`themes_of`)."""
    moves: tuple[PuzzleMove, ...]
    margin: float
    """What the right move is worth more than the best other one, from 0 to 1."""
    proof: bool
    """Whether that is proven by a search, and not estimated."""
    rating: float
    """How hard it is: the strength of those who find it half the time (Glicko-2's scale),"""
    deviation: float
    """and how unsure that is."""
    source: str
    """"bots" or "people"."""

    @property
    def game(self) -> str:
        """The id of the game."""
        return str(self.record["game"])

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle for a program to read, its solution included."""
        data = {"kafelki_puzzle": FORMAT, **asdict(self)}
        for move in data["moves"]:
            for choice in move["choices"]:
                choice["why"] = Text(*choice["why"])._asdict()
        return data


def id_of(record: Mapping[str, Any], seat: int) -> str:
    """Return what a puzzle is called: it follows from the position's past and the seat."""
    kept = [*(record[name] for name in KEPT), record["events"], seat]
    text = json.dumps(kept, sort_keys=True, ensure_ascii=False)
    return f"{record['game']}-{hashlib.sha256(text.encode()).hexdigest()[:10]}"


def game_at(puzzle: Puzzle) -> Game:
    """Return the game in the position of a puzzle; Refusal where its record is unsound.

    The solver may be shown `view(game, puzzle.seat)` and nothing else: the game holds what is
    hidden from that seat.
    """
    return parse_record(dict(puzzle.record)).replay()


def dump_puzzle(puzzle: Puzzle) -> str:
    """Return a puzzle as one line of JSON."""
    return json.dumps(puzzle.as_json(), ensure_ascii=False, separators=(",", ":"))


def puzzle_from_json(data: Any) -> Puzzle:
    """Return the puzzle that a JSON value stands for; Refusal says what is wrong with its form.

    Events are not replayed: `game_at` does that.
    """
    try:
        puzzle = _built(data)
    except (TypeError, ValueError, KeyError, AttributeError) as wrong:
        if isinstance(wrong, Refusal):
            raise
        raise Refusal(f"this is no puzzle: {type(wrong).__name__}: {wrong}") from None
    fault = _fault_of(puzzle)
    if fault:
        raise Refusal(f"the puzzle {puzzle.id!r} {fault}")
    return puzzle


def _built(data: Mapping[str, Any]) -> Puzzle:
    if data["kafelki_puzzle"] != FORMAT:
        raise Refusal(f"form {data['kafelki_puzzle']!r} of puzzles is not known, only {FORMAT}")
    fields = {name: value for name, value in data.items() if name != "kafelki_puzzle"}
    moves = tuple(
        PuzzleMove(
            tuple(map(str, each["right"])),
            tuple(
                Choice(str(c["move"]), float(c["value"]), float(c["error"]), Text(**c["why"]))
                for c in each["choices"]
            ),
            tuple(dict(event) for event in each["then"]),
        )
        for each in data["moves"]
    )
    numbers = {name: float(data[name]) for name in ("margin", "rating", "deviation")}
    return Puzzle(**{**fields, "moves": moves, **numbers})


def _fault_of(puzzle: Puzzle) -> str:
    """Return what is wrong with a puzzle's form, if anything."""
    header = parse_record(puzzle.record).header
    if set(puzzle.record) != {*KEPT, "events"}:
        return f"has a record of other keys than {', '.join(KEPT)} and events"
    if type(puzzle.seat) is not int or not 0 <= puzzle.seat < header.players:
        return f"has no such seat: {puzzle.seat!r}"
    if puzzle.id != id_of(puzzle.record, puzzle.seat):
        return "is called otherwise than its record says: it was changed"
    if puzzle.theme not in puzzling_of(puzzle.game).themes:
        return f"has a theme that the game does not have: {puzzle.theme!r}"
    numbers = (puzzle.margin, puzzle.rating, puzzle.deviation)
    if not all(map(math.isfinite, numbers)) or not 0 < puzzle.margin <= 1 or puzzle.deviation <= 0:
        return "has a margin, rating or deviation that cannot be"
    if type(puzzle.proof) is not bool or puzzle.source not in SOURCES:
        return "does not say whether it is proven, or in whose games it was found"
    return _fault_of_moves(puzzle.moves)


def _fault_of_moves(moves: Sequence[PuzzleMove]) -> str:
    if not moves:
        return "asks for no move"
    for move in moves:
        if not move.right or not move.choices:
            return "has a move without a solution"
        if move.choices[0].move != move.right[0]:
            return "has another best choice than its solution"
        if bool(move.then) != (move is not moves[-1]):
            return "goes on after its last move, or does not go on before it"
    return ""
