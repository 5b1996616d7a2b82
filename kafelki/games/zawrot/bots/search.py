"""Playing on in imagined worlds (determinisation): each side's best few moves, as far as is asked.

The tree is walked with a position, a sheet and a frame for each level, never by recursion.
Values are leads in points, seen from the seat that thinks.
"""

from __future__ import annotations

from typing import Any

from kafelki.games.zawrot import kernels as zawrot
from kafelki.games.zawrot.bots.evaluation import control, frame, judge_moves
from kafelki.games.zawrot.bots.sheet import note_tile, sheet
from kafelki.games.zawrot.kernels import FILL_BANK, OVER, PLACE, PLACES, SQUARE_OF, TAKES, see
from kafelki.kernels.language import Fields, Position, copy_position, kernel
from kafelki.kernels.randomness import STEP, WORD, random_word

FAR = 1000.0
"""More than any lead."""

WIN = 20.0
"""What a won game is worth beside the lead."""

DEEPEST = 40
"""No tree is deeper: two moves a turn, and beyond the horizon nothing."""

WORLD, KNOWN, ROWS = DEEPEST, DEEPEST + 1, DEEPEST + 2
"""Rows of the stack beside those of the tree: the world at hand, and what the seat knows."""


@kernel
def try_moves(
    positions: Fields, sheets: Fields, frames: Fields, state: Position, worlds: int, results: Any
) -> None:
    """Write how each tried move turns out, a row of results a world, until the nodes are used up.

    In a world all moves meet the same hidden tiles and the same draws: only the moves differ.
    With one world, a move that cannot be the best is left as soon as that is certain.
    """
    c, first = control(state), frame(frames[0])
    c.nodes = 0
    for world in range(worlds):
        copy_position(positions[WORLD], positions[KNOWN])
        zawrot.redeal(positions[WORLD], c.seat, c.random)
        c.draws = random_word(c.random)
        before = c.random[0]
        first.low = -FAR
        for k in range(c.count):
            copy_position(positions[0], positions[WORLD])
            copy_position(sheets[0], sheets[KNOWN])
            make(positions[0], c.seat, c.tried[k], sheets[0])
            search(positions, sheets, frames, state)
            if c.nodes >= c.limit:
                return
            results[world * c.count + k] = first.value
            first.low = max(first.low, first.value) if worlds == 1 else -FAR
        c.random[0] = before


@kernel
def make(position: Position, seat: int, move: int, record: Position) -> None:
    """Play a move on the position and on its sheet."""
    zawrot.play(position, seat, move)
    if move < TAKES:
        note_tile(see(position).cells, SQUARE_OF[move % PLACES], sheet(record))


@kernel
def search(positions: Fields, sheets: Fields, frames: Fields, state: Position) -> None:
    """Leave the value of the first row's position in the first frame (alpha-beta).

    A value at or below the `low` that the first frame had is only an upper bound. Where the
    nodes reach the limit the search breaks off, without a value.
    """
    c, first = control(state), frame(frames[0])
    lowest = first.low
    level = 0
    c.nodes += 1
    first.high = FAR
    draw(positions[0], c)
    open_level(positions, sheets, frames, state, 0)
    while True:
        f = frame(frames[level])
        if f.child < f.children and f.low < f.high:
            move = f.moves[f.child]
            f.child += 1
            mover = see(positions[level]).turn
            level += 1
            copy_position(positions[level], positions[level - 1])
            copy_position(sheets[level], sheets[level - 1])
            make(positions[level], mover, move, sheets[level])
            draw(positions[level], c)
            below = frame(frames[level])
            below.low = f.low
            below.high = f.high
            c.nodes += 1
            open_level(positions, sheets, frames, state, level)
            continue
        if level == 0 or c.nodes >= c.limit:
            first.low = lowest
            return
        level -= 1
        mine = on_side(see(positions[level]), see(positions[level]).turn, c.seat)
        hand_up(frame(frames[level]), f.value, mine)


@kernel
def hand_up(f: Fields, value: float, mine: bool) -> None:
    """Take the value of a position into the one that it came from."""
    if mine:
        f.value = max(f.value, value)
        f.low = max(f.low, value)
    else:
        f.value = min(f.value, value)
        f.high = min(f.high, value)


@kernel
def draw(position: Position, c: Fields) -> None:
    """Fill the bank if that is due, in the order that the world's draws fix."""
    s = see(position)
    if s.phase == FILL_BANK:
        c.random[0] = (c.draws + STEP * s.stack) & WORD
        zawrot.play_outcome(position, zawrot.sample_outcome(position, c.random))


@kernel
def open_level(
    positions: Fields, sheets: Fields, frames: Fields, state: Position, level: int
) -> None:
    """Value the position of a level where the tree ends, else put its best moves in order."""
    c, f, s = control(state), frame(frames[level]), see(positions[level])
    f.child = 0
    f.children = 0
    lead = 1.0 * lead_of(s, c.seat)
    if s.phase == OVER:
        f.value = lead + (WIN if lead > 0 else -WIN if lead < 0 else 0.0)
        return
    count = zawrot.list_moves(positions[level], s.turn, f.moves)
    judge_moves(positions[level], s.turn, count, sheets[level], frames[level], state)
    mine = on_side(s, s.turn, c.seat)
    if s.phase == PLACE and s.left <= see(positions[KNOWN]).left - c.horizon:
        best = f.values[0]
        for k in range(1, count):
            best = max(best, f.values[k])
        f.value = lead + (best if mine else -best)
        return
    f.children = min(count, c.width)
    best_first(f.moves, f.values, count, f.children)
    f.value = -FAR if mine else FAR


@kernel
def best_first(moves: Fields, values: Fields, count: int, wanted: int) -> None:
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
