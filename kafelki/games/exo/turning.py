"""One form for all positions of EXO that are alike on a turned or mirrored board."""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt

from kafelki.games.exo.kernels import BOARD, CELLS, PAIRS, TABLES, see
from kafelki.kernels.language import Position
from kafelki.rules.geometry import square_board
from kafelki.rules.turns import moved, turns_of

Numbers = npt.NDArray[np.int64]


@cache
def _turns(size: int) -> list[tuple[Numbers, Numbers]]:
    """Return for each turn of a board of that size where its squares and pairs go."""
    board = square_board(size, size)
    squares = np.array([BOARD.numbers[name] for name in board.names])
    found = []
    for turn in turns_of(board):
        cells = np.arange(CELLS)
        cells[squares] = squares[turn]
        pairs = np.arange(PAIRS)
        for k, ends in enumerate(TABLES.pairs.tolist()):
            image = sorted(cells[ends].tolist())
            pairs[k] = BOARD.pair_numbers.get((image[0], image[1]), k)
        found.append((cells, pairs))
    return found


def form_of(position: Position) -> Position:
    """Return the one of a position's turned forms whose squares come first."""
    s = position.view(see.dtype)[0]
    forms = []
    for cells, pairs in _turns(int(s["size"])):
        form = position.copy()
        t = form.view(see.dtype)[0]
        for name in ("heights", "tops"):
            t[name][cells] = s[name]
        t["others"][cells] = cells[np.arange(CELLS) + s["others"]] - cells
        # What is free follows from these three: it need not be compared.
        squares = b"".join(t[name].tobytes() for name in ("tops", "heights", "others"))
        forms.append((squares, form, pairs))
    _, form, pairs = min(forms, key=lambda each: each[0])
    t = form.view(see.dtype)[0]
    t["free"] = moved(t["free"], pairs)
    return form
