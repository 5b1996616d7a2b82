"""Games of bots that look one move deep, played on to their end in one loop: a template."""

from __future__ import annotations

from typing import Any

from kafelki.games.weakest_colour.bots.workspace import LOOKED_AT
from kafelki.kernels.language import (
    OPEN,
    Fields,
    Layout,
    Position,
    copy_position,
    kernel,
    lowest_one,
)
from kafelki.kernels.randomness import random_word
from kafelki.kernels.real_numbers import exponential
from kafelki.rules.contract import CHANCE, MOST_SEATS

acting: Any = OPEN
conceal: Any = OPEN
play: Any = OPEN
play_outcome: Any = OPEN
sample_move: Any = OPEN
sample_outcome: Any = OPEN
shortlist: Any = OPEN
desk: Layout = OPEN

ANY_MOVE, ANY_OF_BEST = -1, 0
"""How a seat may choose, where it does not choose among so many of the best moves."""

styles_of = Layout(
    among=("int64", MOST_SEATS),  # among how many of the best moves each seat chooses, or ANY_…
    has_network=("int64", MOST_SEATS),  # whether it looks closer
    slack=("float64", MOST_SEATS),  # how careless it is
)


@kernel
def fraction(random: Fields) -> float:
    """Return a random number from 0 to 1, itself excluded."""
    return float(random_word(random) >> 11) / 9007199254740992.0


@kernel
def choose(
    position: Position,
    room: Fields,
    seat: int,
    random: Fields,
    styles: Position,
    state: Position,
) -> int:
    """Return the move of the bot at a seat."""
    how, d = styles_of(styles), desk(state)
    if how.among[seat] == ANY_MOVE:
        return int(sample_move(position, seat, random))
    known, trial = room[0], room[1]
    copy_position(known, position)
    conceal(known, seat)
    d.has_network = how.has_network[seat]
    count = shortlist(known, trial, seat, LOOKED_AT, state)
    if how.among[seat] == ANY_OF_BEST:
        return any_of_best(d.moves, d.values, count, fraction(random))
    among = min(how.among[seat], count)
    put_best_first(d.moves, d.values, count, among)
    return careless(d.moves, d.values, among, how.slack[seat], fraction(random))


@kernel
def any_of_best(moves: Fields, values: Fields, count: int, at: float) -> int:
    """Return one of the moves of the highest value, where the random number is `at`."""
    best, equal = values[0], 1
    for k in range(1, count):
        if values[k] > best:
            best, equal = values[k], 1
        elif values[k] == best:
            equal += 1
    left = int(at * equal)
    k = 0
    while values[k] != best or left > 0:
        if values[k] == best:
            left -= 1
        k += 1
    return int(moves[k])


@kernel
def put_best_first(moves: Fields, values: Fields, count: int, top: int) -> None:
    """Put the moves of the highest values first, best first; equals stay in their order."""
    for k in range(top):
        best = k
        for j in range(k + 1, count):
            if values[j] > values[best]:
                best = j
        move, value = moves[best], values[best]
        for j in range(best, k, -1):
            moves[j] = moves[j - 1]
            values[j] = values[j - 1]
        moves[k] = move
        values[k] = value


@kernel
def careless(moves: Fields, values: Fields, count: int, slack: float, at: float) -> int:
    """Return one of the moves, the likelier the better it is, where the random number is `at`."""
    total = 0.0
    for k in range(count):
        total += exponential((values[k] - values[0]) / slack)
    so_far = 0.0
    for k in range(count):
        so_far += exponential((values[k] - values[0]) / slack)
        if so_far > at * total:
            return int(moves[k])
    return int(moves[count - 1])


@kernel
def play_games(
    start: Position, ends: Fields, room: Fields, random: Any, styles: Position, state: Position
) -> None:
    """Play as many games from a position as there is room for their ends."""
    for k in range(ends.shape[0]):
        position = ends[k]
        copy_position(position, start)
        who = acting(position)
        while who != 0:
            if who == CHANCE:
                play_outcome(position, sample_outcome(position, random))
            else:
                seat = lowest_one(who)
                play(position, seat, choose(position, room, seat, random, styles, state))
            who = acting(position)
