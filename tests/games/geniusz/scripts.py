"""Games of Geniusz in short, and what is refused after them, with the rule that it breaks."""

from __future__ import annotations

from tests.scripts import draws

DEALT = draws(0, "RR RR RR RR RR RB") + draws(1, "GG GG GG GG GG GB")
SWAP_OFFERED = DEALT + "0: RB m9 m10;"

REFUSED = [
    (DEALT, "0: GG m9 m10", "GE-7"),
    (DEALT, "0: RR m8 m9", "GE-7"),
    (DEALT, "0: RR m9 n9", "GE-1"),
    (DEALT, "0: RR a9 a10", "GE-1"),
    (DEALT, "0: RR h8 h9", "GE-8"),
    (DEALT, "0: RR h8 i7", "GE-7"),
    (DEALT, "0: swap", "GE-12"),
    (DEALT, "0: pass", "GE-11"),
    (DEALT, "1: GG m11 m12", "RECORD"),
    (SWAP_OFFERED, "0: RR k8 k9", "GE-12"),
    (SWAP_OFFERED, "0: pass", "GE-11"),
    (SWAP_OFFERED + "0: swap;", "0< draw RR", "GE-5"),
    (draws(0, "RR RR RR RR RR"), "0< draw RR", "GE-5"),
    ("", "0< draw VR", "RECORD"),
]
