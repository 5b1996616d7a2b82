"""Positions of Kolorowy zawrót głowy with the right moves and why, worked out by hand.

Seat 0 is to act. A table is written as rows of tiles from the top, `..` where there is none;
the first tile of the last row lies on 0,0. Moves may be patterns: `* 2,0` is any tile there.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from kafelki.games.zawrot.kernels import PLACE, REACH, SPAN, TAKE, TILES, lay, see
from kafelki.games.zawrot.rules import GAME
from kafelki.play.game import Game


@dataclass(frozen=True)
class Situation:
    """A position, the moves that are right in it, and the reason."""

    why: str
    table: str
    hands: tuple[str, ...]
    """The tiles of each seat; those of the others that seat 0 has seen stand before a `|`."""
    right: tuple[str, ...]
    bank: str = ""
    points: tuple[int, ...] = (0, 0, 0, 0)
    takes: bool = False
    last: bool = False
    """Whether the stack is empty: the other tiles then lie apart, where nothing can be made."""

    def game(self) -> Game:
        """Return a game in this position."""
        game = Game("zawrot", players=len(self.hands))
        position = game._position
        s = see(position)
        s.phase = TAKE if self.takes else PLACE
        rows = [row.split() for row in reversed(self.table.strip().split("\n"))]
        start = next(x for x, tile in enumerate(rows[0]) if tile != "..")
        for y, row in enumerate(rows):
            for x, tile in enumerate(row):
                if tile != "..":
                    _lay(s, tile, x - start, y)
        for seat, hand in enumerate(self.hands):
            seen, _, unseen = hand.partition("|")
            s.hands[seat] = _set_of(seen) | _set_of(unseen)
            s.seen |= _set_of(seen)
            s.points[seat] = self.points[seat]
            s.stack &= ~s.hands[seat]
        s.bank = _set_of(self.bank)
        s.stack &= ~s.bank
        if self.last:
            _put_apart(s)
        game._acting = GAME.kernels.acting(position)
        return game


def _set_of(tiles: str) -> int:
    return sum(1 << TILES.index(tile) for tile in tiles.split())


def _lay(s: object, tile: str, x: int, y: int) -> None:
    lay(s, TILES.index(tile), (y + REACH) * SPAN + x + REACH)
    s.stack &= ~_set_of(tile)  # type: ignore[attr-defined]


def _put_apart(s: object) -> None:
    """Lay the rest of the stack in a row far above, in which no neighbours are alike."""
    rest = [tile for tile in TILES if s.stack & _set_of(tile)]  # type: ignore[attr-defined]
    for x, tile in enumerate(_unlike(rest)):
        _lay(s, tile, x - 5, 9)


def _unlike(tiles: list[str]) -> list[str]:
    """Return the tiles in an order in which no two neighbours share a colour or a shape."""
    random = Random(0)
    while True:
        row, left = [tiles[0]], tiles[1:]
        while fitting := [tile for tile in left if not set(tile) & set(row[-1])]:
            row.append(random.choice(fitting))
            left.remove(row[-1])
        if not left:
            return row


SITUATIONS = (
    Situation(
        "three yellow in a row are a point, and nothing else is",
        "Ys Yf",
        ("Yh Gp Bn", "Ru Op Vs"),
        ("Yh -1,0", "Yh 2,0"),
        "Gu Bh Rn",
    ),
    Situation(
        "the gap between two hearts wants a heart",
        """
        Rs .. ..
        Yh .. Gh
        """,
        ("Oh Bp Vn", "Ru Op Vs"),
        ("Oh 1,0",),
        "Gu Bf Yn",
    ),
    Situation(
        "a diagonal counts as well as a row",
        """
        .. Vf Rp
        .. Ys Bh
        Bu Gn Yp
        """,
        ("Yh Os On", "Ru Gf Vs"),
        ("Yh 0,2",),
        "Gu Bf Of",
    ),
    Situation(
        "one square completes a row of yellow and a column of hearts: two points beat one",
        """
        .. .. Gh
        .. .. Rh
        Ys Yf ..
        """,
        ("Yh Bp Vn", "Ou Op Vs"),
        ("Yh 2,0",),
        "Gu Bf Rn",
    ),
    Situation(
        "only the star makes a point, yellow has none to join",
        """
        Rs Bs
        """,
        ("Gs Yp Vn", "Ou Yf Vh"),
        ("Gs -1,0", "Gs 2,0"),
        "Gu Bf On",
    ),
    Situation(
        "a fourth yellow is forbidden, so the heart goes where the hearts are",
        """
        .. .. Gh Bh
        Ys Yf Yu ..
        """,
        ("Yh Op Vn", "Ou Gp Vs"),
        ("Yh 1,1", "Yh 4,1"),
        "Gu Bf Rn",
    ),
    Situation(
        "the other player holds a yellow tile and only one end is free: it must be filled",
        """
        .. .. .. Gu
        Rp Ys Yf ..
        .. .. .. On
        """,
        ("Bh Vp Gs", "Yh Ru Vn"),
        ("* 0,1",),
        "Gf Bf Rn",
    ),
    Situation(
        "of two threats the one of two points must be stopped",
        """
        .. .. Gh ..
        .. .. Rh ..
        Ys Yf .. Bp
        .. .. Vu On
        """,
        ("Bs Vp Gn", "Yh Ru Of"),
        ("* 0,1",),
        "Gf Bf Rn",
    ),
    Situation(
        "the point is made on the end that the other player wants for his own",
        """
        .. .. On
        .. .. Gs
        .. .. Rs
        Yu Yf ..
        """,
        ("Yh Bp Vn", "Bs Op Gu"),
        ("Yh 2,0",),
        "Gf Bf Rn",
    ),
    Situation(
        "both tiles complete the yellow row; the heart is still needed for the hearts",
        """
        Bh .. .. .. ..
        Gh .. .. .. ..
        Rn Ou Ys Yf ..
        """,
        ("Yh Yu Bn", "Op Vs Gp"),
        ("Yu 4,0", "Yh 0,3"),
        "Gf Bf Rp",
    ),
    Situation(
        "a heart on the right would lie beside a heart, and the other player has the third",
        """
        .. .. .. Rh
        Ys Yf .. Vp
        """,
        ("Yh Bp Vn", "Gh Op Gu"),
        ("Yh -1,0",),
        "Gf Bf Rn",
    ),
    Situation(
        "an open two of yellow with the third in the hand: he can close one end only",
        "Ys",
        ("Yf Yh Gn", "Rp Bu Op"),
        ("Yf *", "Yh *"),
        "Gp Bn Ru",
    ),
    Situation(
        "he holds two yellow tiles: anything but a second yellow beside the first",
        "Ys",
        ("Yf Gn Bu", "Yh Yp On"),
        ("Gn *", "Bu *"),
        "Gp Bn Ru",
    ),
    Situation(
        "the bank's heart makes a point next turn at either end, the others nothing",
        "Yh Rh",
        ("Gn Bu", "Rp Bs Op"),
        ("take Oh",),
        "Oh Vp Gs",
        takes=True,
    ),
    Situation(
        "violet makes a point, the violet star makes two at once",
        """
        .. .. Gs
        .. .. Rs
        Vf Vu ..
        """,
        ("Bn Yp", "Op Bh Gp"),
        ("take Vs",),
        "Vs Vh On",
        takes=True,
    ),
    Situation(
        "the spirals in hand need no fourth: blue is what the row still wants",
        "Bf Bs",
        ("Gp Rn", "Op Vp Yu"),
        ("take Bh",),
        "Bh Yp Vn",
        takes=True,
    ),
    Situation(
        "the last tile goes where it makes the last point",
        "Ys Yf",
        ("Yh", "Gp"),
        ("Yh -1,0", "Yh 2,0"),
        last=True,
    ),
    Situation(
        "the last tile but one: a point behind, only two points at once can win",
        """
        .. .. Gh ..
        .. .. Rh ..
        Ys Yf .. Bp
        """,
        ("Yh", "Gn"),
        ("Yh 2,0",),
        points=(3, 4, 0, 0),
        last=True,
    ),
    Situation(
        "a point ahead with his last tile to come: stopping his point wins the game",
        """
        .. .. .. Gu
        Rp Ys Yf ..
        .. .. .. On
        """,
        ("Bh", "Yh"),
        ("Bh 0,1",),
        points=(4, 3, 0, 0),
        last=True,
    ),
    Situation(
        "two tiles each: first the point he could stop, the other one cannot be stopped",
        """
        .. .. .. Gu .. .. ..
        Rp Ys Yf .. Bs .. ..
        .. .. .. On Gn .. ..
        .. .. .. .. Rn .. ..
        """,
        ("Yh Vn", "Gp Of"),
        ("Yh -1,2",),
        last=True,
    ),
    Situation(
        "with three players too, the next one must not make his two points",
        """
        .. .. Gh ..
        .. .. Rh ..
        Ys Yf .. Bp
        .. .. Vu On
        """,
        ("Bs Vp Gn", "Yh Ru Of", "Bu Op Yn"),
        ("* 0,1",),
        "Gf Bf Rn",
    ),
    Situation(
        "with partners too, the opponent who follows is stopped",
        """
        .. .. Gh ..
        .. .. Rh ..
        Ys Yf .. Bp
        .. .. Vu On
        """,
        ("Bs Vp Gn", "Yh Ru Of", "Bu Op Yn", "Gs Rf Vs"),
        ("* 0,1",),
        "Gf Bf Rn",
    ),
    Situation(
        "his hand is not known, yet a point is a point",
        "Ys Yf",
        ("Yh Gp Bn", "|Ru Op Vs"),
        ("Yh -1,0", "Yh 2,0"),
        "Gu Bh Rn",
    ),
    Situation(
        "the spiral that both could use is better in the own hand",
        "Gp Rp",
        ("Yn Bu", "Vs Oh Yf"),
        ("take Bp",),
        "Bp Of Gs",
        takes=True,
    ),
)
