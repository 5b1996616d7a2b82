"""Positions of AXIO and Geniusz with one right idea, made by hand, and the reason in words.

Two rows of nine cells are open, the rest of the board is closed by pyramids, so that what
counts can be read off the rows: a letter is a colour, a dot an empty cell, ^ closed.

        012345678
    a   RR..^^^^^     a half R on a2 continues two red cells: 2 points
    b   ^^^^^^^^^

In AXIO the rows are c5–k5 and c9–k9, in Geniusz f3–f11 and j5–j13. Letters stand for the
same colours in both; in Geniusz yellow is out of the way at 15 for everybody.
"""

from __future__ import annotations

from dataclasses import dataclass

from kafelki.play.game import Game, Move
from tests.games.weakest_colour.dominoes_table import MODULES, set_up

CLOSED = "^^^^^^^^^"

ROWS = {
    "axio": {"a": [f"{c}5" for c in "cdefghijk"], "b": [f"{c}9" for c in "cdefghijk"]},
    "geniusz": {
        "a": [f"f{n}" for n in range(3, 12)],
        "b": [f"j{n}" for n in range(5, 14)],
    },
}


def _tiles(name: str, rack: str) -> str:
    """Return a rack with the letters of each tile in the order of the game."""
    letters = MODULES[name].LETTERS
    return " ".join("".join(sorted(tile, key=letters.index)) for tile in rack.split())


@dataclass(frozen=True)
class Tactic:
    """A position, the moves that are right in it, and why."""

    why: str
    right: tuple[str, ...]
    """Each names halves that a right move lays, such as "R a2 G a3"; * is any colour."""
    rack: str
    own: str
    rival: str = ""
    a: str = CLOSED
    b: str = CLOSED
    others: str = "OB OV"
    """The rack of everybody else, which the player does not see."""
    players: int = 2
    bag: str | None = None

    def game(self, name: str) -> Game:
        """Return the position in one of the two games."""
        board: dict[str, str] = {}
        empty = ""
        for row, pattern in (("a", self.a), ("b", self.b)):
            for cell, letter in zip(ROWS[name][row], pattern, strict=True):
                if letter == ".":
                    empty += f" {cell}"
                else:
                    board[letter] = f"{board.get(letter, '')} {cell}"
        yellow = " Y15" if name == "geniusz" else ""
        if name == "geniusz" and self.own == ALL_BUT_VIOLET:
            yellow = " Y18"
        scores = [self.own + yellow] + [self.rival + yellow] * (self.players - 1)
        racks = [_tiles(name, rack) for rack in (self.rack, *[self.others] * (self.players - 1))]
        return set_up(
            name,
            self.players,
            board=board,
            rest="^",
            empty=empty,
            racks=racks,
            scores=scores,
            bag=self.bag,
        )

    def is_right(self, move: Move) -> bool:
        """Return whether a move lays one of the right groups of halves."""
        tile, first, second = str(move).split(" ")
        laid = {first: tile[0], second: tile[1]}
        return any(self._lays(laid, move.game, group.split(" ")) for group in self.right)

    def _lays(self, laid: dict[str, str], name: str, group: list[str]) -> bool:
        for letter, place in zip(group[::2], group[1::2], strict=True):
            there = laid.get(ROWS[name][place[0]][int(place[1])])
            if there is None or letter not in ("*", there):
                return False
        return True


ALL_BUT_VIOLET = "G18 O18 R18 V16 B18"

TACTICS = (
    Tactic(
        "The last tile: only red, the weakest, beats the rival's 6.",
        ("R a2",), "RG OB VB", "G9 O9 R5 V9 B9", "G6 O9 R9 V9 B9", a="RR..^^^^^",
    ),
    Tactic(
        "Level at 6, the next lowest decides: green from 7 to 9 beats 8.",
        ("G a2",), "GB OV", "G7 O9 R6 V10 B9", "G8 O9 R6 V9 B9", a="GG..OOO^^",
    ),
    Tactic(
        "Red has one step left, so its five cells bring one point; green brings two.",
        ("G b2",), "RV GV", "G5 O12 R17 V12 B12", "G6 O6 R9 V9 B9",
        a="^^RRRRR..", b="GG..^^^^^",
    ),
    Tactic(
        "Violet to 18 completes all colours: the game is won at once.",
        ("V b2",), "VG OB RB RR", ALL_BUT_VIOLET, "G17 O17 R17 V17 B17",
        a="RRRR..^^^", b="VV..^^^^^",
    ),
    Tactic(
        "The rival needs the red line to win; whatever covers it keeps 14 against 12.",
        ("* a5 * a6",), "GO OV BV", "G14 O16 R16 V16 B16", "G16 O16 R12 V16 B16",
        a="RRRRR..^^", b="^^..^^^^^", others="RO RB",
    ),
    Tactic(
        "Both halves count: red and green are weakest together.",
        ("R a2 G a3",), "RG RB GV", "G5 O9 R5 V9 B9", "G6 O9 R9 V9 B9", a="RR..GG^^^",
    ),
    Tactic(
        "The other way round the tile would score nothing.",
        ("V a4 B a5",), "VB", "G9 O9 R9 V4 B4", "G5 O9 R9 V9 B9", a="^^VV..BB^",
    ),
    Tactic(
        "A double between two red lines scores on both sides.",
        ("R a2 R a3",), "RR RG RB", "G9 O9 R5 V9 B9", "G8 O9 R9 V9 B9", a="RR..RR^^^",
    ),
    Tactic(
        "First red to 18 for the extra tile, then green: taking green first loses red.",
        ("R a3",), "RB GV OB", "G7 O12 R16 V12 B12", "G10 O10 R8 V10 B10",
        a="RRR..^^^^", b="GG..^^^^^", others="RO RG RV RB",
    ),
    Tactic(
        "Nothing to gain, so cover the place where the rival's weakest would grow.",
        ("* a4 * a5",), "OB VO VB", "G12 O12 R8 V12 B12", "G10 O10 R6 V10 B10",
        a="^RRR..^^^", b="^^^..^^^^", others="RO RG RV RB",
    ),
    Tactic(
        "Three points in a strong colour are a lure: the rival would get past 10 with red.",
        ("* a4 * a5",), "OO VO VV", "G14 O10 R14 V12 B10", "G12 O12 R8 V12 B12",
        a="^RRR..^^^", b="VVV..^^^^", others="RO RG RV RB",
    ),
    Tactic(
        "Orange is the weakest; blue has more cells but stands well.",
        ("O b1",), "OG BG", "G9 O3 R9 V9 B12", "G8 O4 R9 V9 B9", a="BBBB..^^^", b="O..^^^^^^",
    ),
    Tactic(
        "Four blue cells, not two: both blue and the rival are at 5.",
        ("B a4",), "BG BO", "G9 O9 R9 V9 B5", "G7 O9 R9 V9 B9", a="BBBB..BB^",
    ),
    Tactic(
        "Six cells on either side of a double make blue safe.",
        ("B a3 B a4",), "BB BG BV", "G9 O9 R9 V9 B2", "G7 O9 R9 V9 B9", a="BBB..BBB^",
    ),
    Tactic(
        "The weakest of three colours is violet: 3 beside 5 and 6.",
        ("V b3",), "VO GB RO", "G5 O9 R6 V3 B9", "G4 O9 R9 V9 B9", a="GG..RR^^^", b="VVV..^^^^",
        others="GV GB",
    ),
    Tactic(
        "Both are complete but for violet; who takes the line first wins.",
        ("V a3",), "VO GB RB", ALL_BUT_VIOLET, "G17 O17 R17 V15 B17",
        a="VVV..^^^^", b="^..^^^^^^", others="VR VB VG VO",
    ),
    Tactic(
        "Ahead whatever comes, except for the green line: close it.",
        ("* b3 * b4",), "OR VB", "G11 O11 R9 V11 B11", "G7 O12 R12 V12 B12",
        a="^^..^^^^^", b="GGG..^^^^", others="GO GR GV GB",
    ),
    Tactic(
        "Orange to 18 earns a second tile, and that one lifts the weakest.",
        ("O a2",), "OB RV GG", "G12 O16 R6 V12 B12", "G9 O7 R9 V9 B9",
        a="OO..^^^^^", b="RR..^^^^^", others="OR OG OV OB",
    ),
    Tactic(
        "Among equal weakest colours lift the pair of them that one tile shows.",
        ("O a3 V a4",), "OV OB VB", "G9 O4 R9 V4 B9", "G5 O9 R9 V9 B9", a="OOO..VVV^",
    ),
    Tactic(
        "The lowest colour cannot grow any more; the next lowest breaks the tie.",
        ("G a2", "G b2"), "GV BV OB", "G7 O9 R6 V12 B12", "G8 O8 R6 V9 B9",
        a="GG..^^^^^", b=CLOSED,
    ),
    Tactic(
        "Alone: the one tile goes where its weaker half scores.",
        ("R a3",), "RG", "G12 O9 R4 V9 B9", a="RRR..^^^^", b="GGG..^^^^", players=1,
    ),
    Tactic(
        "Alone: both halves score if the tile lies the right way round.",
        ("B a2 V a3",), "VB", "G9 O9 R9 V6 B6", a="BB..VV^^^", players=1,
    ),
    Tactic(
        "With three at the table the weakest colour still comes first.",
        ("R a3",), "RO GB VB", "G9 O9 R3 V9 B9", "G5 O6 R6 V6 B6",
        a="RRR..^^^^", b="GGG..^^^^", players=3,
    ),
)  # fmt: skip
