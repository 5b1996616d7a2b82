"""What a move is worth one deep: its points, what it leaves to others, what it prepares.

For every move a few *facts* are counted on the sheet; its worth is made of them by weights.
"""

from __future__ import annotations

import numpy as np

from kafelki.games.zawrot.bots import sheet as sheets
from kafelki.games.zawrot.bots.sheet import LINES, OPEN, sheet
from kafelki.games.zawrot.kernels import PLACES, SQUARE_OF, TAKES, see
from kafelki.games.zawrot.rules import GAME
from kafelki.kernels.language import Fields, Layout, Position, bit, count_ones, kernel, lowest_one

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


frame = Layout(
    low=("float64", ()),  # the window of a search
    high=("float64", ()),
    value=("float64", ()),  # of the position so far
    child=("int64", ()),  # the next move to try
    children=("int64", ()),  # how many are tried
    moves=("int32", GAME.most_moves),
    values=("float64", GAME.most_moves),  # what they are worth one deep
)
"""What is kept of a position: its moves, and how far a search has come with them."""

control = Layout(
    weights=("float64", 8),
    facts=("float64", (GAME.most_moves, FACTS)),
    random=("uint64", 1),
    draws=("uint64", ()),  # what fixes the order in which the bank is filled in a world
    seat=("int64", ()),  # the one that thinks
    horizon=("int64", ()),  # how many placements it looks ahead
    width=("int64", ()),  # how many moves of each player it looks at on the way
    limit=("int64", ()),  # the nodes that it may use
    nodes=("int64", ()),  # those used
    tried=("int32", GAME.most_moves),  # the moves in question
    count=("int64", ()),  # so many
)
"""What a search is asked and what it counts."""


@kernel
def judge_moves(
    position: Position, seat: int, count: int, record: Position, own: Position, state: Position
) -> None:
    """Write the worth of each move for the seat, and its facts; the sheet is the position's."""
    s, known, f, c = see(position), sheet(record), frame(own), control(state)
    for k in range(count):
        hand, bank = s.hands[seat], s.bank
        move = f.moves[k]
        square = -1
        points = 0
        if move >= TAKES:
            tile = bit(move - TAKES)
            hand = hand | tile
            bank = bank & ~tile
        else:
            square = SQUARE_OF[move % PLACES]
            points = sheets.points_of(move // PLACES, known.offers[square])
            hand = hand & ~bit(move // PLACES)
            s.cells[square] = move // PLACES + 1
            sheets.note_tile(s.cells, square, known)
            taken = wanted(bank, known)
            hand = hand | taken
            bank = bank & ~taken
        c.facts[k, POINTS] = points
        look_ahead(s, (seat + 1) % s.players, hand, bank, known, c.facts, k)
        f.values[k] = weighed(c.facts, k, c.weights)
        if s.players > 2:
            f.values[k] += c.weights[LATER] * later_points(s, seat, known)
        if square >= 0:
            sheets.forget_tile(known)
            s.cells[square] = 0


@kernel
def weighed(facts: Fields, k: int, weights: Fields) -> float:
    """Return the worth of a move by its facts, the k-th row."""
    # The next player either makes his points, and I mine after him, or goes where I would.
    theirs = facts[k, THEIRS] + weights[UNKNOWN] * facts[k, HIDDEN]
    attack = weights[NEXT] * theirs - weights[MINE] * facts[k, BEST]
    block = weights[NEXT] * facts[k, LOST] - weights[MINE] * facts[k, SECOND]
    worth: float = facts[k, POINTS] - max(attack, block) + weights[SPARE] * facts[k, SECOND]
    worth += weights[HOPE] * facts[k, BEST]
    worth -= weights[THEIR_SPARE] * facts[k, THEIR_SECOND]
    worth -= weights[BANK_LEFT] * facts[k, BANK]
    return worth


@kernel
def look_ahead(
    s: Fields, follower: int, hand: int, bank: int, known: Fields, facts: Fields, k: int
) -> None:
    """Write the facts about what can be made next by the follower and by a hand."""
    theirs, their_second, best, second, lost, left = 0, 0, 0, 0, 0, 0
    offers, listed = known.offers, known.listed
    for j in range(known.length):
        offer = offers[listed[j]]
        if offer & LINES == 0 or offer & OPEN == 0:
            continue
        their_points = sheets.best_points(s.hands[follower], offer)
        if their_points > theirs:
            their_second = theirs
            theirs = their_points
        elif their_points > their_second:
            their_second = their_points
        points = sheets.best_points(hand, offer)
        if points > best or (points == best and their_points > lost):
            second = best
            best = points
            lost = their_points
        elif points > second:
            second = points
        left = max(left, sheets.best_points(bank, offer))
    facts[k, THEIRS] = theirs
    facts[k, THEIR_SECOND] = their_second
    facts[k, BEST] = best
    facts[k, SECOND] = second
    facts[k, LOST] = lost
    facts[k, BANK] = left
    facts[k, HIDDEN] = 0.0
    if s.hidden[follower] > 0:
        facts[k, HIDDEN] = hidden_gain(s.stack, s.hidden[follower], theirs, known)


@kernel
def wanted(bank: int, known: Fields) -> int:
    """Return the tile of the bank, as a set, that can make most points, in most places."""
    offers, listed = known.offers, known.listed
    taken = bank & ~bank
    most = -1
    while bank != 0:
        tile = bank & ~(bank - bit(0))
        bank = bank & (bank - bit(0))
        best, total = 0, 0
        for k in range(known.length):
            offer = offers[listed[k]]
            if offer & LINES != 0 and offer & OPEN != 0:
                points = sheets.points_of(lowest_one(tile), offer)
                best = max(best, points)
                total += points
        if best * 100 + total > most:
            most = best * 100 + total
            taken = tile
    return taken


@kernel
def hidden_gain(pool: int, hidden: int, sure: int, known: Fields) -> float:
    """Return how many points above `sure` the best of some tiles of a pool makes on average."""
    size = count_ones(pool)
    gain = 0.0
    for least in range(sure + 1, sure + 4):
        able = 0
        tiles = pool
        while tiles != 0:
            able += 1 if best_anywhere(lowest_one(tiles), known) >= least else 0
            tiles = tiles & (tiles - bit(0))
        if able == 0:
            break
        none = 1.0
        for k in range(hidden):
            none *= max(0, size - able - k) / (size - k)
        gain += 1.0 - none
    return gain


@kernel
def best_anywhere(tile: int, known: Fields) -> int:
    """Return the most points that a tile can make."""
    offers, listed = known.offers, known.listed
    best = 0
    for k in range(known.length):
        offer = offers[listed[k]]
        if offer & OPEN != 0:
            best = max(best, sheets.points_of(tile, offer))
    return best


@kernel
def later_points(s: Fields, seat: int, known: Fields) -> float:
    """Return what the seats after the next one can make: a partner's points less the others'."""
    offers, listed = known.offers, known.listed
    total = 0.0
    for after in range(2, s.players):
        other = (seat + after) % s.players
        best = 0
        for k in range(known.length):
            offer = offers[listed[k]]
            if offer & LINES != 0 and offer & OPEN != 0:
                best = max(best, sheets.best_points(s.hands[other], offer))
        total += best if after == 2 and s.players == 4 else -best
    return total
