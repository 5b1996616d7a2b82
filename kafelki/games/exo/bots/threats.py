"""Threat-space search: wins that can be forced within five tiles, every threat looked at.

A *four* lacks one square: as each tile has one symbol of either player, nothing else can be
finished at once. Who wins in three tiles makes a four that no answer stops. Who wins in five
first lays any tile at all, after which that would happen if the opponent passed, and happens
whatever the opponent does. Nothing here is left out by a guess; guesses say what is tried first.

But for one thing: whoever could hold by passing is taken to hold, though there is no passing.
A search that is asked to be `whole` takes nothing for granted: it tries every tile of either
player, and whoever holds does so with a tile.
"""

from __future__ import annotations

from typing import Any

from kafelki.games.exo.bots.candidates import (
    judge_squares,
    list_all,
    list_blocks,
    list_rest,
    list_threats,
)
from kafelki.games.exo.bots.stack import control, frame, lay, take_best
from kafelki.games.exo.bots.windows import lines, winning_move
from kafelki.games.exo.kernels import PAIRS, list_moves, see
from kafelki.kernels import bitset
from kafelki.kernels.language import Fields, copy_position, kernel

FOUND, NONE = -1, -2
FIRST = 1_000_000
"""More than any guess of a move's worth."""


@kernel
def find_force(
    positions: Any, records: Any, frames: Any, state: Any, tiles: int, begin: int, nodes: int
) -> int:
    """Look for a win in three or five tiles at the bottom of the stack, from a move on.

    Return FOUND, NONE, or after about so many positions the move to go on from.
    """
    c = control(state)
    s, known, f = see(positions[0]), lines(records[0]), frame(frames[0])
    limit = c.nodes + nodes
    threat = winning_move(s, known, 1 - s.turn)
    if threat >= 0:
        count = list_blocks(s, known, s.turn, threat, f.moves)
    else:
        count = list_moves(positions[0], s.turn, f.moves)
    for k in range(count):
        if f.moves[k] == c.attack:
            f.moves[k], f.moves[0] = f.moves[0], f.moves[k]
    for k in range(begin, count):
        goes_on = lay(positions, records, 0, f.moves[k], c)
        if goes_on and not can_hold(positions, records, frames, 1, tiles - 2, c):
            c.attack = f.moves[k]
            return FOUND
        if c.nodes >= limit:
            return k + 1
    return NONE


@kernel
def can_hold(positions: Any, records: Any, frames: Any, ply: int, tiles: int, c: Fields) -> bool:
    """Return whether the player to move has an answer, so that no win follows in 1 or 3 tiles."""
    s, known, f = see(positions[ply]), lines(records[ply]), frame(frames[ply])
    seat = s.turn
    if winning_move(s, known, seat) >= 0:
        return True
    threat = winning_move(s, known, 1 - seat)
    if threat < 0 and tiles == 1 and not c.whole:
        return True
    f.count = 0
    if threat >= 0:
        f.count = list_blocks(s, known, seat, threat, f.moves)
    elif c.whole:
        list_answers(s, known, seat, f, c)
    k = 0 if threat >= 0 or c.whole else -1
    while k < f.count:
        goes_on = True
        if k < 0:  # what if the player passed? Where that holds, so does nearly any move.
            pass_turn(positions, records, ply)
        else:
            move = f.moves[k] if threat >= 0 else take_best(f, k)
            goes_on = lay(positions, records, ply, move, c)
        if not goes_on:
            if see(positions[ply + 1]).winner != 2 - seat:
                return True
        elif not wins_soon(positions, records, frames, ply + 1, tiles, c):
            if k >= 0:
                c.answer = f.moves[k]
            return True
        if k < 0:
            list_answers(s, known, seat, f, c)
        k += 1
    return False


@kernel
def pass_turn(positions: Any, records: Any, ply: int) -> None:
    """Let the player to move do nothing, from one ply to the next."""
    copy_position(positions[ply + 1], positions[ply])
    copy_position(records[ply + 1], records[ply])
    s = see(positions[ply + 1])
    s.turn = 1 - s.turn


@kernel
def list_answers(s: Fields, known: Fields, seat: int, f: Fields, c: Fields) -> None:
    """List every move; the one that was an answer elsewhere (a killer move) comes first."""
    judge_squares(s, known, seat, c.gains)
    f.count = list_all(s, f.moves, f.values, c.gains)
    for k in range(f.count):
        if f.moves[k] == c.answer:
            f.values[k] += FIRST
    f.likely = 0


@kernel
def wins_soon(positions: Any, records: Any, frames: Any, ply: int, tiles: int, c: Fields) -> bool:
    """Return whether the player to move can win with 1 tile, or with 3 if there are so many."""
    s, known, f = see(positions[ply]), lines(records[ply]), frame(frames[ply])
    if winning_move(s, known, s.turn) >= 0:
        return True
    if tiles < 3:
        return False
    count = list_threats(positions[ply], known, s.turn, f.moves, c.listed)
    if c.whole:
        count = list_rest(s, f.moves, count, c.listed)
    for k in range(count):
        goes_on = lay(positions, records, ply, f.moves[k], c)
        if goes_on and not can_stop(positions, records, frames, ply + 1, f.moves[k], c):
            return True
    return False


@kernel
def can_stop(positions: Any, records: Any, frames: Any, ply: int, last: int, c: Fields) -> bool:
    """Return whether the player to move can keep the opponent, who played `last`, from winning."""
    s, known, f = see(positions[ply]), lines(records[ply]), frame(frames[ply])
    seat = s.turn
    threat = winning_move(s, known, 1 - seat)
    if (threat < 0 and not c.whole) or winning_move(s, known, seat) >= 0:
        return True
    count = 0
    k = -1
    while k < count:
        move = c.blocks[last] if k < 0 else f.moves[k]
        if k >= 0 or (move > 0 and bitset.contains(s.free, move % PAIRS)):
            if lay(positions, records, ply, move, c):
                if winning_move(see(positions[ply + 1]), lines(records[ply + 1]), 1 - seat) < 0:
                    c.blocks[last] = move
                    return True
            elif see(positions[ply + 1]).winner != 2 - seat:
                return True
        if k < 0 and threat >= 0:
            count = list_blocks(s, known, seat, threat, f.moves)
        elif k < 0:
            count = list_moves(positions[ply], seat, f.moves)
        k += 1
    return False
