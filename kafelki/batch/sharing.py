"""Sharing the games of a batch out among threads that need nothing else of Python: a template.

Games lie in chunks, and each thread has a part of the chunks that it begins with, so that it finds
them in its own cache; whoever has done with its own takes from the others'. So nobody waits for a
thread that others keep from running, or that still sleeps. All threads read and write one board, a
line of the cache for each row:

    0   how often something was asked for · what · whether the first thread sleeps
    1   how many chunks were done, of all that was ever asked for
    2…  a row a thread: the next chunk of its part · whether it sleeps
"""

from __future__ import annotations

from typing import Any

from kafelki.kernels.language import OPEN, Fields, Position, add_now, kernel, read_now, write_now

step: Any = OPEN
sample: Any = OPEN
"""The loops of a batch, filled in for a game."""

ASKED, DONE, THREADS = range(3)
"""Rows of the board: of what is asked for, of what is done, and the first thread's."""
TIMES, WHAT, FIRST_SLEEPS = range(3)
NEXT, SLEEPS = range(2)
LINE = 8
"""Words in a line of the cache."""

STEP, SAMPLE, STEP_AT_RANDOM = range(3)
"""What may be asked for; the last is both of the others, while a game is at hand."""

READY, ASLEEP, RING = range(3)
"""How a thread comes back: everything is done; nothing is left for it; the first is to be woken."""

CHUNK = 64
"""So many games are taken at a time."""


@kernel
def ask(board: Fields, chunks: int, what: int) -> int:
    """Ask all threads for something; return how many of them are asleep."""
    threads = board.shape[0] - THREADS
    write_now(board[ASKED], WHAT, what)
    for part in range(threads):
        write_now(board[THREADS + part], NEXT, chunks * part // threads)
    write_now(board[ASKED], TIMES, read_now(board[ASKED], TIMES) + 1)
    sleepers = 0
    for part in range(1, threads):
        sleepers += read_now(board[THREADS + part], SLEEPS)
    return sleepers


@kernel
def take_part(
    board: Fields,
    thread: int,
    chunks: int,
    patience: int,
    rows: Fields,
    start: Position,
    actions: Fields,
    chance: int,
    rivals: int,
    desks: Fields,
    room: Any,
    streams: Fields,
    sampled: Fields,
) -> int:
    """Do what is asked for until all of it is done; other threads then wait for what comes next.

    They wait awake as long as they have `patience`.
    """
    threads = board.shape[0] - THREADS
    own = board[THREADS + thread]
    write_now(own, SLEEPS, 0)
    if thread == 0:
        write_now(board[ASKED], FIRST_SLEEPS, 0)
    while True:
        times = read_now(board[ASKED], TIMES)
        for k in range(threads):
            part = (thread + k) % threads
            end = chunks * (part + 1) // threads
            chunk = add_now(board[THREADS + part], NEXT, 1)
            while chunk < end:
                # Whoever has a chunk of it is told of the newest request, whatever it knew before.
                first, last = chunk * CHUNK, min((chunk + 1) * CHUNK, rows.shape[0])
                what = read_now(board[ASKED], WHAT)
                if what != STEP:
                    sample(rows, first, last, streams, sampled)
                if what != SAMPLE:
                    played = actions if what == STEP else sampled
                    step(rows, first, last, start, played, chance, rivals, desks[thread], *room)
                add_now(board[DONE], 0, 1)
                chunk = add_now(board[THREADS + part], NEXT, 1)
        waited = 0
        if thread == 0:
            while not is_done(board, times, chunks) and waited < patience:
                waited += 1
            if is_done(board, times, chunks):
                return READY
            write_now(board[ASKED], FIRST_SLEEPS, 1)
            return READY if is_done(board, times, chunks) else ASLEEP
        if read_now(board[ASKED], FIRST_SLEEPS) == 1 and is_done(board, times, chunks):
            return RING
        while read_now(board[ASKED], TIMES) == times and waited < patience:
            waited += 1
        if read_now(board[ASKED], TIMES) == times:
            write_now(own, SLEEPS, 1)
            if read_now(board[ASKED], TIMES) == times:
                return ASLEEP
            write_now(own, SLEEPS, 0)


@kernel
def is_done(board: Fields, times: int, chunks: int) -> bool:
    """Return whether all is done that was asked for so many times."""
    return read_now(board[DONE], 0) == times * chunks
