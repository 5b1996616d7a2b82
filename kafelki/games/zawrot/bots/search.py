"""Playing on in imagined worlds: each side's best few moves, as far as is asked.

The tree is walked with one row of the work arrays for each level, never by recursion.
Values are leads in points, seen from the seat that thinks.
"""

from __future__ import annotations

from typing import Any

from kafelki.games.zawrot.bots.chances import copy_sheet, note_tile
from kafelki.games.zawrot.bots.judge import judge_moves
from kafelki.games.zawrot.rules import (
    FILL_BANK,
    OVER,
    PLACE,
    PLACES,
    SQUARE_OF,
    TAKES,
    list_moves,
    play,
    play_outcome,
    redeal,
    sample_outcome,
    see,
)
from kafelki.kernels.language import Fields, Position, copy_position, kernel
from kafelki.kernels.randomness import STEP, WORD, random_word

FAR = 1000.0
"""More than any lead."""

WIN = 20.0
"""What a won game is worth beside the lead."""

LEVELS = 40
"""No tree is deeper: two moves a turn, and beyond the horizon nothing."""

LOW, HIGH, VALUE, CHILD, CHILDREN = range(5)
NUMBERS = 5
"""What is kept of each level: the window, the value so far, the next child and their number."""


@kernel
def try_moves(
    known: Position,
    seat: int,
    tried: Any,
    count: int,
    horizon: int,
    width: int,
    worlds: int,
    limit: int,
    random: Any,
    results: Any,
    weights: Any,
    surveyed: Any,
    positions: Any,
    sheets: Any,
    moves: Any,
    values: Any,
    facts: Any,
    levels: Any,
) -> int:
    """Write how each tried move turns out, a row of results a world; return the nodes used.

    In a world all moves meet the same hidden tiles and the same draws: only the moves differ.
    With one world, a move that cannot be the best is left as soon as that is certain.
    """
    nodes = 0
    for world in range(worlds):
        copy_position(positions[LEVELS], known)
        redeal(positions[LEVELS], seat, random)
        draws = random_word(random)
        state = random[0]
        levels[LOW] = -FAR
        for k in range(count):
            copy_position(positions[0], positions[LEVELS])
            copy_sheet(sheets[0], surveyed)
            make(positions[0], seat, tried[k], sheets[0])
            nodes += search(
                seat, see(known).left - horizon, width, draws, limit - nodes, random, weights,
                positions, sheets, moves, values, facts, levels,
            )  # fmt: skip
            if nodes >= limit:
                return nodes
            results[world * count + k] = levels[VALUE]
            levels[LOW] = max(levels[LOW], levels[VALUE]) if worlds == 1 else -FAR
        random[0] = state
    return nodes


@kernel
def make(position: Position, seat: int, move: int, sheet: Any) -> None:
    """Play a move on the position and on its sheet."""
    play(position, seat, move)
    if move < TAKES:
        note_tile(see(position).cells, SQUARE_OF[move % PLACES], sheet)


@kernel
def search(
    seat: int,
    end: int,
    width: int,
    draws: int,
    limit: int,
    random: Any,
    weights: Any,
    positions: Any,
    sheets: Any,
    moves: Any,
    values: Any,
    facts: Any,
    levels: Any,
) -> int:
    """Leave the value of the first row's position at VALUE of the first level; return the nodes.

    A value at or below the LOW that the first level had is only an upper bound. Where the nodes
    reach the limit the search breaks off, without a value.
    """
    lowest = levels[LOW]
    level = 0
    nodes = 1
    levels[HIGH] = FAR
    draw(positions[0], draws, random)
    open_level(seat, end, width, 0, weights, positions, sheets, moves, values, facts, levels)
    while True:
        at = level * NUMBERS
        if levels[at + CHILD] < levels[at + CHILDREN] and levels[at + LOW] < levels[at + HIGH]:
            move = moves[level, int(levels[at + CHILD])]
            levels[at + CHILD] += 1
            mover = see(positions[level]).turn
            copy_position(positions[level + 1], positions[level])
            copy_sheet(sheets[level + 1], sheets[level])
            make(positions[level + 1], mover, move, sheets[level + 1])
            draw(positions[level + 1], draws, random)
            level += 1
            levels[at + NUMBERS + LOW] = levels[at + LOW]
            levels[at + NUMBERS + HIGH] = levels[at + HIGH]
            nodes += 1
            open_level(
                seat, end, width, level, weights, positions, sheets, moves, values, facts, levels
            )
            continue
        if level == 0 or nodes >= limit:
            levels[LOW] = lowest
            return nodes
        level -= 1
        mine = on_side(see(positions[level]), see(positions[level]).turn, seat)
        hand_up(levels, level * NUMBERS, mine)


@kernel
def hand_up(levels: Any, at: int, mine: bool) -> None:
    """Take the value of the level below into the level that begins there."""
    value = levels[at + NUMBERS + VALUE]
    if mine:
        levels[at + VALUE] = max(levels[at + VALUE], value)
        levels[at + LOW] = max(levels[at + LOW], value)
    else:
        levels[at + VALUE] = min(levels[at + VALUE], value)
        levels[at + HIGH] = min(levels[at + HIGH], value)


@kernel
def draw(position: Position, draws: int, random: Any) -> None:
    """Fill the bank if that is due, in the order that the world's draws fix."""
    s = see(position)
    if s.phase == FILL_BANK:
        random[0] = (draws + STEP * s.stack) & WORD
        play_outcome(position, sample_outcome(position, random))


@kernel
def open_level(
    seat: int,
    end: int,
    width: int,
    level: int,
    weights: Any,
    positions: Any,
    sheets: Any,
    moves: Any,
    values: Any,
    facts: Any,
    levels: Any,
) -> None:
    """Value the position of a level where the tree ends, else put its best moves in order."""
    s = see(positions[level])
    at = level * NUMBERS
    levels[at + CHILD] = 0
    levels[at + CHILDREN] = 0
    lead = 1.0 * lead_of(s, seat)
    if s.phase == OVER:
        levels[at + VALUE] = lead + (WIN if lead > 0 else -WIN if lead < 0 else 0.0)
        return
    count = list_moves(positions[level], s.turn, moves[level])
    judge_moves(
        positions[level], s.turn, moves[level], count, values[level], weights, sheets[level], facts
    )
    mine = on_side(s, s.turn, seat)
    if s.phase == PLACE and s.left <= end:
        best = values[level, 0]
        for k in range(1, count):
            best = max(best, values[level, k])
        levels[at + VALUE] = lead + (best if mine else -best)
        return
    children = min(count, width)
    best_first(moves[level], values[level], count, children)
    levels[at + CHILDREN] = children
    levels[at + VALUE] = -FAR if mine else FAR


@kernel
def best_first(moves: Any, values: Any, count: int, wanted: int) -> None:
    """Bring the moves of the highest values to the front, best first."""
    for k in range(wanted):
        best = k
        for other in range(k + 1, count):
            if values[other] > values[best] + 1e-9:
                best = other
        moves[k], moves[best] = moves[best], moves[k]
        values[k], values[best] = values[best], values[k]


@kernel
def on_side(s: Fields, seat: int, other: int) -> bool:
    """Return whether two seats are the same or partners."""
    return seat == other or (s.players == 4 and (seat - other) % 2 == 0)


@kernel
def lead_of(s: Fields, seat: int) -> int:
    """Return by how many points a seat, or its team, leads the best of the others."""
    own: int = s.points[seat]
    best: int = -99
    if s.players == 4:
        own += s.points[(seat + 2) % 4]
        best = s.points[(seat + 1) % 4] + s.points[(seat + 3) % 4]
        return own - best
    for other in range(s.players):
        if other != seat:
            best = max(best, s.points[other])
    return own - best
