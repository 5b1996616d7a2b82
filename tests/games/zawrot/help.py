"""What the help of Kolorowy zawrót głowy must tell, and what happens in its example."""

from __future__ import annotations

OF_THE_BOOKLET = (
    *("6–106 lat", "36 kafelków", "17 żetonów punktów", "## Kolejka", "czwartego kafelka"),
    "Wszyscy widzą, co bierzesz",
)
"""The ages, what is in the box, and the words that the booklet has for it."""

CHANCE = (
    "bank Gf, bank Bs, bank Vp, start Yh, draw Ys, draw Os, draw Rs,"
    "draw Yf, draw Rf, draw Ru, bank Yp, bank Bn, bank Gh, bank On, bank Bu, bank Vn, bank Gu"
)
"""What chance brings in the example, as far as it goes."""
