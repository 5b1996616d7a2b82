"""What the help of Bits must tell, and what happens in its example."""

from __future__ import annotations

OF_THE_BOOKLET = (
    *("8–108 lat", "56 dwupolowych kafelków", "po 14", "6 kafelków startowych", "4 rampy"),
    *("4 plansze", "9 kart zadań", "14 kart budowy", "dolna krawędź rampy", "Mistrz Bits"),
)
"""The ages, what is in the box, and the words that the booklet has for it."""
