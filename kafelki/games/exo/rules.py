"""EXO: stacking dominoes with an X and an O, five in a row seen from above.

2 |  .  .  .  .  .      Squares are named a1, b1, … from the lower left corner.
1 |  X  O  .  .  .      A tile lies on two of them, on the board or on two tiles
     a  b  c  d  e      of the same height.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, Layout, Position, kernel, table
from kafelki.kernels.randomness import random_below
from kafelki.rules import no_chance
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import (
    BOTH_FIVE,
    FIVE,
    NO_PLACE,
    NO_TILE,
    REASONS,
    Ages,
    Component,
    Explanation,
    Kernels,
    Line,
    Measure,
    NotationError,
    Objection,
    Option,
    Rules,
    Seating,
)
from kafelki.rules.dominoes import Placements
from kafelki.rules.geometry import square_board
from kafelki.rules.texts import Text, polish_quoted

LARGEST = 19
USUAL_SIZE = 10  # P (EX-1)
TILES = 60  # R (EX-2)
WINNING_LINE = 5  # R (EX-7)

BOARD = square_board(LARGEST, LARGEST)
"""Every size is the lower left corner of the largest board: names of squares stay."""

PLACEMENTS = Placements("XO", BOARD, rule="EX-4", board_rule="EX-4")
PAIRS = PLACEMENTS.pairs
CELLS = len(BOARD.names)
TABLES = BOARD.tables

STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))


def _rays() -> list[list[int]]:
    def at(row: int, column: int) -> int:
        inside = 0 <= row < LARGEST and 0 <= column < LARGEST
        return row * LARGEST + column if inside else -1

    return [[at(c // LARGEST + r, c % LARGEST + k) for r, k in STEPS] for c in range(CELLS)]


RAYS = table(_rays(), "int16")
"""[cell, direction of eight]: the next square; direction d + 4 is the opposite one."""

see = Layout(
    partners=("int16", CELLS),  # the square of the top tile's other half + 1; 0: none or covered
    free=("uint64", BOARD.pair_words),  # the pairs of squares that a tile may cover now
    heights=("int8", CELLS),  # how many tiles lie on a square
    tops=("int8", CELLS),  # what is seen from above: 0 nothing, 1 X, 2 O
    size=("int8", ()),
    left=("int8", ()),  # tiles in the common stock
    turn=("int8", ()),
    reason=("int8", ()),  # why the game is over; 0 while it goes on
    winner=("int8", ()),  # seat + 1; 0: nobody
)

OUTSIDE, UNEVEN, ONE_TILE, NO_TILE_HAS = range(1, 5)


@kernel
def set_up(position: Position, players: int, variant: int, option: int) -> None:
    """Write the empty board of `option` squares a side and the stock of tiles (EX-1, EX-2)."""
    s = see(position)
    s.size = option
    s.left = TILES
    for pair in range(PAIRS):
        if objection_to_pair(s, pair) == 0:
            bitset.add(s.free, pair)


@kernel
def acting(position: Position) -> int:
    """Return the seat whose turn it is; seat 0 starts and turns alternate (EX-3)."""
    s = see(position)
    return 0 if s.reason else 1 << s.turn


@kernel
def objection_to_pair(s: Fields, pair: int) -> int:
    """Return 0 when a tile may cover the pair of squares, else the objection (EX-4, EX-5)."""
    first, second = TABLES.pairs[pair, 0], TABLES.pairs[pair, 1]
    if second % LARGEST >= s.size or second // LARGEST >= s.size:
        return OUTSIDE
    if s.heights[first] != s.heights[second]:
        return UNEVEN
    if s.partners[first] == second + 1:
        return ONE_TILE
    return 0


@kernel
def refusal(position: Position, seat: int, move: int) -> int:
    """Return 0 when the tile may be placed so, else the objection (EX-2, EX-4, EX-5, EX-6)."""
    if move // PAIRS == 0 or move // PAIRS == 3:
        return NO_TILE_HAS
    return objection_to_pair(see(position), move % PAIRS)


@kernel
def list_moves(position: Position, seat: int, moves: Any) -> int:
    """Write both ways to cover each free pair; there is no passing (EX-3)."""
    s = see(position)
    count = bitset.list_members(s.free, moves)
    for k in range(count):
        moves[count + k] = moves[k] + 2 * PAIRS
        moves[k] += PAIRS
    return 2 * count


@kernel
def sample_move(position: Position, seat: int, random: Any) -> int:
    """Return a random legal move."""
    s = see(position)
    chosen = random_below(random, 2 * bitset.size(s.free))
    return bitset.member(s.free, chosen >> 1) + PAIRS * (1 + (chosen & 1))


@kernel
def play(position: Position, seat: int, move: int) -> None:
    """Place a tile; five in a row, an empty stock or no free pair ends the game (EX-7 to EX-9)."""
    s = see(position)
    colours = move // PAIRS
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    lay_half(s, first, second, colours // 2 + 1)
    lay_half(s, second, first, colours % 2 + 1)
    renew_free_pairs(s, first)
    renew_free_pairs(s, second)
    s.left -= 1
    mine = longest_line(s, first, second, seat + 1) >= WINNING_LINE
    others = longest_line(s, first, second, 2 - seat) >= WINNING_LINE
    if others:  # also when both have five (EX-8)
        s.reason, s.winner = BOTH_FIVE if mine else FIVE, 2 - seat
    elif mine:
        s.reason, s.winner = FIVE, seat + 1
    elif s.left == 0:
        s.reason = NO_TILE
    elif bitset.is_empty(s.free):
        s.reason = NO_PLACE
    s.turn = 1 - seat


@kernel
def lay_half(s: Fields, cell: int, partner: int, symbol: int) -> None:
    """Put one half of a tile on a square, on top of what lies there (EX-5)."""
    covered = s.partners[cell]
    if covered:
        s.partners[covered - 1] = 0
    s.partners[cell] = partner + 1
    s.heights[cell] += 1
    s.tops[cell] = symbol


@kernel
def renew_free_pairs(s: Fields, cell: int) -> None:
    """Find out again which pairs with the square can be covered."""
    bitset.subtract(s.free, TABLES.pair_masks, cell)
    for d in range(4):
        pair = PAIRS_AROUND[cell, d]
        if pair >= 0 and objection_to_pair(s, pair) == 0:
            bitset.add(s.free, pair)


def _pairs_around() -> list[list[int]]:
    around = []
    for cell in range(CELLS):
        row = []
        for d in range(4):
            other = TABLES.neighbours[cell, d]
            row.append(BOARD.pair_numbers.get((min(cell, other), max(cell, other)), -1))
        around.append(row)
    return around


PAIRS_AROUND = table(_pairs_around(), "int16")


@kernel
def line_length(s: Fields, cell: int, direction: int, symbol: int) -> int:
    """Return how many of a symbol follow a square in one direction, seen from above (EX-7)."""
    length = 0
    cell = RAYS[cell, direction]
    while cell >= 0 and s.tops[cell] == symbol:
        length += 1
        cell = RAYS[cell, direction]
    return length


@kernel
def longest_line(s: Fields, first: int, second: int, symbol: int) -> int:
    """Return the longest line of a symbol through either half of a tile just placed (EX-7)."""
    longest = 0
    cell = first if s.tops[first] == symbol else second
    for d in range(4):
        length = 1 + line_length(s, cell, d, symbol) + line_length(s, cell, d + 4, symbol)
        longest = max(longest, length)
    return longest


@kernel
def result(position: Position, places: Any) -> int:
    """Write the places: the winner first, a draw shares the first (EX-7 to EX-9)."""
    s = see(position)
    for seat in range(2):
        places[seat] = 2 if s.winner == 2 - seat else 1
    return s.reason


@kernel
def consequences(position: Position, seat: int, moves: Any, count: int, rows: Any) -> None:
    """Write for each move the longest line it gives the player and the opponent (EX-7, EX-8)."""
    s = see(position)
    for k in range(count):
        colours = moves[k] // PAIRS
        first, second = TABLES.pairs[moves[k] % PAIRS, 0], TABLES.pairs[moves[k] % PAIRS, 1]
        below_first, below_second = s.tops[first], s.tops[second]
        s.tops[first] = colours // 2 + 1
        s.tops[second] = colours % 2 + 1
        rows[k, 0] = longest_line(s, first, second, seat + 1)
        rows[k, 1] = longest_line(s, first, second, 2 - seat)
        s.tops[first] = below_first
        s.tops[second] = below_second


def move_number(text: str) -> int:
    """Return the number of a written move; each tile has one X and one O (EX-2)."""
    number = PLACEMENTS.number(text)
    if number // PAIRS not in (1, 2):
        raise NotationError(GAME.objections[NO_TILE_HAS].text, "EX-2")
    return number


def no_outcome_text(outcome: int) -> str:
    """Raise: there is no chance in this game."""
    raise ValueError(f"exo has no chance event {outcome}")


def no_outcome_number(text: str) -> int:
    """Raise: there is no chance in this game."""
    raise NotationError(
        Text(
            f"exo has no chance events, so {text!r} is not one",
            f"w EXO niczego się nie losuje, więc {polish_quoted(text)} nie może się zdarzyć",
        )
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


def hands(position: Position) -> list[list[str]]:
    """Return two empty hands: the stock is common (EX-2)."""
    return [[], []]


def common(position: Position) -> dict[str, Any]:
    """Return the whole position, for nothing is hidden in this game."""
    s = see(position)
    size = s.size
    area = [n for c, n in enumerate(BOARD.names) if c % LARGEST < size and c // LARGEST < size]
    return {
        "scores": scores(position),
        "cells": cells(position),
        "hands": [{"tiles": [], "hidden": 0} for _ in range(2)],
        "area": area,
        "left": s.left,
        "tiles": _tiles_on_top(s),
        "lines": [list(line.cells) for line in _winning_lines(s)] if s.winner else [],
    }


def _tiles_on_top(s: Fields) -> list[list[str]]:
    """Return the pairs of squares that share a tile nothing lies on: none may cover both (EX-5)."""
    others = ((cell, partner - 1) for cell, partner in enumerate(s.partners.tolist()))
    return [[BOARD.names[one], BOARD.names[other]] for one, other in others if one < other]


def restore(position: Position, view: Mapping[str, Any]) -> None:
    """Write the position that a view shows: all of it, for nothing is hidden."""
    s = see(position)
    for name, seen in view["cells"].items():
        cell = BOARD.numbers[name]
        s.tops[cell], s.heights[cell] = ".XO".index(seen[0]), int(seen[1:])
    for tile in view["tiles"]:
        one, other = (BOARD.numbers[name] for name in tile)
        s.partners[one], s.partners[other] = other + 1, one + 1
    for cell in range(CELLS):
        renew_free_pairs(s, cell)
    s.left = view["left"]
    s.turn = view["to_act"][0] if view["to_act"] else 1 - view["last"]["seat"]
    if view["over"]:
        s.reason = REASONS.index(view["result"]["reason"])
        s.winner = next((seat + 1 for seat in range(2) if view["scores"][seat] == [1]), 0)


def own(position: Position, viewer: int) -> dict[str, Any]:
    """Return nothing: everybody sees the same."""
    return {}


def _winning_lines(s: Fields) -> list[Line]:
    """Return all lines of five or more of one symbol, seen from above (EX-7, EX-8)."""
    taken = (cell for cell, top in enumerate(s.tops.tolist()) if top)
    through = (_line_through(s, cell, d) for cell in taken for d in range(4))
    return list(dict.fromkeys(line for line in through if line is not None))


def _line_through(s: Fields, cell: int, direction: int) -> Line | None:
    """Return the line of five or more that a square is part of, if there is one."""
    symbol = s.tops[cell]
    back = line_length(s, cell, direction + 4, symbol)
    length = 1 + back + line_length(s, cell, direction, symbol)
    if length < WINNING_LINE:
        return None
    for _ in range(back):
        cell = RAYS[cell, direction + 4]
    return Line("XO"[symbol - 1], _along(cell, direction, length))


def explain(position: Position, seat: int, move: int) -> Explanation:
    """Return the lines of five or more that a move makes, and who wins by it (EX-7, EX-8)."""
    after = position.copy()
    play(after, seat, move)
    s = see(after)
    halves = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
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
        cell = RAYS[cell, direction]
    return tuple(names)


def option_number(options: Mapping[str, Any]) -> int:
    """Return the size of the board."""
    return int(options.get("size", USUAL_SIZE))


SIZES = (USUAL_SIZE, *(size for size in range(5, LARGEST + 1) if size != USUAL_SIZE))

GAME = Rules(
    id="exo",
    version=1,
    name=Text("EXO", "EXO"),
    author="",
    summary=Text(
        "Noughts and crosses that grow upwards: five in a row, seen from above.",
        "Kółko i krzyżyk, które rośnie w górę: pięć w rzędzie, widziane z góry.",
    ),
    minutes=15,
    ages=Ages(7),
    seatings=(Seating(2),),
    options=(Option("size", Text("squares a side", "liczba pól na boku"), SIZES),),
    components=(
        Component(1, Text("board of 10 × 10 squares", "plansza 10 × 10 pól"), "P", "EX-1"),
        Component(60, Text("tiles with an X and an O", "płytek z X i O"), "R", "EX-2"),
    ),
    rule_ids=tuple(f"EX-{k}" for k in range(1, 10)),
    layout=see,
    kernels=Kernels(
        set_up=set_up,
        acting=acting,
        list_moves=list_moves,
        refusal=refusal,
        play=play,
        sample_move=sample_move,
        chance_seat=no_chance.chance_seat,
        list_outcomes=no_chance.list_outcomes,
        play_outcome=no_chance.play_outcome,
        sample_outcome=no_chance.sample_outcome,
        result=result,
        conceal=no_chance.conceal,
        redeal=no_chance.redeal,
        consequences=consequences,
    ),
    move_count=4 * PAIRS,
    most_moves=2 * PAIRS,
    most_outcomes=1,
    consequence_names=("line", "opponent_line"),
    objections={
        NO_TILE_HAS: Objection(
            "EX-2",
            Text("every tile has one X and one O", "każda płytka ma jeden X i jedno O"),
        ),
        OUTSIDE: Objection(
            "EX-4",
            Text("the whole tile must lie on the board", "cała płytka musi leżeć na planszy"),
        ),
        UNEVEN: Objection(
            "EX-5",
            Text(
                "both squares must have the same height",
                "oba pola muszą być na tym samym poziomie",
            ),
        ),
        ONE_TILE: Objection(
            "EX-5",
            Text(
                "a tile may not cover one other tile wholly: it rests on two different ones",
                "ta płytka zakryłaby w całości inną, a musi leżeć na dwóch różnych",
            ),
        ),
    },
    outcome_rules={},
    turn_rule="EX-3",
    move_text=PLACEMENTS.text,
    move_number=move_number,
    move_cells=PLACEMENTS.cells,
    outcome_text=no_outcome_text,
    outcome_number=no_outcome_number,
    scores=scores,
    cells=cells,
    hands=hands,
    common=common,
    own=own,
    restore=restore,
    explain=explain,
    appearance=Appearance(
        cell="square",
        colours={
            "X": Look(Text("cross", "krzyżyk"), "#1f5fa8", "cross"),
            "O": Look(Text("nought", "kółko"), "#e8a13a", "ring"),
        },
        places=BOARD.places,
        initials=False,
    ),
    listed=4,
    measure=Measure("wins", sum, sum),
    option_number=option_number,
)
