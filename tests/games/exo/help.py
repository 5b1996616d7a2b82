"""What the help of EXO must tell, and what happens in its example."""

from __future__ import annotations

OF_THE_BOOKLET = ("od 7 lat", "60 jednakowych płytek", "poziom 2", "zakryłaby w całości inną")
"""The ages, what is in the box, and the words that the booklet has for it."""

CHANCE = ""
"""What chance brings in the example, as far as it goes."""
