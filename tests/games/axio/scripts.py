"""Games of AXIO in short, and what is refused after them, with the rule that it breaks."""

from __future__ import annotations

from tests.scripts import draws

DEALT = draws(0, "GG GG GG GG GG") + draws(1, "OO OO OO OO OO")
SWAP_OFFERED = DEALT + "0: GG g8 g9;"
SEAT_1 = SWAP_OFFERED + "0: keep; 0< draw RB;"

REFUSED = [
    (DEALT, "0: RB g8 g9", "AX-6"),
    (DEALT, "0: GG g8 h9", "AX-6"),
    (DEALT, "0: GG g7 g8", "AX-6"),
    (DEALT, "0: GG b3 c3", "AX-1"),
    (DEALT, "0: GG n1 n2", "AX-1"),
    (DEALT, "0: GG a14 a15", "AX-1"),
    (DEALT, "0: GG d4 e4", "AX-7"),
    (DEALT, "0: swap", "AX-13"),
    (DEALT, "0: keep", "AX-13"),
    (DEALT, "0: pass", "RECORD"),
    (DEALT, "1: OO g4 g5", "RECORD"),
    (DEALT, "0< draw RB", "RECORD"),
    (SWAP_OFFERED, "0: GG d4 e4", "AX-13"),
    (SWAP_OFFERED, "1: OO g4 g5", "RECORD"),
    (SEAT_1, "1: OO e7 f7", "AX-7"),
    (SEAT_1, "1: OO g8 h8", "AX-6"),
    (SEAT_1, "0: GG d4 e4", "RECORD"),
    ("", "0: GG g8 g9", "RECORD"),
    (draws(0, "GG GG GG GG GG") + "1< draw GG;", "1< draw GG", "AX-4"),
    (SWAP_OFFERED + "0: swap; 0< draw GG;", "0< draw GG", "AX-4"),
    ("", "1< draw RB", "RECORD"),
    ("", "< draw RB", "RECORD"),
    ("", "0< draw BR", "RECORD"),
    ("", "0< draw YY", "RECORD"),
    ("", "0< take RB", "RECORD"),
]
