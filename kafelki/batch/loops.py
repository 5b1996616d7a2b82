"""What happens to each game of a batch in one call: a template, filled in with one game.

A row holds all of a game: its random state, then the position's bytes.

    random ┃ position …………………………………………………………………… ┃ up to a round address
    0        8                                       8 + SIZE
"""

from __future__ import annotations

from typing import Any

from kafelki.kernels.language import (
    OPEN,
    Fields,
    Layout,
    Position,
    bit,
    copy_position,
    kernel,
    lowest_one,
)
from kafelki.rules.contract import CHANCE, MOST_SEATS

# What differs between the games

acting: Any = OPEN
conceal: Any = OPEN
list_moves: Any = OPEN
list_outcomes: Any = OPEN
play: Any = OPEN
play_outcome: Any = OPEN
refusal: Any = OPEN
result: Any = OPEN
sample_move: Any = OPEN
sample_outcome: Any = OPEN

write: Any = OPEN
"""What writes an observation, what counts points, and how far a seat has come: its own."""
count: Any = OPEN
reached: Any = OPEN

mark: Any = OPEN
"""What marks legal moves in a packed mask, where the game has its own way."""
HAS_MARK: int = OPEN
SIZE: int = OPEN
"""How many bytes a position has."""
MOVES: int = OPEN
"""The numbers of moves are below this."""
POINTS: int = OPEN
"""How many points a seat has."""
desk: Layout = OPEN
"""What a thread works with: see `desk_layout`."""

head = Layout(random=("uint64", 1))
HEAD = head.size

WAIT, RESTART = -1, -2
"""Actions that are no moves: nothing happens in a game, or it begins anew."""
NOBODY = -1
"""Stands for a seat where chance is due."""


def desk_layout(size: int, most_moves: int, most_outcomes: int) -> Layout:
    """Return what a thread works with, for positions of a size and so many moves and outcomes."""
    return Layout(
        moves=("int32", most_moves),
        outcomes=("int32", max(1, most_outcomes)),
        weights=("int32", max(1, most_outcomes)),
        places=("int32", MOST_SEATS),
        known=("uint8", size),
    )


@kernel
def step(
    rows: Fields,
    first: int,
    last: int,
    start: Position,
    actions: Fields,
    chance: int,
    rivals: int,
    work: Position,
    seats: Fields,
    rewards: Fields,
    ended: Fields,
    refused: Fields,
    points: Fields,
    planes: Fields,
    vectors: Fields,
    packed: Fields,
    dense: Fields,
    marks: Fields,
) -> None:
    """Play an action in each game from `first` to `last`, but for those that may not be.

    Chance is played, too, unless it is a player. A game that is over begins anew. Everything else
    is written for each game, where there is room for it.
    """
    for k in range(first, last):
        position = rows[k, HEAD : HEAD + SIZE]
        random = head(rows[k]).random[:]
        ended[k] = refused[k] = 0
        for seat in range(rewards.shape[1]):
            rewards[k, seat] = 0
        if actions[k] == RESTART:
            copy_position(position, start)
            play_chance(position, random, chance)
        elif actions[k] != WAIT:
            before = reached(position, 0) if rewards.shape[1] == 1 else 0
            if not play_action(position, actions[k], desk(work)):
                refused[k] = 1
                continue
            play_chance(position, random, chance)
            if rewards.shape[1] == 1:
                rewards[k, 0] = reached(position, 0) - before
            if acting(position) == 0:
                ended[k] = 1
                reward(position, rivals, desk(work).places[:], rewards[k])
        for seat in range(rewards.shape[1] if POINTS > 0 else 0):
            count(position, seat, points[k, seat * POINTS : (seat + 1) * POINTS])
        if ended[k] != 0:
            copy_position(position, start)
            play_chance(position, random, chance)
        who = acting(position)
        mover = NOBODY if who == CHANCE else lowest_one(who)
        seats[k] = mover
        mask(position, mover, desk(work).moves[:], k, packed, dense, marks)
        observe(position, mover, desk(work).known[:], k, planes, vectors)


@kernel
def play_action(position: Position, action: int, d: Fields) -> bool:
    """Play the move of the seat to act, or the outcome of chance; return whether it may be."""
    who = acting(position)
    if who == CHANCE:
        possible = False
        for k in range(list_outcomes(position, d.outcomes[:], d.weights[:])):
            possible = possible or d.outcomes[k] == action
        if possible:
            play_outcome(position, action)
        return possible
    seat = lowest_one(who)
    if action < 0 or action >= MOVES or refusal(position, seat, action) != 0:
        return False
    play(position, seat, action)
    return True


@kernel
def play_chance(position: Position, random: Fields, chance: int) -> None:
    """Play what chance brings until a seat is to act, unless chance is a player."""
    while chance == 0 and acting(position) == CHANCE:
        play_outcome(position, sample_outcome(position, random))


@kernel
def reward(position: Position, rivals: int, places: Fields, rewards: Fields) -> None:
    """Add the part of its rivals that each seat has beaten, less the part that has beaten it."""
    result(position, places)
    for seat in range(rewards.shape[0] if rivals > 0 else 0):
        beaten = 0
        for other in range(rewards.shape[0]):
            if places[other] > places[seat]:
                beaten += 1
            elif places[other] < places[seat]:
                beaten -= 1
        rewards[seat] = beaten / rivals


@kernel
def mask(
    position: Position,
    seat: int,
    moves: Fields,
    k: int,
    packed: Fields,
    dense: Fields,
    marks: Fields,
) -> None:
    """Mark the legal moves of the seat to act in row `k` of the masks that have room.

    Where moves are few among very many, `marks` remembers which to clear: the number of them first.
    """
    if packed.shape[1] + dense.shape[1] == 0:
        return
    if HAS_MARK and packed.shape[1] > 0:
        for j in range(packed.shape[1]):
            packed[k, j] = 0
        if seat != NOBODY:
            mark(position, seat, packed[k])
        return
    if marks.shape[1] > 0:
        for j in range(1, 1 + marks[k, 0]):
            if packed.shape[1] > 0:
                packed[k, marks[k, j] >> 6] = 0
            else:
                dense[k, marks[k, j]] = 0
    else:
        for j in range(packed.shape[1]):
            packed[k, j] = 0
        for j in range(dense.shape[1]):
            dense[k, j] = 0
    listed = 0 if seat == NOBODY else list_moves(position, seat, moves)
    if packed.shape[1] > 0:
        pack(moves, listed, packed[k])
    else:
        for j in range(listed):
            dense[k, moves[j]] = 1
    if marks.shape[1] > 0:
        marks[k, 0] = listed
        for j in range(listed):
            marks[k, 1 + j] = moves[j]


@kernel
def mark_nothing(position: Position, seat: int, words: Fields) -> None:
    """Do nothing: the moves of the game are listed."""


@kernel
def pack(moves: Fields, listed: int, words: Fields) -> None:
    """Put moves into a set."""
    for j in range(listed):
        words[moves[j] >> 6] |= bit(moves[j] & 63)


@kernel
def observe(
    position: Position, seat: int, known: Position, k: int, planes: Fields, vectors: Fields
) -> None:
    """Write what a seat knows into row `k`; nothing where chance is due."""
    for j in range(planes.shape[1]):
        planes[k, j] = 0
    for j in range(vectors.shape[1]):
        vectors[k, j] = 0
    if seat != NOBODY and vectors.shape[1] > 0:
        copy_position(known, position)
        conceal(known, seat)
        write(known, seat, planes[k], vectors[k])


@kernel
def sample(rows: Fields, first: int, last: int, random: Fields, actions: Fields) -> None:
    """Write for each game a move that may be played, or an outcome that chance may bring."""
    for k in range(first, last):
        position = rows[k, HEAD : HEAD + SIZE]
        stream = head(random[k]).random[:]
        who = acting(position)
        if who == CHANCE:
            actions[k] = sample_outcome(position, stream)
        else:
            actions[k] = sample_move(position, lowest_one(who), stream)
