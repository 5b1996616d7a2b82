"""Fair chance: every draw of a game follows from a seed that was committed before the first.

The commitment (SHA-256 of the seed) is public from the start, the seed once the
game is over: then anyone can check that no draw was rigged. The players' devices
may add a salt after they have seen the commitment, so that nobody can choose the
seed to suit somebody.
"""

from __future__ import annotations

import hashlib
import secrets
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, count

SEED_BYTES = 32
LOT_LABEL = b"kafelki: who starts"
"""Stands before the seed where who starts is drawn: no draw of a game has the same words."""


def new_seed() -> bytes:
    """Return 32 bytes that nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """Return what is made public of a seed before the game: its SHA-256, in hex.

    >>> commitment(bytes(32))
    '66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925'
    """
    return hashlib.sha256(seed).hexdigest()


def fair_number(seed: bytes, salt: bytes, event: int, bound: int) -> int:
    """Return the number below `bound` that the seed fixes for the chance event numbered `event`.

    >>> fair_number(bytes(32), b"", 0, 1)
    0
    """
    return _number(seed + salt + event.to_bytes(8, "big"), bound)


def drawn_to_start(seed: bytes, salt: bytes, players: int) -> int:
    """Return which of so many players starts, in the order in which they sit, by lot.

    It follows from the committed seed as the draws do, and takes nothing from them.

    >>> drawn_to_start(bytes(32), b"", 1)
    0
    """
    return _number(LOT_LABEL + seed + salt, players)


def _number(head: bytes, bound: int) -> int:
    """Return the number below `bound` that SHA-256 makes of some bytes, all equally likely."""
    limit = bound * (2**64 // bound)
    for attempt in count():
        digest = hashlib.sha256(head + attempt.to_bytes(8, "big")).digest()
        word = int.from_bytes(digest[:8], "big")
        if word < limit:
            break
    return word % bound


def fair_index(seed: bytes, salt: bytes, event: int, weights: Sequence[int]) -> int:
    """Return which outcome the seed fixes, when outcome k stands for `weights[k]` tiles."""
    drawn = fair_number(seed, salt, event, sum(weights))
    return bisect_right([*accumulate(weights)], drawn)
