"""Kolorowy zawrót głowy for people: texts of moves, what a trace shows, what a viewer may know."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Any

from kafelki.games.zawrot import kernels
from kafelki.games.zawrot.kernels import PLACES, REACH, SPAN, TAKES, TILES, see
from kafelki.kernels.language import Fields, Position
from kafelki.rules.contract import ALL_PLACED, REASONS, Explanation, Line, NotationError, Objection
from kafelki.rules.texts import polish_quoted

TILE_NUMBERS = {tile: number for number, tile in enumerate(TILES)}
COORDINATE = "(0|-?[1-9][0-9]*)"
PLACEMENT = re.compile(f"(..) {COORDINATE},{COORDINATE}")
TAKING = re.compile("take (..)")


def move_text(move: int) -> str:
    """Return a move as it is written.

    >>> move_text(move_number("Ys 1,-12")), move_text(move_number("take Rf"))
    ('Ys 1,-12', 'take Rf')
    """
    if move >= TAKES:
        return f"take {TILES[move - TAKES]}"
    return f"{TILES[move // PLACES]} {_square_name(move % PLACES)}"


def move_number(text: str) -> int:
    """Return the number of a written move; NotationError says what is wrong with it."""
    if match := TAKING.fullmatch(text):
        return TAKES + _tile_number(match[1])
    match = PLACEMENT.fullmatch(text)
    if not match:
        raise NotationError(
            f"{text!r} is no move such as 'Ys 1,0' or 'take Rf'",
            polish=f"{polish_quoted(text)} to nie ruch, jak „Ys 1,0” albo „take Rf”",
        )
    tile = _tile_number(match[1])
    if any(len(number) > 3 or abs(int(number)) > REACH for number in match.groups()[1:]):
        raise NotationError(
            f"{match[2]},{match[3]} is too far away to touch a tile",
            "ZG-4",
            polish=f"{match[2]},{match[3]} leży za daleko, by dotykać kafelka".replace("-", "−"),
        )
    return tile * PLACES + (int(match[3]) + REACH) * SPAN + int(match[2]) + REACH


def move_cells(move: int) -> tuple[str, ...]:
    """Return the square that a placement covers; none for a taking."""
    return () if move >= TAKES else (_square_name(move % PLACES),)


def outcome_text(outcome: int) -> str:
    """Return a chance event as it is written."""
    kind, tile = divmod(outcome, kernels.OUTCOMES)
    return f"{kernels.CHANCE_WORDS[kind]} {TILES[tile]}"


def outcome_number(text: str) -> int:
    """Return the number of a written chance event; NotationError says what is wrong with it.

    >>> outcome_text(outcome_number("start Gn"))
    'start Gn'
    """
    word, _, tile = text.partition(" ")
    if word not in kernels.CHANCE_WORDS:
        raise NotationError(
            f"{text!r} is no chance event such as 'bank Ys', 'start Ys', 'draw Ys'",
            polish=f"{polish_quoted(text)} to nie losowanie, jak „bank Ys”, „start Ys”, „draw Ys”",
        )
    return kernels.CHANCE_WORDS.index(word) * kernels.OUTCOMES + _tile_number(tile)


def _tile_number(tile: str) -> int:
    if tile not in TILE_NUMBERS:
        colours, shapes = " ".join(kernels.COLOURS), " ".join(kernels.SHAPES)
        raise NotationError(
            f"{tile!r} is not a tile: a colour ({colours}), then a shape ({shapes})",
            polish=(
                f"{polish_quoted(tile)} to nie kafelek: najpierw kolor ({colours}), "
                f"potem kształt ({shapes})"
            ),
        )
    return TILE_NUMBERS[tile]


@cache
def _square_name(place: int) -> str:
    return f"{place % SPAN - REACH},{place // SPAN - REACH}"


def _tiles(numbers: int) -> list[str]:
    """Return the tiles of a set, in list order."""
    return [tile for number, tile in enumerate(TILES) if numbers >> number & 1]


def scores(position: Position) -> list[list[int]]:
    """Return each seat's own points, in teams too."""
    s = see(position)
    return [[s.points[seat]] for seat in range(s.players)]


def cells(position: Position) -> dict[str, str]:
    """Return the tile on every square that is not empty."""
    s = see(position)
    return {
        _square_name(kernels.place_of(s, square)): TILES[number - 1]
        for square, number in enumerate(s.cells.tolist())
        if number
    }


def bank(position: Position) -> dict[str, list[str]]:
    """Return the face-up tiles of the bank (ZG-2)."""
    return {"bank": _tiles(see(position).bank)}


def hands(position: Position) -> list[list[str]]:
    """Return the tiles that each seat holds."""
    s = see(position)
    return [_tiles(s.hands[seat]) for seat in range(s.players)]


def common(position: Position) -> dict[str, Any]:
    """Return what everybody sees: the table, the bank, and how many tiles are in the stack."""
    open_to_all = {"scores": scores(position), "cells": cells(position), **bank(position)}
    return {**open_to_all, "stack": see(position).stack.bit_count()}


def own(position: Position, viewer: int) -> dict[str, Any]:
    """Return the hands as a viewer knows them: not what others drew unseen (ZG-2).

    A tile taken from the bank was seen by everybody, so it is known in any hand.
    """
    s = see(position)
    held = [s.hands[seat] for seat in range(s.players)]
    known = [hand if seat == viewer else hand & s.seen for seat, hand in enumerate(held)]
    unseen = s.stack
    for hand, part in zip(held, known, strict=True):
        unseen |= hand ^ part
    return {
        "hands": [
            {"tiles": _tiles(part), "hidden": (hand ^ part).bit_count()}
            for hand, part in zip(held, known, strict=True)
        ],
        "unseen": _tiles(unseen),
    }


def restore(position: Position, view: Mapping[str, Any]) -> None:
    """Write what a view shows; the tiles that it hides are all in the stack."""
    s = see(position)
    for name, tile in view["cells"].items():
        kernels.lay(s, *divmod(move_number(f"{tile} {name}"), PLACES))
    s.bank = _set_of(view["bank"])
    s.stack = _set_of(view["unseen"])
    own = None if view["over"] else view["viewer"]
    for seat, hand in enumerate(view["hands"]):
        s.points[seat] = view["scores"][seat][0]
        s.hands[seat] = _set_of(hand["tiles"])
        s.hidden[seat] = hand["hidden"]
        if seat != own:
            s.seen |= s.hands[seat]
            s.stack &= ~s.hands[seat]
    s.phase, s.turn = _what_is_due(view)


def _what_is_due(view: Mapping[str, Any]) -> tuple[int, int]:
    """Return the phase of the position that a view shows, and the seat whose turn it is."""
    last = view["last"]
    if view["over"]:
        return kernels.OVER, 0
    if view["to_act"]:
        (turn,) = view["to_act"]
        placed = last is not None and last["seat"] == turn and not TAKING.fullmatch(last["move"])
        return (kernels.TAKE if placed else kernels.PLACE), turn
    if last is not None:
        return kernels.FILL_BANK, last["seat"]
    if view["cells"]:
        sizes = [len(hand["tiles"]) + hand["hidden"] for hand in view["hands"]]
        return kernels.DRAW, next(seat for seat, size in enumerate(sizes) if size < kernels.HAND)
    return (kernels.FILL_BANK if len(view["bank"]) < kernels.BANK else kernels.START), 0


def _set_of(tiles: Iterable[str]) -> int:
    return sum(1 << TILE_NUMBERS[tile] for tile in tiles)


def explain(position: Position, seat: int, move: int) -> Explanation:
    """Return the lines of three that a placement completes, and their points (ZG-6)."""
    if move >= TAKES:
        return Explanation()
    lines = tuple(_completed_lines(see(position), move // PLACES, move % PLACES))
    after = position.copy()
    kernels.play(after, seat, move)
    ends = REASONS[ALL_PLACED] if see(after).phase == kernels.OVER else ""
    return Explanation({"lines": len(lines)}, lines, ends=ends)


def _completed_lines(s: Fields, tile: int, place: int) -> Iterator[Line]:
    square = kernels.SQUARE_OF[place]
    digits = kernels.COLOUR_DIGITS[tile], kernels.SHAPE_DIGITS[tile]
    x, y = place % SPAN, place // SPAN
    for axis, (dx, dy) in enumerate(kernels.STEPS[:4]):
        tally = kernels.tally_along(s.cells, square, axis)
        behind = kernels.tally_beyond(s.cells, square, axis + 4)
        for letter, digit in zip(TILES[tile], digits, strict=True):
            if tally >> digit & 15 == kernels.LINE - 1:
                first = -(behind >> digit & 15)
                steps = range(first, first + kernels.LINE)
                names = [_square_name((y + k * dy) * SPAN + x + k * dx) for k in steps]
                yield Line(letter, tuple(names))


OBJECTIONS = {
    kernels.NOT_HELD: Objection.of(
        "ZG-4", "that tile is not in your hand", "tego kafelka nie masz w ręku"
    ),
    kernels.OCCUPIED: Objection.of(
        "ZG-4", "a tile already lies there", "w tym miejscu leży już kafelek"
    ),
    kernels.APART: Objection.of(
        "ZG-4",
        "a tile must touch another one by at least one side",
        "kafelek musi stykać się bokiem z którymś z leżących na stole",
    ),
    kernels.FOURTH_COLOUR: Objection.of(
        "ZG-7",
        "it would be a fourth tile of its colour in one line",
        "nie wolno dołożyć czwartego kafelka tego samego koloru w jednej linii",
    ),
    kernels.FOURTH_SHAPE: Objection.of(
        "ZG-7",
        "it would be a fourth tile of its shape in one line",
        "nie wolno dołożyć czwartego kafelka tego samego kształtu w jednej linii",
    ),
    kernels.NOT_IN_BANK: Objection.of(
        "ZG-8", "that tile is not in the bank", "tego kafelka nie ma w banku"
    ),
    kernels.PLACE_FIRST: Objection.of(
        "ZG-8",
        "place a tile first, then take one from the bank",
        "najpierw wyłóż kafelek, potem dobierz inny z banku",
    ),
    kernels.TAKE_FIRST: Objection.of(
        "ZG-8",
        "you have placed your tile: now take one from the bank",
        "kafelek już wyłożony: teraz dobierz jeden z banku",
    ),
}
