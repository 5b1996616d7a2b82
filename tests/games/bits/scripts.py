"""Games of Bits in short, and what is refused after them, with the rule that it breaks."""

from __future__ import annotations

STARTED = "< task four; 0< start OB; 1< start VY;"
CARD = STARTED + "0: OB a1 a2; 1: VY a1 b1; < card OO;"
COLUMN = STARTED + ("0: OB a1 a2; 1: VY a1 b1; < card OO; 0: OO b3 a3; 1: OO c1 d1; < card BB;")
"""On the ramp of seat 0, b1 and b2 are covered by the tile on a3 and b3."""

REFUSED = [
    (STARTED, "0: VY a1 b1", "BI-10"),
    (STARTED, "0: OB a2 b2", "BI-6"),
    (STARTED, "0: OB a1 b2", "BI-6"),
    (STARTED, "0: OB d1 e1", "BI-7"),
    (STARTED, "0: OB a6 a7", "BI-7"),
    (STARTED + "0: OB a1 a2;", "0: OB b1 b2", "BI-11"),
    (STARTED, "2: OB a1 a2", "RECORD"),
    (CARD, "0: OB b1 b2", "BI-11"),
    (CARD, "0: OO a1 b1", "BI-6"),
    (COLUMN, "0: BB b1 b2", "BI-6"),
    (CARD + "0: OO b1 b2;", "0: OO c1 c2", "BI-11"),
    (CARD, "< card BB", "RECORD"),
    (STARTED + "0: OB a1 a2; 1: VY a1 b1;", "0: OO b1 b2", "RECORD"),
    (CARD + "0: OO b1 b2; 1: OO c1 d1; < card OB;0: OB c1 d1;1: OB c2 d2;", "< card OB", "BI-3"),
    (CARD + "0: OO b1 b2; 1: OO c1 d1;", "< card BO", "RECORD"),
    (CARD + "0: OO b1 b2; 1: OO c1 d1;", "0< card OB", "RECORD"),
    (CARD + "0: OO b1 b2; 1: OO c1 d1;", "< start OV", "RECORD"),
    ("< task four; 0< start OB;", "1< start OB", "BI-4"),
    ("< task four;", "0< start OO", "BI-4"),
    ("< task four;", "1< start OB", "RECORD"),
    ("< task four;", "< start OB", "RECORD"),
    ("", "< task I", "BI-5"),
    ("", "< task single", "BI-5"),
    ("", "< task five", "RECORD"),
    ("", "0< task four", "RECORD"),
    ("", "< card OB", "RECORD"),
]
