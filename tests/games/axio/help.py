"""What the help of AXIO must tell, and what happens in its example."""

from __future__ import annotations

OF_THE_BOOKLET = (
    *("od 8 lat", "100 płytek", "4 stojaki", "4 plansze punktacji", "20 znaczników punktów"),
    *("20 piramid", "woreczek", "odizolowane pole", "przy 36 we wszystkich (to nasz wybór)"),
)
"""The ages, what is in the box, and the words that the booklet has for it."""

CHANCE = (
    "draw GR, draw GB, draw OV, draw RB, draw OO,"
    "draw RV, draw VV, draw OB, draw GO, draw RR, draw RV, draw GG, draw GB"
)
"""What chance brings in the example, as far as it goes."""
