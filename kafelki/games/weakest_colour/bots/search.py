"""Looking closer and looking ahead, for any game whose kernels are given as pointers.

A world is what the seat knows with the hidden racks dealt at random. All candidates are
tried in the same worlds with the same luck, so that their differences show early.
"""

from __future__ import annotations

from typing import Any

from kafelki.games.weakest_colour.bots.space import FEW, FEW_MOVES, FEW_VALUES
from kafelki.kernels.language import Fields, Position, copy_position, kernel
from kafelki.kernels.randomness import random_word
from kafelki.rules.contract import CHANCE


@kernel
def look_closer(
    play: Any,
    standing: Any,
    position: Position,
    trial: Position,
    seat: int,
    moves: Fields,
    count: int,
    values: Fields,
    weights: Fields,
    floats: Fields,
    numbers: Fields,
) -> int:
    """Write how a seat would stand after each move; return the index of the best.

    Each move is tried on `trial`.
    """
    best = 0
    for k in range(count):
        copy_position(trial, position)
        play(trial, seat, moves[k])
        values[k] = standing(trial, seat, weights, floats, numbers)
        if values[k] > values[best]:
            best = k
    return best


@kernel
def play_on(
    acting: Any,
    play: Any,
    chance_seat: Any,
    sample_outcome: Any,
    play_outcome: Any,
    list_promising: Any,
    standing: Any,
    position: Position,
    trial: Position,
    seat: int,
    horizon: int,
    width: int,
    random: Fields,
    settings: Fields,
    weights: Fields,
    floats: Fields,
    numbers: Fields,
) -> float:
    """Play on from a seat's move until it has had `horizon` more turns; return how it stands.

    Everybody takes the best of `width` promising moves. Partners' turns are not the seat's.
    """
    moves = numbers[FEW_MOVES : FEW_MOVES + FEW]
    values = floats[FEW_VALUES : FEW_VALUES + FEW]
    turns = 0
    before = seat
    who = acting(position)
    while who != 0:
        if who == CHANCE:
            if turns == horizon and chance_seat(position) == seat:
                break
            play_outcome(position, sample_outcome(position, random))
            before = -1  # whoever moves after a draw begins a turn, also a player alone
        else:
            mover = 0
            while (who >> mover) & 1 == 0:
                mover += 1
            if mover == seat and before != seat:
                turns += 1
            before = mover
            count = list_promising(position, mover, width, moves, values, settings, floats, numbers)
            best = 0
            if count > 1:
                best = look_closer(
                    play,
                    standing,
                    position,
                    trial,
                    mover,
                    moves,
                    count,
                    values,
                    weights,
                    floats,
                    numbers,
                )
            play(position, mover, moves[best])
        who = acting(position)
    value: float = standing(position, seat, weights, floats, numbers)
    return value


@kernel
def try_candidates(
    acting: Any,
    play: Any,
    chance_seat: Any,
    sample_outcome: Any,
    play_outcome: Any,
    redeal: Any,
    list_promising: Any,
    standing: Any,
    known: Position,
    world: Position,
    position: Position,
    trial: Position,
    seat: int,
    worlds: int,
    candidates: Fields,
    count: int,
    sums: Fields,
    squares: Fields,
    horizon: int,
    width: int,
    random: Fields,
    stream: Fields,
    settings: Fields,
    weights: Fields,
    floats: Fields,
    numbers: Fields,
) -> int:
    """Try each of the candidates in some worlds and add up how the seat stands afterwards.

    `squares` adds up the squares of how far each is from the first in the same world.
    Returns how often a candidate was tried.
    """
    for _ in range(worlds):
        copy_position(world, known)
        redeal(world, seat, random)
        # Alone there is nothing to deal: the luck of each world has to be new all the same.
        luck = random_word(random)
        first = 0.0
        for k in range(count):
            copy_position(position, world)
            stream[0] = luck
            play(position, seat, candidates[k])
            value = play_on(
                acting,
                play,
                chance_seat,
                sample_outcome,
                play_outcome,
                list_promising,
                standing,
                position,
                trial,
                seat,
                horizon,
                width,
                stream,
                settings,
                weights,
                floats,
                numbers,
            )
            if k == 0:
                first = value
            sums[k] += value
            squares[k] += (value - first) * (value - first)
    return worlds * count
