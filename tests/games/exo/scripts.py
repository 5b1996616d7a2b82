"""Games of EXO in short, and what is refused after them, with the rule that it breaks."""

from __future__ import annotations

WON = "0: XO a1 a2; 1: XO b1 b2; 0: XO c1 c2; 1: XO d1 d2; 0: XO e1 e2"
"""Five X and five O at once: seat 0, who placed the last tile, loses."""
RESULT = {"places": [2, 1], "reason": "both five"}

REFUSED = [
    ("", "0: XX a1 a2", "EX-2"),
    ("", "0: XO a1 c1", "EX-4"),
    ("", "0: XO j1 k1", "EX-4"),
    ("", "0: XO s19 t19", "EX-4"),
    ("0: XO a1 a2;", "1: XO a2 a3", "EX-5"),
    ("0: XO a1 a2;", "1: XO a1 a2", "EX-5"),
    ("", "1: XO a1 a2", "EX-3"),
    ("", "0: pass", "RECORD"),
    ("", "< draw XO", "RECORD"),
    ("", "0< draw XO", "RECORD"),
    (WON, "1: XO i9 j9", "RECORD"),
    (WON, "0: XO i9 j9", "RECORD"),
]
