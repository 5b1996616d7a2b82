"""What a stretch of five squares is worth, by how many of each symbol are seen on it.

The numbers were fitted by logistic regression to the results of games of the expert
against itself, in positions where nobody can finish five at once. `LOGIT` points more
make the odds of winning e times better.
"""

from __future__ import annotations

from kafelki.kernels.language import table

LOGIT = 400
LENGTH = 5
ALL = (1 << LENGTH) - 1
OUT_OF_PLAY = 1 << 2 * LENGTH
"""The bit of a code that says that the stretch does not fit on the board in use."""
DIAGONAL = 2 * OUT_OF_PLAY
"""The bit of a code that says that the stretch is part of a diagonal: those are hard to cover."""
CODES = 2 * DIAGONAL

STRAIGHT_WORTH = (
    # 0  1  2  3  4 of the opponent's, who is not to move
    (0, -12, -22, -5, -20),  # 0 of one's own
    (12, 0, -8, 6, -20),
    (19, 3, -9, 6, 0),
    (-10, 5, 2, 0, 0),
    (20, 20, 0, 0, 0),
)
DIAGONAL_WORTH = (
    (0, -4, -24, -27, -20),
    (6, 2, -14, -5, -20),
    (29, 23, 8, 1, 0),
    (44, 37, 33, 0, 0),
    (20, 20, 0, 0, 0),
)
"""[one's own, the opponent's]: what the stretch is worth to the player whose turn it is.

Threes are worth `THREES` more.
"""

OWN_THREES = (
    # by squares that nobody can cover now: first those that the three lacks, then its own
    ((0, 60, 120, 180), (-152, -72, 8, 88), (-150, -70, 10, 90)),  # none of the opponent's
    ((0, 69, 138, 207), (7, 19, 31, 43), (-36, -24, -12, 0)),  # one
    ((0, 87, 174, 261), (-14, -4, 6, 16), (-43, -33, -23, -13)),  # two
)
THEIR_THREES = (
    ((0, -40, -80, -120), (62, 18, -26, -70), (89, 45, 1, -43)),
    ((0, -59, -118, -177), (-5, -19, -33, -47), (-8, -22, -36, -50)),
    ((0, -54, -108, -162), (-13, -15, -17, -19), (8, 6, 4, 2)),
)
TEMPO = 60
"""What it is worth to be the one whose turn it is."""

FOUR, THREE = 150, 70
"""What fours and threes are worth when moves are compared before anybody has looked ahead."""


def _counts(code: int) -> tuple[int, int]:
    return (code & ALL).bit_count(), (code >> LENGTH & ALL).bit_count()


def _is_empty_of_sense(code: int) -> bool:
    """Return whether the stretch is out of play, or a code that no position has."""
    counts = _counts(code)
    return bool(code & OUT_OF_PLAY) or sum(counts) > LENGTH or LENGTH in counts


def _value(code: int, seat: int) -> int:
    if _is_empty_of_sense(code):
        return 0
    counts = _counts(code)
    worth = DIAGONAL_WORTH if code & DIAGONAL else STRAIGHT_WORTH
    return worth[counts[seat]][counts[1 - seat]]


def _promise(code: int, seat: int) -> int:
    counts = _counts(code)
    if _is_empty_of_sense(code) or max(counts) < 3:
        return _value(code, seat)
    sign = 1 if counts[seat] > counts[1 - seat] else -1
    return sign * (FOUR if max(counts) == LENGTH - 1 else THREE - 20 * min(counts))


_PROMISES = [[_promise(code, seat) for code in range(CODES)] for seat in range(2)]


def _gains(code: int, place: int, seat: int) -> tuple[int, int]:
    """Return what X or O on a place of a stretch would change for the seat that puts it there."""
    bare = code & ~((1 | 1 << LENGTH) << place)
    # Then it is the opponent's turn: what is good for them is bad for the seat.
    promises = _PROMISES[1 - seat]
    cross, nought = (promises[bare | 1 << place + s * LENGTH] for s in range(2))
    return promises[code] - cross, promises[code] - nought


def _gap(code: int, seat: int) -> int:
    """Return 1 + the place of the only square that a four lacks, or 0 when it is none."""
    mine = code >> seat * LENGTH & ALL
    if code & OUT_OF_PLAY or mine.bit_count() != LENGTH - 1:
        return 0
    return (mine ^ ALL).bit_length()


def _three(code: int) -> int:
    """Return 0, or 1 + 3 · the seat that has three + how many the other has."""
    counts = _counts(code)
    if _is_empty_of_sense(code) or max(counts) != 3:
        return 0
    return 1 + 3 * (counts[1] == 3) + min(counts)


VALUES = table([[_value(code, seat) for code in range(CODES)] for seat in range(2)], "int16")
"""[seat to move, code]: what a stretch is worth to that seat, but for `THREES`."""

GAINS = table(
    [
        [[_gains(code, place, seat) for code in range(CODES)] for place in range(LENGTH)]
        for seat in range(2)
    ],
    "int16",
)
"""[seat, place, code, symbol]: what X (0) or O (1) seen on that place would change for the seat."""

GAPS = table([[_gap(code, seat) for code in range(CODES)] for seat in range(2)], "int8")
"""[seat, code]: 1 + the place of the square that the seat's four lacks; 0: not a four."""

THREE_KINDS = table([_three(code) for code in range(CODES)], "int8")
"""[code]: 0, or 1 + 3 · the seat that has three + how many the other has."""

THREES = table([OWN_THREES, THEIR_THREES], "int16")
"""[not whose turn it is, the other's symbols, squares out of reach that it lacks, that it has]."""
