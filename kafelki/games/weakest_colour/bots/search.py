"""Looking closer and looking ahead.

A world is what the seat knows with the hidden racks dealt at random (a determinisation). All
candidates are tried in the same worlds with the same luck, so that their differences show early.
"""

from __future__ import annotations

from kafelki.games.weakest_colour.bots.evaluation import desk, list_promising
from kafelki.games.weakest_colour.bots.value import value_after
from kafelki.games.weakest_colour.kernels import (
    acting,
    chance_seat,
    play,
    play_outcome,
    redeal,
    sample_outcome,
)
from kafelki.kernels.language import Fields, Position, copy_position, kernel, lowest_one
from kafelki.kernels.randomness import random_word
from kafelki.rules.contract import CHANCE


@kernel
def shortlist(position: Position, trial: Position, seat: int, top: int, state: Position) -> int:
    """Write the `top` most promising moves and what they are worth; return how many there are."""
    count = list_promising(position, seat, top, state)
    if desk(state).has_network and count > 1:
        look_closer(position, trial, seat, count, state)
    return count


@kernel
def look_closer(position: Position, trial: Position, seat: int, count: int, state: Position) -> int:
    """Write what a position is worth to a seat after each of some moves; return the best's index.

    Each move is tried on `trial`.
    """
    moves, values = desk(state).moves, desk(state).values
    best = 0
    for k in range(count):
        copy_position(trial, position)
        play(trial, seat, moves[k])
        values[k] = value_after(trial, seat, state)
        if values[k] > values[best]:
            best = k
    return best


@kernel
def best_of(position: Position, trial: Position, seat: int, width: int, state: Position) -> int:
    """Return the best of `width` promising moves."""
    count = list_promising(position, seat, width, state)
    best = 0
    if count > 1:
        best = look_closer(position, trial, seat, count, state)
    return desk(state).moves[best]


@kernel
def play_on(position: Position, trial: Position, state: Position) -> float:
    """Play on from a seat's move until it has had `horizon` more turns; return what that is worth.

    Everybody takes the best of `width` promising moves. Partners' turns are not the seat's.
    """
    d = desk(state)
    turns = 0
    before = d.seat
    who = acting(position)
    while who != 0:
        if who == CHANCE:
            if turns == d.horizon and chance_seat(position) == d.seat:
                break
            play_outcome(position, sample_outcome(position, d.luck))
            before = -1  # whoever moves after a draw begins a turn, also a player alone
        else:
            mover = lowest_one(who)
            if mover == d.seat and before != d.seat:
                turns += 1
            before = mover
            play(position, mover, best_of(position, trial, mover, d.width, state))
        who = acting(position)
    return value_after(position, d.seat, state)


@kernel
def try_candidates(
    known: Position,
    positions: Fields,
    state: Position,
    candidates: Fields,
    count: int,
    worlds: int,
    results: Fields,
) -> None:
    """Write [world, candidate]: what the position is worth to the seat some turns after each."""
    d = desk(state)
    world, position, trial = positions[0], positions[1], positions[2]
    for number in range(worlds):
        copy_position(world, known)
        redeal(world, d.seat, d.random)
        # Alone there is nothing to deal: the luck of each world has to be new all the same.
        luck = random_word(d.random)
        for k in range(count):
            copy_position(position, world)
            d.luck[0] = luck
            play(position, d.seat, candidates[k])
            results[number * count + k] = play_on(position, trial, state)
