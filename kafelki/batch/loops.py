"""What happens to each game of a batch in one call: a template, filled in with one game.

A row holds all of a game: its random state, then the position's bytes.

    random ┃ position …………………………………………………………………… ┃ up to a round address
    0        8                                       8 + SIZE

On a graphics processor a row is words, and the same word of all games lies side by side: threads
that run in step read and write whole stretches of memory.
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
    own_array,
    thread_number,
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
COVERS: int = OPEN
"""Whether all of each plane is written."""
HIDES: int = OPEN
"""Whether there is anything that some seat does not know."""
SIZE: int = OPEN
"""How many bytes a position has."""
MOVES: int = OPEN
"""The numbers of moves are below this."""
POINTS: int = OPEN
"""How many points a seat has."""
desk: Layout = OPEN
"""What a thread works with: see `desk_layout`."""
DESK: int = OPEN
"""How many bytes that has."""
ROOM: int = OPEN
"""How many bytes a thread of a graphics processor has for a position: words of 16."""
words: Layout = OPEN
"""Sees these as words of 8."""

head = Layout(random=("uint64", 1))
HEAD = head.size

WAIT, RESTART = -1, -2
"""Actions that are no moves: nothing happens in a game, or it begins anew."""
NOBODY = -1
"""Stands for a seat where chance is due."""


def desk_layout(size: int, most_outcomes: int) -> Layout:
    """Return what a thread works with, for positions of a size and so many outcomes."""
    return Layout(
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
    endings: Fields,
    refused: Fields,
    points: Fields,
    planes: Fields,
    vectors: Fields,
    packed: Fields,
    dense: Fields,
    marks: Fields,
) -> None:
    """Play an action in each game from `first` to `last`, and write what there is room for."""
    known = desk(work).known[:]
    for k in range(first, last):
        position = rows[k, HEAD : HEAD + SIZE]
        random = head(rows[k]).random[:]
        refused[k] = go_on(
            position, random, start, actions[k], chance, rivals, work, k, rewards, ended, points
        )
        endings[k] += ended[k]
        seats[k] = mover = seat_to_act(position)
        clear(mover, k, planes, vectors, packed, dense, marks)
        mask(position, mover, k, packed, dense, marks)
        if HIDES and vectors.shape[1] > 0:
            copy_position(known, position)
            observe(known, mover, k, planes, vectors)
        else:
            observe(position, mover, k, planes, vectors)


@kernel
def step_own(
    rows: Fields,
    start: Position,
    actions: Fields,
    chance: int,
    rivals: int,
    seats: Fields,
    rewards: Fields,
    ended: Fields,
    endings: Fields,
    refused: Fields,
    points: Fields,
    planes: Fields,
    vectors: Fields,
    packed: Fields,
    dense: Fields,
    marks: Fields,
) -> None:
    """Do the same in the game that has the number of the thread, with memory of its own.

    Planes, vectors and masks are zeros already, but for planes that are written as a whole and
    masks whose moves are listed.
    """
    k = thread_number()
    if k < rows.shape[0]:
        position, random = own_array(start, ROOM), own_array(rows, 1)
        work = own_array(start, DESK)
        take(rows, k, position, random)
        refused[k] = go_on(
            position, random, start, actions[k], chance, rivals, work, k, rewards, ended, points
        )
        put(rows, k, position, random)
        endings[k] += ended[k]
        seats[k] = mover = seat_to_act(position)
        unmark(k, packed, dense, marks)
        mask(position, mover, k, packed, dense, marks)
        observe(position, mover, k, planes, vectors)


@kernel
def take(rows: Fields, k: int, position: Position, random: Fields) -> None:
    """Copy row `k` of words to where a thread works."""
    random[0] = rows[k, 0]
    for j in range(ROOM // 8):
        words(position).words[j] = rows[k, 1 + j]


@kernel
def put(rows: Fields, k: int, position: Position, random: Fields) -> None:
    """Copy back to row `k` what a thread has worked on."""
    rows[k, 0] = random[0]
    for j in range(ROOM // 8):
        rows[k, 1 + j] = words(position).words[j]


@kernel
def seat_to_act(position: Position) -> int:
    """Return the first seat that may act, or that of nobody where chance is due."""
    who = acting(position)
    return NOBODY if who == CHANCE else lowest_one(who)


@kernel
def go_on(
    position: Position,
    random: Fields,
    start: Position,
    action: int,
    chance: int,
    rivals: int,
    work: Position,
    k: int,
    rewards: Fields,
    ended: Fields,
    points: Fields,
) -> int:
    """Play an action in game `k`, with rewards and points; return 1 where it may not be, else 0.

    Chance is played, too, unless it is a player. A game that is over begins anew.
    """
    ended[k] = 0
    for seat in range(rewards.shape[1]):
        rewards[k, seat] = 0
    alone, moves = rewards.shape[1] == 1, action != RESTART and action != WAIT
    before = reached(position, 0) if alone else 0
    if moves and not play_action(position, action, desk(work)):
        return 1
    if action == RESTART:
        copy_position(position, start)
    while True:  # at most twice; what stands here but once is once in the program of every thread
        if action != WAIT:
            play_chance(position, random, chance)
        if ended[k] != 0:
            return 0
        if moves and alone:
            rewards[k, 0] = reached(position, 0) - before
        for seat in range(rewards.shape[1] if POINTS > 0 else 0):
            count(position, seat, points[k, seat * POINTS : (seat + 1) * POINTS])
        if not moves or acting(position) != 0:
            return 0
        ended[k] = 1
        reward(position, rivals, desk(work).places[:], rewards[k])
        copy_position(position, start)


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
def clear(
    mover: int,
    k: int,
    planes: Fields,
    vectors: Fields,
    packed: Fields,
    dense: Fields,
    marks: Fields,
) -> None:
    """Make row `k` of all that is seen zeros, but for planes that are written as a whole."""
    for j in range(planes.shape[1] if mover == NOBODY or not COVERS else 0):
        planes[k, j] = 0
    for j in range(vectors.shape[1]):
        vectors[k, j] = 0
    for j in range(packed.shape[1] if marks.shape[1] == 0 else 0):
        packed[k, j] = 0
    unmark(k, packed, dense, marks)


@kernel
def unmark(k: int, packed: Fields, dense: Fields, marks: Fields) -> None:
    """Take from row `k` of a mask the moves that were listed for it, which are few among many.

    In `marks` the number of them comes first.
    """
    for j in range(1, 1 + marks[k, 0] if marks.shape[1] > 0 else 0):
        if packed.shape[1] > 0:
            packed[k, marks[k, j] >> 6] = 0
        else:
            dense[k, marks[k, j]] = 0


@kernel
def mask(
    position: Position, seat: int, k: int, packed: Fields, dense: Fields, marks: Fields
) -> None:
    """Mark the legal moves of the seat to act in row `k` of the masks that have room."""
    if HAS_MARK and packed.shape[1] > 0:
        if seat != NOBODY:
            mark(position, seat, packed[k])
    elif marks.shape[1] > 0:
        moves = marks[k, 1:]
        listed = 0 if seat == NOBODY else list_moves(position, seat, moves)
        marks[k, 0] = listed
        if packed.shape[1] > 0:
            pack(moves, listed, packed[k])
        else:
            for j in range(listed):
                dense[k, moves[j]] = 1


@kernel
def mark_nothing(position: Position, seat: int, words: Fields) -> None:
    """Do nothing: the moves of the game are listed."""


@kernel
def pack(moves: Fields, listed: int, marked: Fields) -> None:
    """Put moves into a set."""
    for j in range(listed):
        move = int(moves[j])
        marked[move >> 6] |= bit(move & 63)


@kernel
def observe(known: Position, seat: int, k: int, planes: Fields, vectors: Fields) -> None:
    """Write what a seat knows into row `k`, and forget the rest; nothing where chance is due."""
    if seat != NOBODY and vectors.shape[1] > 0:
        conceal(known, seat)
        write(known, seat, planes[k], vectors[k])


@kernel
def sample(rows: Fields, first: int, last: int, random: Fields, actions: Fields) -> None:
    """Write for each game a move that may be played, or an outcome that chance may bring."""
    for k in range(first, last):
        position = rows[k, HEAD : HEAD + SIZE]
        actions[k] = random_action(position, head(random[k]).random[:])


@kernel
def sample_own(rows: Fields, start: Position, random: Fields, actions: Fields) -> None:
    """Do the same for the game that has the number of the thread."""
    k = thread_number()
    if k < rows.shape[0]:
        position, stream = own_array(start, ROOM), own_array(rows, 1)
        take(rows, k, position, stream)
        stream[0] = random[k, 0]
        actions[k] = random_action(position, stream)
        random[k, 0] = stream[0]


@kernel
def random_action(position: Position, stream: Fields) -> int:
    """Return a move of the seat to act, or an outcome, by its chance."""
    who = acting(position)
    if who == CHANCE:
        action: int = sample_outcome(position, stream)
    else:
        action = sample_move(position, lowest_one(who), stream)
    return action
