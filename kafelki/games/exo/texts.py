"""EXO for people: texts of moves, what a trace shows, what a viewer may know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafelki.games.exo import kernels
from kafelki.games.exo.kernels import BOARD, LARGEST, PAIRS, see
from kafelki.kernels.language import Fields, Position
from kafelki.rules.contract import REASONS, Explanation, Line, NotationError, Objection
from kafelki.rules.texts import polish_quoted


def move_number(text: str) -> int:
    """Return the number of a written move; each tile has one X and one O (EX-2)."""
    number = kernels.PLACEMENTS.number(text)
    if number // PAIRS not in (1, 2):
        raise NotationError(OBJECTIONS[kernels.NO_TILE_HAS].text, "EX-2")
    return number


def outcome_text(outcome: int) -> str:
    """Raise: there is no chance in this game."""
    raise ValueError(f"exo has no chance event {outcome}")


def outcome_number(text: str) -> int:
    """Raise: there is no chance in this game."""
    raise NotationError(
        f"exo has no chance events, so {text!r} is not one",
        polish=f"w EXO niczego się nie losuje, więc {polish_quoted(text)} nie może się zdarzyć",
    )


def scores(position: Position) -> list[list[int]]:
    """Return 1 for the winner's seat and 0 for the other."""
    winner = see(position).winner
    return [[int(winner == seat + 1)] for seat in range(2)]


def cells(position: Position) -> dict[str, str]:
    """Return the symbol seen and the height of every square that is not empty."""
    s = see(position)
    return {
        name: f"{'.XO'[top]}{height}"
        for name, top, height in zip(BOARD.names, s.tops.tolist(), s.heights.tolist(), strict=True)
        if height
    }


def common(position: Position) -> dict[str, Any]:
    """Return the whole position, for nothing is hidden in this game."""
    s = see(position)
    size = s.size
    area = [n for c, n in enumerate(BOARD.names) if c % LARGEST < size and c // LARGEST < size]
    return {
        "scores": scores(position),
        "cells": cells(position),
        "area": area,
        "left": s.left,
        "tiles": _tiles_on_top(s),
        "lines": [list(line.cells) for line in _winning_lines(s)] if s.winner else [],
    }


def _tiles_on_top(s: Fields) -> list[list[str]]:
    """Return the pairs of squares that share a tile nothing lies on: none may cover both (EX-5)."""
    others = enumerate(s.others.tolist())
    return [[BOARD.names[one], BOARD.names[one + far]] for one, far in others if far > 0]


def restore(position: Position, view: Mapping[str, Any]) -> None:
    """Write the position that a view shows: all of it, for nothing is hidden."""
    s = see(position)
    for name, seen in view["cells"].items():
        cell = BOARD.numbers[name]
        s.tops[cell], s.heights[cell] = ".XO".index(seen[0]), int(seen[1:])
    for tile in view["tiles"]:
        one, other = (BOARD.numbers[name] for name in tile)
        s.others[one], s.others[other] = other - one, one - other
    for cell in range(kernels.CELLS):
        kernels.renew_free_pairs(s, cell)
    s.left = view["left"]
    s.turn = view["to_act"][0] if view["to_act"] else 1 - view["last"]["seat"]
    if view["over"]:
        s.reason = REASONS.index(view["result"]["reason"])
        s.winner = next((seat + 1 for seat in range(2) if view["scores"][seat] == [1]), 0)


def _winning_lines(s: Fields) -> list[Line]:
    """Return all lines of five or more of one symbol, seen from above (EX-7, EX-8)."""
    taken = (cell for cell, top in enumerate(s.tops.tolist()) if top)
    through = (_line_through(s, cell, d) for cell in taken for d in range(4))
    return list(dict.fromkeys(line for line in through if line is not None))


def _line_through(s: Fields, cell: int, direction: int) -> Line | None:
    """Return the line of five or more that a square is part of, if there is one."""
    symbol = s.tops[cell]
    back = kernels.line_length(s, cell, direction + 4, symbol)
    length = 1 + back + kernels.line_length(s, cell, direction, symbol)
    if length < kernels.WINNING_LINE:
        return None
    for _ in range(back):
        cell = kernels.RAYS[cell, direction + 4]
    return Line("XO"[symbol - 1], _along(cell, direction, length))


def explain(position: Position, seat: int, move: int) -> Explanation:
    """Return the lines of five or more that a move makes, and who wins by it (EX-7, EX-8)."""
    after = position.copy()
    kernels.play(after, seat, move)
    s = see(after)
    halves = kernels.TABLES.pairs[move % PAIRS, 0], kernels.TABLES.pairs[move % PAIRS, 1]
    made = (_line_through(s, cell, d) for cell in halves for d in range(4))
    return Explanation(
        lines=tuple(line for line in made if line is not None),
        ends=REASONS[s.reason],
        winner=s.winner - 1 if s.winner else None,
    )


def _along(cell: int, direction: int, length: int) -> tuple[str, ...]:
    names = []
    for _ in range(length):
        names.append(BOARD.names[cell])
        cell = kernels.RAYS[cell, direction]
    return tuple(names)


OBJECTIONS = {
    kernels.NO_TILE_HAS: Objection.of(
        "EX-2", "every tile has one X and one O", "każda płytka ma jeden X i jedno O"
    ),
    kernels.OUTSIDE: Objection.of(
        "EX-4", "the whole tile must lie on the board", "cała płytka musi leżeć na planszy"
    ),
    kernels.UNEVEN: Objection.of(
        "EX-5", "both squares must have the same height", "oba pola muszą być na tym samym poziomie"
    ),
    kernels.ONE_TILE: Objection.of(
        "EX-5",
        "a tile may not cover one other tile wholly: it rests on two different ones",
        "ta płytka zakryłaby w całości inną, a musi leżeć na dwóch różnych",
    ),
}
