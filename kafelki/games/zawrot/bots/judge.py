"""What a move is worth one deep: its points, what it leaves to others, what it prepares.

For every move a few *facts* are counted on the sheet; its worth is made of them by weights.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kafelki.games.zawrot.bots.chances import (
    LENGTH_AT,
    LINES,
    LIST_AT,
    OPEN,
    best_points,
    forget_tile,
    note_tile,
    points_of,
)
from kafelki.games.zawrot.rules import PLACES, SQUARE_OF, TAKES, see
from kafelki.kernels.language import Fields, Position, bit, count_ones, kernel, lowest_one

FACTS = 8
POINTS, THEIRS, HIDDEN, LOST, BEST, SECOND, THEIR_SECOND, BANK = range(FACTS)
"""The facts of a move: the points it makes; the most that the next player can then make with
tiles known in his hand, and what tiles not known would add on average; what he can make on the
square where I would make most next; what I can make next turn at best, and if that square is
taken; what he can make in a second place; what the tiles left in the bank can make."""

NEXT, UNKNOWN, MINE, SPARE, THEIR_SPARE, BANK_LEFT, LATER, HOPE = range(8)
"""What the weights are for: what the next player can make, the part of it by unknown tiles,
what I can make next turn, my second place for it, his second place, what stays in the bank,
what the seats after him can make, and what I can make if nobody goes there."""

SHREWD = np.array([1.0, 0.5, 0.45, 0.25, 0.3, 0.2, 0.3, 0.05])
"""The weights that win most: found by playing thousands of games against each other."""


@kernel
def judge_moves(
    position: Position,
    seat: int,
    moves: Any,
    count: int,
    values: Any,
    weights: Any,
    sheet: Any,
    facts: Any,
) -> int:
    """Write the worth of each move for the seat, and its facts; the sheet is the position's."""
    s = see(position)
    for k in range(count):
        hand, bank = s.hands[seat], s.bank
        square = -1
        points = 0
        if moves[k] >= TAKES:
            tile = bit(moves[k] - TAKES)
            hand = hand | tile
            bank = bank & ~tile
        else:
            square = SQUARE_OF[moves[k] % PLACES]
            points = points_of(moves[k] // PLACES, sheet[square])
            hand = hand & ~bit(moves[k] // PLACES)
            s.cells[square] = moves[k] // PLACES + 1
            note_tile(s.cells, square, sheet)
            taken = wanted(bank, sheet)
            hand = hand | taken
            bank = bank & ~taken
        facts[k * FACTS + POINTS] = points
        look_ahead(s, (seat + 1) % s.players, hand, bank, sheet, facts, k * FACTS)
        values[k] = weighed(facts, k * FACTS, weights)
        if s.players > 2:
            values[k] += weights[LATER] * later_points(s, seat, sheet)
        if square >= 0:
            forget_tile(sheet)
            s.cells[square] = 0
    return count


@kernel
def weighed(facts: Any, at: int, weights: Any) -> float:
    """Return the worth of the move whose facts begin there."""
    # The next player either makes his points, and I mine after him, or goes where I would.
    theirs = facts[at + THEIRS] + weights[UNKNOWN] * facts[at + HIDDEN]
    attack = weights[NEXT] * theirs - weights[MINE] * facts[at + BEST]
    block = weights[NEXT] * facts[at + LOST] - weights[MINE] * facts[at + SECOND]
    worth: float = facts[at + POINTS] - max(attack, block) + weights[SPARE] * facts[at + SECOND]
    worth += weights[HOPE] * facts[at + BEST]
    worth -= weights[THEIR_SPARE] * facts[at + THEIR_SECOND]
    worth -= weights[BANK_LEFT] * facts[at + BANK]
    return worth


@kernel
def look_ahead(
    s: Fields, follower: int, hand: int, bank: int, sheet: Any, facts: Any, at: int
) -> None:
    """Write the facts about what can be made next by the follower and by a hand."""
    theirs, their_second, best, second, lost, left = 0, 0, 0, 0, 0, 0
    for k in range(sheet[LENGTH_AT]):
        chance = sheet[sheet[LIST_AT + k]]
        if chance & LINES == 0 or chance & OPEN == 0:
            continue
        their_points = best_points(s.hands[follower], chance)
        if their_points > theirs:
            their_second = theirs
            theirs = their_points
        elif their_points > their_second:
            their_second = their_points
        points = best_points(hand, chance)
        if points > best or (points == best and their_points > lost):
            second = best
            best = points
            lost = their_points
        elif points > second:
            second = points
        left = max(left, best_points(bank, chance))
    facts[at + THEIRS] = theirs
    facts[at + THEIR_SECOND] = their_second
    facts[at + BEST] = best
    facts[at + SECOND] = second
    facts[at + LOST] = lost
    facts[at + BANK] = left
    facts[at + HIDDEN] = 0.0
    if s.hidden[follower] > 0:
        facts[at + HIDDEN] = hidden_gain(s.stack, s.hidden[follower], theirs, sheet)


@kernel
def wanted(bank: int, sheet: Any) -> int:
    """Return the tile of the bank, as a set, that can make most points, in most places."""
    taken = bank & ~bank
    most = -1
    while bank != 0:
        tile = bank & ~(bank - bit(0))
        bank = bank & (bank - bit(0))
        best, total = 0, 0
        for k in range(sheet[LENGTH_AT]):
            chance = sheet[sheet[LIST_AT + k]]
            if chance & LINES != 0 and chance & OPEN != 0:
                points = points_of(lowest_one(tile), chance)
                best = max(best, points)
                total += points
        if best * 100 + total > most:
            most = best * 100 + total
            taken = tile
    return taken


@kernel
def hidden_gain(pool: int, hidden: int, known: int, sheet: Any) -> float:
    """Return how many points above `known` the best of some tiles of a pool makes on average."""
    size = count_ones(pool)
    gain = 0.0
    for least in range(known + 1, known + 4):
        able = 0
        tiles = pool
        while tiles != 0:
            able += 1 if best_anywhere(lowest_one(tiles), sheet) >= least else 0
            tiles = tiles & (tiles - bit(0))
        if able == 0:
            break
        none = 1.0
        for k in range(hidden):
            none *= max(0, size - able - k) / (size - k)
        gain += 1.0 - none
    return gain


@kernel
def best_anywhere(tile: int, sheet: Any) -> int:
    """Return the most points that a tile can make."""
    best = 0
    for k in range(sheet[LENGTH_AT]):
        chance = sheet[sheet[LIST_AT + k]]
        if chance & OPEN != 0:
            best = max(best, points_of(tile, chance))
    return best


@kernel
def later_points(s: Fields, seat: int, sheet: Any) -> float:
    """Return what the seats after the next one can make: a partner's points less the others'."""
    total = 0.0
    for after in range(2, s.players):
        other = (seat + after) % s.players
        best = 0
        for k in range(sheet[LENGTH_AT]):
            chance = sheet[sheet[LIST_AT + k]]
            if chance & LINES != 0 and chance & OPEN != 0:
                best = max(best, best_points(s.hands[other], chance))
        total += best if after == 2 and s.players == 4 else -best
    return total
