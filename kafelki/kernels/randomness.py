"""A small random generator for simulations, the same in Python and compiled.

It drives playouts and bots. Draws that people rely on come from the committed
seed of a game instead (``kafelki.play.chance``).
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from kafelki.kernels.language import Fields, kernel, signed

RandomState = npt.NDArray[np.uint64]

WORD = 0xFFFFFFFFFFFFFFFF
STEP = 0x9E3779B97F4A7C15


def random_state(seed: int) -> RandomState:
    """Return the state of a generator that starts from `seed`."""
    return np.array([seed & WORD], dtype=np.uint64)


def random_words(seed: int, count: int) -> RandomState:
    """Return the first words of a generator that starts from `seed`, all made at once.

    >>> one_by_one = random_state(5).data
    >>> [random_word(one_by_one) for _ in range(3)] == random_words(5, 3).tolist()
    True
    """
    before = np.arange(count, dtype=np.uint64) * np.uint64(STEP) + np.uint64(seed & WORD)
    words: RandomState = random_word([before])  # type: ignore[assignment]
    return words


@kernel
def random_word(random: Fields) -> int:
    """Return the next 64 random bits (the splitmix64 sequence)."""
    random[0] = (random[0] + STEP) & WORD
    word = random[0]
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & WORD
    return word ^ (word >> 31)


@kernel
def random_below(random: Fields, bound: int) -> int:
    """Return a random number from 0 to `bound` − 1; the bias is below bound / 2³²."""
    return (signed(random_word(random) >> 32) * bound) >> 32


@kernel
def random_index(random: Fields, weights: Fields, count: int) -> int:
    """Return a random index below `count`, each with a chance in proportion to its weight."""
    total = 0
    for k in range(count):
        total += weights[k]
    left = random_below(random, total)
    k = 0
    while left >= weights[k]:
        left -= weights[k]
        k += 1
    return k
