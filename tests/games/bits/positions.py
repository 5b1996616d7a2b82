"""Ramps of Bits with one right placement, or a few, and the reason in words.

A ramp is drawn with its highest row first, a dot for an empty square. `left` are the
building cards that may still come; `tasks` the cards on the table.
"""

from __future__ import annotations

from typing import NamedTuple

from kafelki.games.bits import kernels as bits
from kafelki.play.game import Game
from kafelki.rules.engine import engine_of


class Puzzle(NamedTuple):
    name: str
    ramp: str
    tile: str
    left: str
    right: tuple[str, ...]
    why: str
    tasks: tuple[str, ...] = ("four",)


def game_with(ramps: list[str], tile: str, left: str, tasks: tuple[str, ...] = ("four",)) -> Game:
    """Return a game in which every seat has a ramp and the same tile to place."""
    game = Game("bits", len(ramps), engine=engine_of("bits"))
    s = bits.see(game._position)
    for seat, ramp in enumerate(ramps):
        for row, line in enumerate(reversed(ramp.split())):
            for column, letter in enumerate(line):
                if letter != ".":
                    colour = bits.COLOURS.index(letter)
                    s.squares[seat, colour] |= 1 << (row * bits.COLUMNS + column)
        bits.measure_heights(s, seat)
        s.tiles[seat] = bits.TILES.index(tile) + 1
    cards = left.split()
    for kind, name in enumerate(bits.TILES):
        s.cards[kind] = cards.count(name)
    names = [task.name for task in bits.TASKS]
    for number, task in enumerate(tasks):
        s.tasks[number] = names.index(task)
    s.round = len(tasks)
    s.due = bits.CARD
    s.owing = (1 << len(ramps)) - 1
    game._acting = game._kernels.acting(game._position)
    return game


PUZZLES = (
    Puzzle(
        "the fourth square",
        "BV.. VB.. BVYO YBVO VYBO BVYV",
        "OY",
        "BV BY VV",
        ("OY d5 d6", "YO c5 d5"),
        "Orange on d5 makes exactly four; nothing that can follow spoils it.",
    ),
    Puzzle(
        "a four is left alone",
        "BV.. VB.. BVYO YBVO VYBO BVYO",
        "OO",
        "BV YY VV",
        ("OO c5 c6",),
        "Anywhere else the double would join the four orange squares of column d.",
    ),
    Puzzle(
        "two and two",
        "OV.. VO.. OVBY YOBV VYOB OVYO",
        "BB",
        "VY OV",
        ("BB c5 c6", "BB c5 d5"),
        "On the blue pair the double makes exactly four, standing or lying.",
    ),
    Puzzle(
        "two and two in a row",
        "OV.. VO.. OVBY YOBV VYOB OVYO",
        "BB",
        "VY OV",
        ("BB c5 c6",),
        "The task wants a straight four: the double must stand.",
        ("four", "I"),
    ),
    Puzzle(
        "two and two round a corner",
        "OV.. VO.. OVBY YOBV VYOB OVYO",
        "BB",
        "VY OV",
        ("BB c5 d5",),
        "The task wants an L: the double must lie.",
        ("four", "L"),
    ),
    Puzzle(
        "a square",
        "OV.. VO.. OVBB YOVY VYOV OVYO",
        "BB",
        "VY OV",
        ("BB c5 d5",),
        "Lying on the pair the double makes the square that the task wants.",
        ("four", "O"),
    ),
    Puzzle(
        "no square",
        "OV.. VO.. OVBB YOVY VYOV OVYO",
        "BB",
        "VY OV",
        ("BB c5 c6", "BB d5 d6"),
        "The task wants an L: standing on either end of the pair makes one.",
        ("four", "L"),
    ),
    Puzzle(
        "a T",
        "O... V... OBBB YOVY VYOV OVYO",
        "BY",
        "OV",
        ("YB b5 c5", "BY c5 d5", "BY c5 c6"),
        "Blue on the middle of the three makes the T.",
        ("four", "T"),
    ),
    Puzzle(
        "into the well",
        ".... .... .BBB OVYO VYOV OVYO",
        "OB",
        "VY OV VV YY OO",
        ("BO a4 a5",),
        "Blue at the bottom of column a makes the straight four.",
        ("four", "I"),
    ),
    Puzzle(
        "singles cost",
        "BY.. YB.. BYOV YBVO BYBY YBYB",
        "OV",
        "BY YY",
        ("OV c5 d5",),
        "Orange on orange and violet on violet: two single squares less.",
        ("four", "I", "single"),
    ),
    Puzzle(
        "pairs cost",
        "BY.. YB.. BYOV YBVO BYBY YBYB",
        "OV",
        "BY",
        ("VO c5 d5", "VO c5 c6", "OV d5 d6"),
        "Colours kept apart make no pair.",
        ("four", "I", "pair"),
    ),
    Puzzle(
        "a straight three costs",
        "BY.. YB.. BYOV YBOY BYVB YBYV",
        "OB",
        "VY",
        ("BO c5 d5", "BO c5 c6", "OB d5 d6", "BO d5 d6"),
        "Orange on c5 would make a straight three.",
        ("four", "O", "straight"),
    ),
    Puzzle(
        "a corner costs",
        "BY.. YB.. BYOO YBVY BYYB YBVY",
        "OB",
        "VY",
        ("BO c5 c6", "BO d5 d6"),
        "Orange on the orange pair would make a corner.",
        ("four", "I", "corner"),
    ),
    Puzzle(
        "room for the orange card",
        "BV.. VB.. BVOY YBOY VYOY BVBV",
        "BV",
        "OB OV",
        ("BV d5 d6", "VB d5 d6"),
        "Only orange cards are left: column c must stay open for the fourth square.",
    ),
    Puzzle(
        "room for the yellow card",
        "BV.. VB.. BVOY YBOY VYOY BVBV",
        "BV",
        "BY VY",
        ("BV c5 c6", "VB c5 c6"),
        "Only yellow cards are left: column d must stay open for the fourth square.",
    ),
    Puzzle(
        "a lid on the four",
        "BV.. VB.. BVYO YBVO VYBO BVYO",
        "BV",
        "OO OO",
        ("BV d5 d6", "VB d5 d6", "BV c5 d5", "VB c5 d5"),
        "Only orange doubles can come: the four must be covered first.",
    ),
    Puzzle(
        "two and one and one",
        "BV.. VO.. BYOV YBOY VYVB BVYV",
        "OB",
        "VY BY",
        ("OB c5 c6", "OB c5 d5"),
        "Orange on c5 joins the pair below and the square beside: exactly four.",
    ),
    Puzzle(
        "no lid on a gap",
        "BV.. VB.. BYV. YBO. OYVB VOYB",
        "OV",
        "BB YY",
        ("OV c5 c6", "VO c5 c6"),
        "Lying across would close the well that the blue double can finish.",
    ),
    Puzzle(
        "two at once",
        "YV.. VY.. YVOB VYOB YVOB VYVY",
        "OB",
        "VY YY",
        ("OB c5 d5",),
        "Each half is the fourth square of the column that it lands on.",
    ),
    Puzzle(
        "two at once, turned",
        "YV.. VY.. YVBO VYBO YVBO VYVY",
        "OB",
        "VY YY",
        ("BO c5 d5",),
        "Turned round, each half is the fourth square of its column.",
    ),
    Puzzle(
        "below and beside",
        "YB.. VB.. YBOY VYOV YVOY VYVY",
        "OB",
        "VY YY",
        ("OB c5 c6",),
        "Orange finishes column c, and blue above it the three blue squares beside.",
    ),
    Puzzle(
        "out of the red",
        "YV.. VY.. YVOB VYOV YVOY VYVB",
        "OY",
        "BV VV",
        ("OY c5 c6",),
        "The straight three costs two, a straight four scores two; lying, the tile would leave the "
        "top row, where violet makes a straight three.",
        ("four", "I", "straight"),
    ),
    Puzzle(
        "a card to come",
        "YV.. VY.. YVOB VYOB YVOB VYVY",
        "BB",
        "OV OY",
        ("BB d5 d6",),
        "The double spoils blue anyway: on column d it leaves column c to the orange card.",
    ),
    Puzzle(
        "which three",
        "YO.. VO.. YVBO VYBV YVBY VYVO",
        "OB",
        "VY YY",
        ("BO c5 c6", "BO c5 d5"),
        "Blue on c5 makes four; orange there would only join three oranges to none.",
    ),
    Puzzle(
        "left side too",
        "..VB ..BV OYVB OVBY OBYV VYVB",
        "OY",
        "BV BB VV",
        ("OY a5 a6", "OY a5 b5"),
        "Orange on a5 makes exactly four.",
    ),
)
