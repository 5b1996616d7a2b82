"""What the help of Geniusz must tell, and what happens in its example."""

from __future__ import annotations

OF_THE_BOOKLET = (
    *("od 8 lat", "120 płytek", "4 stojaki", "4 karty punktacji", "24 znaczniki w 6 kolorach"),
    *("woreczek", "Dodatkowy ruch", "wołasz „Geniusz!”"),
)
"""The ages, what is in the box, and the words that the booklet has for it."""

CHANCE = (
    "draw RB, draw RR, draw OY, draw GV, draw BV, draw YV,"
    "draw GB, draw RB, draw OO, draw OV, draw YY, draw RG, draw GB, draw BB, draw RG"
)
"""What chance brings in the example, as far as it goes."""
