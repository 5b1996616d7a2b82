"""What every game gives: its uniform functions, its notation and its description."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from types import ModuleType
from typing import Any

from kafelki.kernels.language import Layout, Position
from kafelki.rules.appearance import Appearance
from kafelki.rules.texts import Text

CHANCE = 16
"""The bit of `acting` that says a chance event is due; bits 0 to 3 are the seats."""

MOST_SEATS = 4

ENDINGS: Mapping[str, Text] = {
    "board full": Text("the board is full", "plansza jest pełna"),
    "no tile": Text("no tile is left", "zabrakło płytek"),
    "all colours": Text("all colours complete", "wszystkie kolory ukończone"),
    "three rounds": Text("three rounds played", "rozegrano trzy rundy"),
    "five": Text("five in a row", "pięć w rzędzie"),
    "both five": Text("five for both at once", "piątka dla obu naraz"),
    "no place": Text("no place for a tile", "brak miejsca na płytkę"),
    "all placed": Text("all tiles placed", "wszystkie kafelki wyłożone"),
}
"""Why a game ended, in words: what many games share; see `Rules.endings`."""

REASONS = ("", *ENDINGS)
"""The same by the number that `result` returns; 0 while the game goes on."""

BOARD_FULL, NO_TILE, ALL_COLOURS, THREE_ROUNDS, FIVE, BOTH_FIVE, NO_PLACE, ALL_PLACED = range(1, 9)

RECORD_RULE = "RECORD"
"""Stands where a rule's id would, when an event breaks no rule of the game itself."""


class NotationError(ValueError):
    """A text that is no move of the game; `rule` is the id of the rule it goes against."""

    def __init__(self, text: Text | str, rule: str = RECORD_RULE, *, polish: str = "") -> None:
        self.text = Text(text, polish or text) if isinstance(text, str) else text
        self.rule = rule
        super().__init__(self.text.en)


@dataclass(frozen=True)
class Line:
    """Cells in a row that count for a move, and the points they bring."""

    of: str
    """The colour, shape or symbol that the cells share."""
    cells: tuple[str, ...]
    points: int = 1


@dataclass(frozen=True)
class Pyramid:
    """A pyramid that a move puts up, and its points by colour."""

    cell: str
    points: Mapping[str, int]


@dataclass(frozen=True)
class Area:
    """A region of one colour after a move, and what it scores as it stands."""

    of: str
    cells: tuple[str, ...]
    points: int


@dataclass(frozen=True)
class Explanation:
    """What a move scores and why; what a game does not have stays empty."""

    points: Mapping[str, int] = field(default_factory=dict)
    """The points that count, by colour, or by what was made."""
    lines: tuple[Line, ...] = ()
    pyramids: tuple[Pyramid, ...] = ()
    areas: tuple[Area, ...] = ()
    extra_turns: int = 0
    ends: str = ""
    """The reason when the move ends the game."""
    winner: int | None = None
    """The seat that the move makes the winner at once, if any."""


@dataclass(frozen=True)
class Kernels:
    """The uniform functions of one game, interpreted or compiled.

    All take a position's bytes first. None of them checks that its arguments are
    legal, except `refusal`, whose business that is.
    """

    set_up: Callable[[Position, int, int, int], None]
    """Write the first position for (players, number of the variant, number of the option)."""
    acting: Callable[[Position], int]
    """Return who may act: a bit a seat, `CHANCE`, or 0 when the game is over."""
    list_moves: Callable[[Position, int, Any], int]
    """Write a seat's legal moves into an int32 buffer and return how many there are."""
    refusal: Callable[[Position, int, int], int]
    """Return 0 when the acting seat may play the move, else the number of the objection."""
    play: Callable[[Position, int, int], None]
    """Play a seat's legal move."""
    sample_move: Callable[[Position, int, Any], int]
    """Return one of the acting seat's legal moves, each as likely as any other."""
    chance_seat: Callable[[Position], int]
    """Return the seat that the chance event due concerns, or −1 when it concerns all."""
    list_outcomes: Callable[[Position, Any, Any], int]
    """Write the possible outcomes and how many tiles give each; return how many there are."""
    play_outcome: Callable[[Position, int], None]
    """Play a possible outcome of the chance event due."""
    sample_outcome: Callable[[Position, Any], int]
    """Return one of the outcomes, with the chance of its weight."""
    result: Callable[[Position, Any], int]
    """Write each seat's place into an int32 buffer and return the reason's number (0: goes on)."""
    conceal: Callable[[Position, int], None]
    """Forget all that a viewer (a seat, or −1) cannot know: what stays is what the viewer knows."""
    redeal: Callable[[Position, int, Any], None]
    """Fill what was concealed from a viewer with one of the possibilities, at random."""
    consequences: Callable[[Position, int, Any, int, Any], None]
    """Write what each of (moves, count) would bring into the rows of an int16 table."""

    @classmethod
    def of(cls, module: ModuleType, **others: Callable[..., Any]) -> Kernels:
        """Return the functions of a module by their names, but for those that are given."""
        names = [each.name for each in fields(cls)]
        return cls(**{name: others.get(name) or getattr(module, name) for name in names})


@dataclass(frozen=True)
class Objection:
    """Why a move is refused: the rule's id and the reason in words."""

    rule: str
    text: Text

    @classmethod
    def of(cls, rule: str, english: str, polish: str) -> Objection:
        """Return the objection in these words."""
        return cls(rule, Text(english, polish))


@dataclass(frozen=True)
class Option:
    """A choice made when a game is set up: its values, the first of which is the default."""

    name: str
    text: Text
    values: tuple[Any, ...]
    variants: tuple[str, ...] = ("standard",)
    """The variants in which the option may be given."""
    names: Mapping[Any, Text] = field(default_factory=dict)
    """What values are called that do not speak for themselves."""


@dataclass(frozen=True)
class Component:
    """Something in the box: how many, what, and the source letter (R, P or D) of the fact."""

    count: int
    text: Text
    source: str
    rule: str


@dataclass(frozen=True)
class Ages:
    """For whom a box is, by its booklet: from an age on, and up to one where it says so."""

    least: int
    most: int | None = None


@dataclass(frozen=True)
class Measure:
    """A number for each seat's scores, and what decides between seats that never met."""

    name: str
    value: Callable[[Sequence[int]], int]
    order: Callable[[Sequence[int]], Any]
    """The higher, the better: how players of solitaire games compare."""


POINTS = Measure("points", sum, sum)


@dataclass(frozen=True)
class Seating:
    """A number of players and a variant that the game can be played with."""

    players: int
    variant: str = "standard"
    teams: bool = False

    @property
    def parties(self) -> tuple[tuple[int, ...], ...]:
        """The seats that win together: partners sit opposite, all others play for themselves."""
        return ((0, 2), (1, 3)) if self.teams else tuple((seat,) for seat in range(self.players))


@dataclass(frozen=True, kw_only=True)
class Rules:
    """One game: what the rest of Kafelki needs to know to play, write, draw and describe it."""

    id: str
    version: int
    name: Text
    author: str = ""
    summary: Text
    minutes: int
    ages: Ages
    seatings: tuple[Seating, ...]
    options: tuple[Option, ...] = ()
    components: tuple[Component, ...]
    rule_ids: tuple[str, ...]
    layout: Layout
    kernels: Kernels
    move_count: int
    """The numbers of moves are below this."""
    most_moves: int
    """No position has more legal moves for one seat than this."""
    most_outcomes: int
    """No chance event has more different outcomes than this."""
    consequence_names: tuple[str, ...]
    """The columns of `Kernels.consequences`."""
    objections: Mapping[int, Objection]
    outcome_rules: Mapping[str, str]
    """The rule that an impossible chance event breaks, by its first word."""
    turn_rule: str = RECORD_RULE
    """The rule broken by a seat that moves when it may not."""
    move_text: Callable[[int], str]
    move_number: Callable[[str], int]
    """Return the number of a move's text; NotationError, with the reason, when it has none."""
    move_cells: Callable[[int], tuple[str, ...]]
    """Return the cells that a move covers."""
    outcome_text: Callable[[int], str]
    outcome_number: Callable[[str], int]
    scores: Callable[[Position], list[list[int]]]
    """Return each seat's scores, as a trace shows them."""
    cells: Callable[[Position], Any]
    """Return what lies where, as a trace shows it."""
    hands: Callable[[Position], list[list[str]]] | None = None
    """Return the tiles that each seat holds, in list order; None where nobody ever holds any."""
    common: Callable[[Position], dict[str, Any]]
    """Return what everybody may know and sees in the same way, from an allow-list."""
    own: Callable[[Position, int], dict[str, Any]] = field(default=lambda position, viewer: {})
    """Return what a viewer (a seat, or −1 for a spectator) sees differently than others do."""
    restore: Callable[[Position, Mapping[str, Any]], None]
    """Write what a view shows into a position just set up; what it hides stays for `redeal`.

    Where seats act at once, those that have placed unseen owe their move again, as after `conceal`.
    """
    explain: Callable[[Position, int, int], Explanation]
    """Return what a seat's legal move scores and why."""
    appearance: Appearance
    listed: int = 100
    """Where the game stands in lists of games: the lower, the earlier; equal ones by their ids."""
    measure: Measure = POINTS
    """What the game itself counts, beside who wins."""
    endings: Mapping[str, Text] = field(default_factory=lambda: ENDINGS)
    """Why the game may end: names in records, and words; `result` returns their numbers from 1."""
    hidden_outcomes: frozenset[str] = frozenset()
    """The first words of chance events that only the seat concerned sees."""
    unspoken: frozenset[int] = frozenset()
    """Moves that nobody is told of before the end; a chance event always follows them."""
    lays_open: frozenset[int] = frozenset()
    """Moves that lay tiles open to everybody: `common` tells them afterwards, as `shown`."""
    simultaneous: bool = False
    """Whether seats act at once, none seeing the others' moves before all have made theirs."""
    beside_board: Callable[[Position], dict[str, list[str]]] = field(default=lambda position: {})
    """Return the tiles that lie open beside the board, as a trace shows them."""
    extra: str = ""
    """What the booklet calls a tile that is played on top of one's turn: "turn" or "move"."""
    call: Text | None = None
    """What a player calls when a colour is full, where that earns an extra tile."""
    solo_note: Text | None = None
    """What one should know who plays alone: where we had to choose."""
    solo_title: Callable[[list[int]], Text] | None = None
    """Return the title that a single player's scores earn at the end."""
    option_number: Callable[[Mapping[str, Any]], int] = field(default=lambda options: 0)
    """Return the number by which `set_up` knows the options."""

    def facts(self) -> dict[str, Any]:
        """Return what everybody is told of the game: see `texts.as_data`."""
        return {
            "id": self.id,
            "name": self.name,
            "author": self.author,
            "summary": self.summary,
            "minutes": self.minutes,
            "ages": self.ages,
            "rules": self.version,
            "seatings": self.seatings,
            "options": self.options,
            "components": self.components,
        }

    def usual_players(self, variant: str = "standard") -> int:
        """Return how many play unless told otherwise: two, or as few as the game takes."""
        counts = [seating.players for seating in self.seatings if seating.variant == variant]
        return 2 if 2 in counts else min(counts, default=2)

    def ending(self, number: int) -> str:
        """Return the name of the ending with a number of `result`; "" while the game goes on."""
        return ["", *self.endings][number]

    def ending_number(self, name: str) -> int:
        """Return the number of an ending."""
        return [*self.endings].index(name) + 1

    def public(self, position: Position, viewer: int) -> dict[str, Any]:
        """Return all that a viewer (a seat, or −1 for a spectator) may know."""
        return {**self.common(position), **self.own(position, viewer)}


TOLD = (
    *("move_text", "move_number", "move_cells", "outcome_text", "outcome_number"),
    *("scores", "cells", "hands", "common", "own", "restore", "explain", "unspoken", "lays_open"),
)


def told_by(source: object) -> dict[str, Any]:
    """Return what a module or an object tells of a game under the names that `Rules` has for it."""
    return {name: getattr(source, name) for name in TOLD if hasattr(source, name)}
