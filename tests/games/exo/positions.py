"""Positions of EXO with their right moves: what a strong player has to see.

A position is written as the tiles that lead to it. With an even number of them it is
X's turn, with an odd number O's.
"""

from __future__ import annotations

from dataclasses import dataclass

from kafelki.play.game import Game


@dataclass(frozen=True)
class Puzzle:
    """A position, the moves that are right, and why."""

    name: str
    why: str
    tiles: str
    right: frozenset[str]
    size: int = 10

    def game(self) -> Game:
        """Return the game in the position."""
        game = Game("exo", options={"size": self.size})
        for tile in self.tiles.split(", "):
            game.play(tile)
        return game


def puzzle(name: str, why: str, tiles: str, right: str, size: int = 10) -> Puzzle:
    return Puzzle(name, why, tiles, frozenset(right.split(", ")), size)


def before_the_last(puzzle: Puzzle) -> tuple[Game, int]:
    """Return the game before the move that lets a puzzle come about, and that move."""
    *tiles, last = puzzle.tiles.split(", ")
    game = Game("exo", options={"size": puzzle.size})
    for tile in tiles:
        game.play(tile)
    return game, game.rules.move_number(last)


WIN_NOW = (
    puzzle(
        "both fives trap",
        "X and O have four each. X on e1 wins, but not with the O on e2: both would have five.",
        "XO a1 a2, XO b1 b2, XO c1 c2, XO d1 d2",
        "XO e1 f1",
    ),
    puzzle(
        "both fives trap on the smallest board",
        "The same for O on 5 × 5: e1 for the X would be five for both, so it must be e3.",
        "XO a1 a2, XO b1 b2, XO c1 c2, XO d1 d2, OX e5 d5",
        "OX e2 e3",
        5,
    ),
    puzzle(
        "five by covering",
        "An O lies in the middle of the X row; X covers it from the square below, equally high.",
        "XO a4 a5, XO b4 b3, OX c4 c5, OX c3 d3, XO d4 d5, XO e4 e3, OX f6 g6, XO g1 g2",
        "OX c3 c4",
        7,
    ),
    puzzle(
        "a gap inside",
        "Two and two X with a gap on e5: the O goes below or above it, the row itself is full.",
        "XO c5 c6, XO d5 d4, XO f5 f4, XO g5 g6, XO a1 b1, XO a3 b3",
        "XO e5 e6, OX e4 e5",
    ),
    puzzle(
        "a corner of the largest board",
        "The diagonal s19 to p16 is finished on o15; its O must not go to n15, where O has five.",
        "XO s19 r19, XO r18 q18, XO q17 p17, XO p16 o16, XO a1 b1, OX a3 b3",
        "XO o15 p15, OX o14 o15",
        19,
    ),
    puzzle(
        "win rather than block",
        "O threatens s5 on the edge, but X is to move and finishes its own column first.",
        "OX s1 r1, OX s2 r2, OX s3 r3, OX s4 r4",
        "XO r5 r6, OX q5 r5",
        19,
    ),
)
"""Five in a row can be had at once: the right moves are all that win."""

MUST_BLOCK = (
    puzzle(
        "an open four is covered",
        "X can finish on either side, so O lays a tile across two of the four X.",
        "XO c5 c6, XO d5 d4, XO e5 e6, XO f5 f4, OX j1 j2",
        "XO c5 d5, XO d5 e5, XO e5 f5, OX c5 d5, OX d5 e5, OX e5 f5",
    ),
    puzzle(
        "a diagonal four is covered",
        "Only two X of the diagonal have an equally high neighbour of another tile.",
        "XO b2 b1, XO c3 c4, XO d4 d3, XO e5 e6, OX j1 j2",
        "XO c4 d4, OX c3 d3",
    ),
    puzzle(
        "a four at the edge",
        "X can finish on d3 only: O takes it, or covers a part of the column.",
        "XO d7 c7, XO d6 e6, XO d5 c5, XO d4 e4, XO a1 b1, OX a3 b3, OX g1 g2",
        "XO d2 d3, XO c3 d3, XO d4 d5, XO d5 d6, XO d6 d7, OX d3 e3, OX d4 d5, OX d5 d6, OX d6 d7",
        7,
    ),
    puzzle(
        "no five to be had",
        "e1 is next to e2 only, where O would get five too. So X stops O's row: on e2, or by "
        "covering two O of it.",
        "XO a1 a2, XO b1 b2, XO c1 c2, XO d1 d2, XO f1 g1, XO j9 j10",
        "XO a2 b2, XO b2 c2, XO c2 d2, XO e2 f2, XO e2 e3, OX e1 e2, OX a2 b2, OX b2 c2, OX c2 d2",
    ),
)
"""The opponent would win next: the right moves are all that prevent it."""

WIN_IN_TWO = (
    puzzle(
        "no block holds",
        "X on e3 makes four around g5. None of them can be covered, and whatever O lays on g5 "
        "is as high as g4 and h5: X covers it from there.",
        "XO a5 a6, OX h5 h6, XO i7 i8, XO b5 c5, XO f4 g4, OX a5 b5",
        "OX e2 e3, OX d3 e3",
    ),
    puzzle(
        "no block holds on 7 × 7",
        "O's diagonal b2 to f6 lacks b2 and d4. With b2 it is a four around d4, and an X there "
        "can be covered from d3 or e4.",
        "XO d3 c3, XO e4 e5, XO f7 f6, XO a6 a7, OX g1 g2",
        "XO b1 b2, XO a2 b2",
        7,
    ),
    puzzle(
        "no block holds on the other diagonal",
        "X on c8 makes four around e6; d6 and f6 beside it are one high, as any block would be.",
        "XO d7 d6, XO f5 f6, XO g4 h4, OX j1 j2",
        "XO c8 c9, OX b8 c8",
    ),
    puzzle(
        "no block holds on the largest board",
        "X on e15 makes four around c13, where an O could be covered from c12 or c14.",
        "OX b12 c12, XO l17 l18, XO h10 i10, XO a11 b11, OX b11 b12, OX n18 n19, XO m18 m19, "
        "XO l18 m18, OX c14 d14, OX p18 p19",
        "XO e15 f15, XO e15 e16",
        19,
    ),
    puzzle(
        "a four by covering",
        "X covers the O on e5 and has four from c7 to g3 around f4; a block there can be "
        "covered from f3 or e4.",
        "OX b7 c7, OX f3 g3, OX d2 e2, XO c5 d5, XO e4 e5, XO c4 d4, XO d6 e6, XO c4 c5",
        "OX d5 e5",
        7,
    ),
    puzzle(
        "two fours with one tile",
        "O on p14 makes a column that lacks p15, and the X half raises o14, from where the gap "
        "of the row, o13, can now be covered.",
        "XO p18 p19, OX p16 p17, XO r16 s16, OX p17 p18, XO p14 q14, XO q16 q17, XO o13 o14, "
        "XO q16 r16, OX n11 n12, OX p13 q13, XO r12 s12, XO m9 m10, OX q13 q14, OX m13 n13, "
        "OX m14 n14, OX n13 o13, OX n7 n8",
        "XO o14 p14",
        19,
    ),
    puzzle(
        "a far end",
        "O on i10 makes four from e6 to i10 around f7; an X there can be covered from g7 or f8.",
        "XO g9 g10, OX g7 g8, XO h8 h9, OX g8 g9, XO i7 j7, XO d6 e6, XO f8 f9",
        "OX i10 j10",
    ),
    puzzle(
        "covering one's way into a line",
        "O covers the X on i9: g7, i9, j10 and k11 lack h8 only, where a block can be covered "
        "from i8.",
        "OX k11 k12, XO d12 e12, XO f7 g7, XO j9 j10, OX i8 i9",
        "OX i9 j9",
        19,
    ),
    puzzle(
        "different heights in one line",
        "O on f8 makes four from c5 to g9 around d6; a block there can be covered from c6.",
        "XO a1 b1, XO f6 g6, XO j2 j3, OX i4 j4, XO g7 g8, OX g9 h9, XO g8 g9, XO f4 f5, "
        "OX e7 f7, OX f7 g7, OX g5 h5, OX c5 c6, XO f5 g5",
        "OX f8 f9",
    ),
)
"""A forced win: five at the latest with the next move but one, whatever the opponent does."""

WIN_IN_THREE = (
    puzzle(
        "a four that gains a square",
        "X threatens c5; once O has covered d5 and e5, X on f4 has the diagonal f4 to i7 with "
        "both ends open.",
        "XO g2 g3, OX g5 h5, OX c5 d5, XO f4 g4, XO g4 g5, OX g6 h6, XO h4 i4, XO h4 h5, "
        "XO i7 j7, XO e5 f5, XO g5 h5, OX f4 f5",
        "OX c4 d4",
    ),
    puzzle(
        "three fours through one square",
        "X on f7 threatens i4, e6 and d9. O can only cover f7 itself, and X covers it again.",
        "OX c8 d8, XO h9 i9, XO f6 g6, OX e7 e8, OX g7 g8, OX d8 e8, OX d4 d5, XO c7 d7, "
        "XO d7 e7, OX g5 h5, OX g5 g6, OX h7 i7",
        "XO f7 f8",
    ),
    puzzle(
        "a four, then an open four",
        "X on a6 threatens e2; the answer lets X have a column with both ends open.",
        "XO g4 g5, OX f3 g3, XO e5 f5, OX g3 g4, OX b3 c3, XO g1 g2, OX a2 b2, OX f6 f7, "
        "OX f5 f6, XO c4 d4, OX b4 b5, XO b2 b3, XO d3 e3, OX c3 d3",
        "XO a6 a7",
        7,
    ),
    puzzle(
        "a four, then two",
        "O on l13 threatens n11 and i16. X must cover k14, and then O on k15 has a row that "
        "lacks m15 and a column that lacks k19.",
        "XO k15 l15, OX k16 k17, XO l16 l17, OX m18 m19, XO j18 j19, OX k18 k19, XO j14 k14, "
        "OX n15 n16, OX k17 l17, XO i15 j15, XO k15 k16, OX m12 n12, OX g16 h16",
        "OX l13 l14",
        19,
    ),
    puzzle(
        "threat against threat",
        "X on g7 threatens e5 and j10; O's block threatens five itself, and X's answer to that "
        "renews its own threat. X on j1 first is as good: O must cover f5, and g5 is X's then.",
        "OX g8 h8, OX d8 d9, XO i9 j9, XO f5 f6, XO g6 h6, XO g4 g5, OX d7 e7, OX e8 e9, "
        "OX h2 h3, OX e7 e8, XO f6 g6, OX d9 e9",
        "OX f7 g7, XO j1 j2, OX i1 j1",
    ),
)
"""A forced win that takes one four more."""
