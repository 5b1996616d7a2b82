"""Bits for people: texts of moves, what a trace shows, what a viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafelki.games.bits import kernels as bits
from kafelki.games.bits.kernels import BOARD, COLOURS, TILES, see
from kafelki.kernels.language import Fields, Position
from kafelki.rules.contract import (
    REASONS,
    THREE_ROUNDS,
    Area,
    Explanation,
    NotationError,
    Objection,
)
from kafelki.rules.texts import Text, polish_quoted


def move_number(text: str) -> int:
    """Return the number of a written move; both halves must be inside the grid (BI-7)."""
    for name in text.split(" ")[1:]:
        beyond = len(name) == 2 and "a" <= name[0] <= "z" and "1" <= name[1] <= "9"
        if beyond and name not in BOARD.numbers:
            raise NotationError(
                f"{name!r} is outside the grid of the ramp",
                "BI-7",
                polish=f"{polish_quoted(name)} leży poza rampą",
            )
    return bits.PLACEMENTS.number(text)


OUTCOME_TEXTS = (
    {bits.TASK * bits.OUTCOMES + k: f"task {task.name}" for k, task in enumerate(bits.TASKS)}
    | {bits.START * bits.OUTCOMES + k: f"start {tile}" for k, tile in enumerate(TILES)}
    | {bits.CARD * bits.OUTCOMES + k: f"card {tile}" for k, tile in enumerate(TILES)}
)
OUTCOME_NUMBERS = {text: number for number, text in OUTCOME_TEXTS.items()}


def outcome_text(outcome: int) -> str:
    """Return a chance outcome as it is written."""
    return OUTCOME_TEXTS[outcome]


def outcome_number(text: str) -> int:
    """Return the number of a written chance outcome."""
    if text not in OUTCOME_NUMBERS:
        raise NotationError(
            f"{text!r} is not a task, a starting tile or a building card, such as 'card OB'",
            polish=(
                f"{polish_quoted(text)} to nie zadanie, kafelek startowy ani karta budowy, "
                "jak „card OB”"
            ),
        )
    return OUTCOME_NUMBERS[text]


def scores(position: Position) -> list[list[int]]:
    """Return each seat's points by round, zeros for rounds not yet scored."""
    s = see(position)
    return [[s.points[seat, k] for k in range(bits.ROUNDS)] for seat in range(s.players)]


def cells(position: Position) -> list[dict[str, str]]:
    """Return the colours on each seat's ramp, placements that are not shown yet included."""
    s = see(position)
    return [_ramp(s, seat) for seat in range(s.players)]


def _ramp(s: Fields, seat: int, without: int = 0) -> dict[str, str]:
    """Return the colours on a ramp, less the squares of the set `without`."""
    ramp = {}
    for colour, squares in zip(COLOURS, s.squares.tolist()[seat], strict=True):
        left = squares & ~without
        while left:
            lowest = left & -left
            ramp[BOARD.names[lowest.bit_length() - 1]] = colour
            left ^= lowest
    return ramp


def _squares_of(move: int) -> int:
    pair = move % bits.PAIRS
    return (1 << bits.TABLES.pairs[pair, 0]) | (1 << bits.TABLES.pairs[pair, 1])


def common(position: Position) -> dict[str, Any]:
    """Return all but what lies on the ramps.

    `tile` is what each seat has to place, or has placed unseen, and `placed` says which.
    """
    s = see(position)
    seats = range(s.players)
    return {
        "scores": scores(position),
        "area": list(BOARD.names),
        "tasks": [bits.TASKS[s.tasks[k]].name for k in range(s.round)],
        "tile": [TILES[s.tiles[seat] - 1] if s.tiles[seat] else None for seat in seats],
        "placed": [s.pending[seat] > 0 for seat in seats],
        "round": max(s.round, 1),
        "left": dict(zip(TILES, s.cards.tolist(), strict=True)),
    }


def own(position: Position, viewer: int) -> dict[str, Any]:
    """Return the ramps, less the others' placements of a tile that not all have placed (BI-11)."""
    s = see(position)
    seats = range(s.players)
    unseen = [_squares_of(s.pending[k] - 1) if s.pending[k] and k != viewer else 0 for k in seats]
    return {"cells": [_ramp(s, seat, unseen[seat]) for seat in seats]}


def restore(position: Position, view: Mapping[str, Any]) -> None:
    """Write what a view shows: who has placed unseen owes it again (BI-11)."""
    s = see(position)
    s.round = len(view["tasks"])
    for k, name in enumerate(view["tasks"]):
        s.tasks[k] = next(number for number, task in enumerate(bits.TASKS) if task.name == name)
    for number, tile in enumerate(TILES):
        s.cards[number] = view["left"][tile]
    for seat, ramp in enumerate(view["cells"]):
        for k in range(bits.ROUNDS):
            s.points[seat, k] = view["scores"][seat][k]
        for name, letter in ramp.items():
            s.squares[seat, COLOURS.index(letter)] |= 1 << BOARD.numbers[name]
        bits.measure_heights(s, seat)
        tile = view["tile"][seat]
        s.tiles[seat] = 0 if tile is None else TILES.index(tile) + 1
        if view["placed"][seat] and seat == view["viewer"]:
            s.pending[seat] = move_number(view["last"]["move"]) + 1
        elif view["placed"][seat] or seat in view["to_act"]:
            s.owing |= 1 << seat
    s.due = _what_is_due(s, view)


def _what_is_due(s: Fields, view: Mapping[str, Any]) -> int:
    """Return what comes once nobody owes a placement in the position that a view shows."""
    if view["over"]:
        return bits.OVER
    if view["to_act"]:
        return bits.CARD
    if s.round and not any(view["cells"]):
        return bits.START
    return bits.CARD if s.round and bits.somebody_has_room(s) else bits.TASK


def explain(position: Position, seat: int, move: int) -> Explanation:
    """Return the areas that a placement makes or changes, and what the ramp then scores.

    Points are as they would be if the round ended now. That the move ends the game is
    only told when it does not follow from placements that are still unseen (BI-11).
    """
    after = position.copy()
    bits.play(after, seat, move)
    s = see(after)
    nothing_unseen = not any(see(position).pending)
    return Explanation(
        points={"round": bits.ramp_points(s, seat)},
        areas=_areas_at(s, seat, _squares_of(move)),
        ends=REASONS[THREE_ROUNDS] if s.due == bits.OVER and nothing_unseen else "",
    )


def _areas_at(s: Fields, seat: int, places: int) -> tuple[Area, ...]:
    """Return the areas of a ramp that have one of some squares."""
    areas = []
    for colour, letter in enumerate(COLOURS):
        squares = s.squares[seat, colour]
        while squares & places:
            within = squares & places
            area = bits.area_around(squares, within & -within)
            names = tuple(name for cell, name in enumerate(BOARD.names) if area >> cell & 1)
            areas.append(Area(letter, names, bits.area_points(s, area)))
            squares ^= area
    return tuple(areas)


SOLO_TITLES = (  # R; that 17 itself is a master's: D (BI-18)
    (17, Text("Bits Master", "Mistrz Bits")),
    (13, Text("Area Emperor", "Imperator Obszaru")),
    (9, Text("Star of Colours", "Gwiazda Kolorów")),
    (5, Text("Conqueror of Hues", "Zdobywca Barw")),
)
LOWEST_TITLE = Text("Tile", "Kafelek")


def solo_title(points: int) -> Text:
    """Return the title that a single player earns with so many points (BI-18).

    >>> solo_title(13).pl
    'Imperator Obszaru'
    """
    return next((title for least, title in SOLO_TITLES if points >= least), LOWEST_TITLE)


OBJECTIONS = {
    bits.WRONG_TILE: Objection.of(
        "BI-11",
        "everybody places the tile of the building card",
        "wszyscy układają kafelek z odkrytej karty budowy",
    ),
    bits.WRONG_START: Objection.of(
        "BI-10",
        "the first tile is the starting tile that you drew",
        "najpierw układasz wylosowany kafelek startowy",
    ),
    bits.TAKEN: Objection.of(
        "BI-6", "another tile lies there already", "leży tam już inny kafelek"
    ),
    bits.COVERED: Objection.of(
        "BI-6",
        "a gap that cannot be reached from above stays a gap",
        "ta luka jest przykryta i zostaje pusta: od góry nie ma do niej drogi",
    ),
    bits.SLIDES_ON: Objection.of(
        "BI-6",
        "the tile slides on, until it meets the bottom edge or another tile",
        "kafelek zsuwa się dalej, aż do dolnej krawędzi rampy lub innego kafelka",
    ),
    bits.SITS_OUT: Objection.of(
        "BI-8",
        "there is no room for any tile on this ramp: its player sits the round out",
        "na tej rampie nie ma już miejsca na żaden kafelek: gracz czeka na koniec rundy",
    ),
    bits.HAS_PLACED: Objection.of(
        "BI-11",
        "this tile is placed: the next one comes when everybody has placed",
        "ten kafelek już leży: następny pojawi się, gdy wszyscy ułożą swoje",
    ),
}
