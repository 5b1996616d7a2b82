"""Sets of small numbers as 64-bit words: which pairs of cells are free, which cells are open."""

from __future__ import annotations

from kafelki.kernels.language import (
    Fields,
    bit,
    count_ones,
    kernel,
    lowest_one,
    shift_left,
    shift_right,
)


def words_for(count: int) -> int:
    """Return how many words hold a set of the numbers below `count`."""
    return (count + 63) // 64


def mask_rows(sets: list[list[int]], count: int) -> list[list[int]]:
    """Return each of the sets as a row of words."""
    rows = []
    for members in sets:
        words = [0] * words_for(count)
        for member in members:
            words[member // 64] |= 1 << (member % 64)
        rows.append(words)
    return rows


@kernel
def add(words: Fields, member: int) -> None:
    """Put a number into the set."""
    words[member >> 6] |= bit(member & 63)


@kernel
def remove(words: Fields, member: int) -> None:
    """Take a number out of the set."""
    words[member >> 6] &= ~bit(member & 63)


@kernel
def contains(words: Fields, member: int) -> bool:
    """Return whether a number is in the set."""
    return (words[member >> 6] & bit(member & 63)) != 0


@kernel
def subtract(words: Fields, masks: Fields, row: int) -> None:
    """Take out of the set all members of a row of masks."""
    for k in range(words.shape[0]):
        words[k] = words[k] & ~masks[row, k]


@kernel
def add_word(words: Fields, word: int, step: int) -> None:
    """Put into the set the members of one word, each with a step added to it."""
    at, places = step >> 6, step & 63
    if word != 0:
        words[at] |= shift_left(word, places)
        over = shift_right(shift_right(word, 1), 63 - places)
        if over != 0:
            words[at + 1] |= over


@kernel
def add_moved(words: Fields, others: Fields, step: int) -> None:
    """Put into the set all members of another one, each with a step added to it.

    Of the numbers that these could have become there must be none yet: so words that hold no
    others are written without a look at what they were.
    """
    at, places = step >> 6, step & 63
    last = others.shape[0] - 1
    words[at] |= shift_left(others[0], places)
    over = shift_right(shift_right(others[0], 1), 63 - places)
    for k in range(1, last):
        words[at + k] = shift_left(others[k], places) | over
        over = shift_right(shift_right(others[k], 1), 63 - places)
    if last > 0:
        words[at + last] |= shift_left(others[last], places) | over
        over = shift_right(shift_right(others[last], 1), 63 - places)
    if over != 0:
        words[at + last + 1] |= over


@kernel
def size(words: Fields) -> int:
    """Return how many numbers are in the set."""
    total = 0
    for k in range(words.shape[0]):
        total += count_ones(words[k])
    return total


@kernel
def is_empty(words: Fields) -> bool:
    """Return whether nothing is in the set."""
    for k in range(words.shape[0]):
        if words[k] != 0:
            return False
    return True


@kernel
def member(words: Fields, index: int) -> int:
    """Return the member that has `index` smaller ones; there must be one."""
    k = 0
    here = count_ones(words[0])
    while index >= here:
        index -= here
        k += 1
        here = count_ones(words[k])
    return k * 64 + nth_one(words[k], index)


@kernel
def nth_one(word: int, index: int) -> int:
    """Return the number of the set bit that has `index` set bits below it, by halving."""
    number = 0
    width = 32
    while width > 0:
        low = count_ones(word & (bit(width) - bit(0)))
        step = width if index >= low else 0  # without a branch: neither half is likelier
        index -= low if index >= low else 0
        word = shift_right(word, step)
        number += step
        width >>= 1
    return number


@kernel
def list_members(words: Fields, members: Fields) -> int:
    """Write the members in order into a buffer and return how many there are."""
    count = 0
    for k in range(words.shape[0]):
        word = words[k]
        while word != 0:
            members[count] = k * 64 + lowest_one(word)
            count += 1
            word = word & (word - bit(0))
    return count
