"""Games of Kolorowy zawrót głowy in short, and what is refused after them, by which rule."""

from __future__ import annotations

from tests.scripts import draws

DEALT = "< bank Gf; < bank Bs; < bank Vp; < start Yh;" + draws(0, "Ys Os Rs") + draws(1, "Yf Yp Ru")
PLACED = DEALT + "0: Ys 1,0;"
SEAT_1 = PLACED + "0: take Gf; < bank Yn;"
THREE = SEAT_1 + "1: Yf 2,0; 1: take Bs; < bank Gh; 0: Rs 1,1; 0: take Vp; < bank Gu;"

REFUSED = [
    (DEALT, "0: Ru 1,0", "ZG-4"),
    (DEALT, "0: Ys 0,0", "ZG-4"),
    (DEALT, "0: Ys 1,1", "ZG-4"),
    (DEALT, "0: Ys 99999999999,0", "ZG-4"),
    (DEALT, "0: take Gf", "ZG-8"),
    (DEALT, "1: Ru 1,0", "RECORD"),
    (PLACED, "0: Os 2,0", "ZG-8"),
    (PLACED, "0: take Yn", "ZG-8"),
    (PLACED, "1: take Gf", "RECORD"),
    (PLACED + "0: take Gf;", "< bank Yh", "ZG-8"),
    (PLACED + "0: take Gf;", "0< bank Yn", "RECORD"),
    (PLACED + "0: take Gf;", "1: Ru 1,1", "RECORD"),
    (THREE, "1: Yp 3,0", "ZG-7"),
    (THREE, "1: Yp -1,0", "ZG-7"),
    ("< bank Gf; < bank Bs; < bank Vp;", "< start Vp", "ZG-2"),
    ("< bank Gf; < bank Bs; < bank Vp; < start Yh;", "0< draw Yh", "ZG-2"),
    ("< bank Gf; < bank Bs; < bank Vp; < start Yh;", "1< draw Ys", "RECORD"),
    ("< bank Gf;", "< start Ys", "RECORD"),
    ("", "0< draw Ys", "RECORD"),
    ("", "< bank sY", "RECORD"),
]
