"""Traces of short games, line by line as they were worked out by hand."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from kafelki.play.game import Game, trace_line
from kafelki.play.record import parse_record
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.scripts import events_of

Line = dict[str, Any]

KEYS = ["after", "over", "chance", "to_act", "legal", "scores", "cells", "hands"]


def trace(game: str, players: int, script: str, **header: Any) -> list[Line]:
    """Return a trace: one line for each prefix of the events of a script."""
    data = {"kafelki": 1, "game": game, "rules": 1, "players": players, **header}
    data["events"] = events_of(script)
    return [json.loads(json.dumps(trace_line(each))) for each in parse_record(data).steps()]


def waiting(after: int, **fields: Any) -> Line:
    """Return the line of a position in which chance is due."""
    line = {"after": after, "over": False, "chance": True, "to_act": [], "legal": {}}
    return line | fields


def moving(after: int, legal: Mapping[int, Iterable[str]], **fields: Any) -> Line:
    """Return the line of a position in which seats are to move."""
    listed = {str(seat): sorted(moves) for seat, moves in legal.items()}
    line = {"after": after, "over": False, "chance": False, "to_act": sorted(legal)}
    return line | {"legal": listed} | fields


def ended(after: int, **fields: Any) -> Line:
    """Return the line of the last position."""
    line = {"after": after, "over": True, "chance": False, "to_act": [], "legal": {}}
    return line | fields


def square_pairs(columns: str, rows: Iterable[int], without: Iterable[str] = ()) -> list[str]:
    """Return the pairs of squares that share a side, as they are written."""
    taken = set(without)
    squares = [(x, y) for y in rows for x in columns if f"{x}{y}" not in taken]
    pairs = [f"{x}{y} {chr(ord(x) + 1)}{y}" for x, y in squares if (chr(ord(x) + 1), y) in squares]
    return pairs + [f"{x}{y} {x}{y + 1}" for x, y in squares if (x, y + 1) in squares]


def both_ways(pairs: Iterable[str]) -> list[str]:
    return [f"{tile} {pair}" for pair in pairs for tile in ("XO", "OX")]


# All of them


@pytest.mark.parametrize(
    ("game", "more"),
    [
        (WITH_RACKS, []),
        (WITH_PAIRS, []),
        (AT_ONCE, []),
        (WITHOUT_CHANCE, []),
        (WITHOUT_BOARD, ["bank"]),
    ],
)
def test_a_line_has_the_keys_of_the_contract_in_its_order(game: str, more: list[str]) -> None:
    assert list(trace_line(Game(game))) == KEYS + more
