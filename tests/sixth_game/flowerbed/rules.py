"""Flowerbed: flowers of four kinds in one bed; a flower scores for every neighbour of its kind.

5 |  .  .  .  .  .      Squares are named a1, b1, … from the lower left corner.
4 |  .  .  .  .  .      A turn: draw up to three flowers, then plant one of them.
3 |  .  .  T  .  .      A tulip on c2 would score 2: there is one above it
2 |  .  T  ?  R  .      and one on its left.
1 |  .  .  D  .  .
     a  b  c  d  e
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kafelki.kernels.language import Fields, Layout, Position, kernel
from kafelki.kernels.randomness import random_below, random_index
from kafelki.rules.appearance import Appearance, Look
from kafelki.rules.contract import (
    CHANCE,
    MOST_SEATS,
    Ages,
    Component,
    Explanation,
    Kernels,
    Line,
    NotationError,
    Objection,
    Rules,
    Seating,
)
from kafelki.rules.geometry import square_board
from kafelki.rules.texts import Text, polish_quoted

BOARD = square_board(5, 5)  # FB-1
TABLES = BOARD.tables
CELLS = len(BOARD.names)
LETTERS = "TRDS"  # tulips, roses, daisies, sunflowers (FB-1)
KINDS = len(LETTERS)
COPIES = 8  # of each kind (FB-1)
HAND = 3  # FB-2
GOAL = 12  # points (FB-6)

BARTER = KINDS * CELLS
"""A planting is kind · CELLS + cell; this is the number of the one other move."""

see = Layout(
    cells=("int8", CELLS + 1),  # kind + 1, or 0: empty; the last lies beyond the edge
    bag=("int8", KINDS),  # how many flowers of each kind are in the bag
    hands=("int8", (MOST_SEATS, KINDS)),  # how many of each kind each seat holds
    held=("int8", MOST_SEATS),  # how many flowers each seat holds
    bartered=("int8", MOST_SEATS),  # 1 for those who have bartered
    points=("int16", MOST_SEATS),
    empty=("int8", ()),  # squares without a flower
    players=("int8", ()),
    turn=("int8", ()),
    reason=("int8", ()),  # why the game is over; 0 while it goes on
)

BED_FULL, IN_BLOOM = 1, 2
NOT_HELD, NOT_EMPTY, NO_BARTER = 1, 2, 3


@kernel
def set_up(position: Position, players: int, variant: int, option: int) -> None:
    """Write the empty bed and the full bag (FB-1)."""
    s = see(position)
    s.players = players
    s.empty = CELLS
    for kind in range(KINDS):
        s.bag[kind] = COPIES


@kernel
def acting(position: Position) -> int:
    """Return whose turn it is; whoever holds too few flowers draws first (FB-2)."""
    s = see(position)
    if s.reason:
        return 0
    return CHANCE if s.held[s.turn] < HAND else 1 << s.turn


@kernel
def chance_seat(position: Position) -> int:
    """Return the seat that draws."""
    return see(position).turn


@kernel
def list_outcomes(position: Position, outcomes: Any, weights: Any) -> int:
    """Write the kinds in the bag, which never runs out before the bed is full."""
    s = see(position)
    count = 0
    for kind in range(KINDS):
        if s.bag[kind] > 0:
            outcomes[count] = kind
            weights[count] = s.bag[kind]
            count += 1
    return count


@kernel
def sample_outcome(position: Position, random: Any) -> int:
    """Return the kind of a random flower in the bag."""
    return random_index(random, see(position).bag, KINDS)


@kernel
def play_outcome(position: Position, outcome: int) -> None:
    """Draw a flower (FB-2)."""
    s = see(position)
    draw(s, s.turn, outcome)
    s.held[s.turn] += 1


@kernel
def draw(s: Fields, seat: int, kind: int) -> None:
    """Move a flower from the bag to a hand."""
    s.bag[kind] -= 1
    s.hands[seat, kind] += 1


@kernel
def refusal(position: Position, seat: int, move: int) -> int:
    """Return 0 when the seat may plant or barter so, else the objection (FB-3, FB-5)."""
    s = see(position)
    if move == BARTER:
        return NO_BARTER if s.bartered[seat] else 0
    if s.hands[seat, move // CELLS] == 0:
        return NOT_HELD
    return NOT_EMPTY if s.cells[move % CELLS] else 0


@kernel
def list_moves(position: Position, seat: int, moves: Any) -> int:
    """Write every legal move."""
    count = 0
    for move in range(BARTER + 1):
        if refusal(position, seat, move) == 0:
            moves[count] = move
            count += 1
    return count


@kernel
def sample_move(position: Position, seat: int, random: Any) -> int:
    """Return a random legal move: any is tried until one is legal."""
    while True:
        move = random_below(random, BARTER + 1)
        if refusal(position, seat, move) == 0:
            return move


@kernel
def play(position: Position, seat: int, move: int) -> None:
    """Plant a flower (FB-3), or barter the hand (FB-5)."""
    s = see(position)
    if move == BARTER:
        s.bartered[seat] = 1
        s.held[seat] = 0
        return_hand(s, seat)
        return
    s.points[seat] += value_of(s, move)
    s.hands[seat, move // CELLS] -= 1
    s.held[seat] -= 1
    s.cells[move % CELLS] = move // CELLS + 1
    s.empty -= 1
    if s.players > 1 and s.points[seat] >= GOAL:  # FB-6; alone one plays for points (FB-8)
        s.reason = IN_BLOOM
    elif s.empty == 0:
        s.reason = BED_FULL
    s.turn = (seat + 1) % s.players


@kernel
def value_of(s: Fields, move: int) -> int:
    """Return the points of a planting: one for every neighbour of the same kind (FB-4)."""
    points = 0
    for direction in range(4):
        neighbour = TABLES.neighbours[move % CELLS, direction]
        if s.cells[neighbour] == move // CELLS + 1:
            points += 1
    return points


@kernel
def return_hand(s: Fields, seat: int) -> None:
    """Put all flowers of a hand back into the bag."""
    for kind in range(KINDS):
        s.bag[kind] += s.hands[seat, kind]
        s.hands[seat, kind] = 0


@kernel
def result(position: Position, places: Any) -> int:
    """Write the places by points; those with equal points share one (FB-7)."""
    s = see(position)
    for seat in range(s.players):
        places[seat] = 1
        for other in range(s.players):
            if s.points[other] > s.points[seat]:
                places[seat] += 1
    return s.reason


@kernel
def conceal(position: Position, viewer: int) -> None:
    """Put other hands into the bag; how many flowers they hold stays known (FB-2)."""
    s = see(position)
    for seat in range(s.players):
        if seat != viewer:
            return_hand(s, seat)


@kernel
def redeal(position: Position, viewer: int, random: Any) -> None:
    """Fill the concealed hands from the bag."""
    s = see(position)
    for seat in range(s.players):
        if seat != viewer:
            for _ in range(s.held[seat]):
                draw(s, seat, random_index(random, s.bag, KINDS))


@kernel
def consequences(position: Position, seat: int, moves: Any, count: int, rows: Any) -> None:
    """Write the points of each move (FB-4)."""
    s = see(position)
    for k in range(count):
        rows[k, 0] = 0 if moves[k] == BARTER else value_of(s, moves[k])


def move_text(move: int) -> str:
    """Return a move as it is written: "T c2", or "barter"."""
    if move == BARTER:
        return "barter"
    return f"{LETTERS[move // CELLS]} {BOARD.names[move % CELLS]}"


def move_number(text: str) -> int:
    """Return the number of a written move; NotationError says what is wrong with it."""
    if text == "barter":
        return BARTER
    letter, _, cell = text.partition(" ")
    if len(letter) != 1 or letter not in LETTERS or cell not in BOARD.numbers:
        raise NotationError(
            Text(
                f"{text!r} is no move such as 'T c2' or 'barter'",
                f"{polish_quoted(text)} to nie ruch, jak „T c2” albo „barter”",
            )
        )
    return LETTERS.index(letter) * CELLS + BOARD.numbers[cell]


def move_cells(move: int) -> tuple[str, ...]:
    """Return the square that a planting covers."""
    return () if move == BARTER else (BOARD.names[move % CELLS],)


def outcome_text(kind: int) -> str:
    """Return a draw as it is written."""
    return f"draw {LETTERS[kind]}"


def outcome_number(text: str) -> int:
    """Return the kind that is drawn; NotationError says what is wrong with the text."""
    texts = [outcome_text(kind) for kind in range(KINDS)]
    if text not in texts:
        raise NotationError(
            Text(
                f"{text!r} is no draw such as 'draw T'",
                f"{polish_quoted(text)} to nie losowanie, jak „draw T”",
            )
        )
    return texts.index(text)


def scores(position: Position) -> list[list[int]]:
    """Return each seat's points."""
    s = see(position)
    return [[s.points[seat]] for seat in range(s.players)]


def cells(position: Position) -> dict[str, str]:
    """Return the letter of the flower on every square that is not empty."""
    planted = see(position).cells.tolist()
    return {
        name: LETTERS[kind - 1] for name, kind in zip(BOARD.names, planted, strict=False) if kind
    }


def hands(position: Position) -> list[list[str]]:
    """Return the flowers that each seat holds."""
    s = see(position)
    return [[*_flowers(row)] for row in s.hands.tolist()[: s.players]]


def _flowers(counts: list[int]) -> str:
    return "".join(letter * count for letter, count in zip(LETTERS, counts, strict=True))


def common(position: Position) -> dict[str, Any]:
    """Return what everybody sees: the bed, the points, how many flowers are in the bag."""
    s = see(position)
    return {
        "scores": scores(position),
        "cells": cells(position),
        "bag": sum(s.bag),
        "bartered": [bool(s.bartered[seat]) for seat in range(s.players)],
        "turn": s.turn,
    }


def own(position: Position, viewer: int) -> dict[str, Any]:
    """Return the viewer's own hand, and the flowers in the bag and in other hands (FB-2)."""
    known = position.copy()
    conceal(known, viewer)
    s = see(known)
    return {
        "hands": [
            {"tiles": hand, "hidden": s.held[seat] - len(hand)}
            for seat, hand in enumerate(hands(known))
        ],
        "unseen": {letter: s.bag[kind] for kind, letter in enumerate(LETTERS) if s.bag[kind]},
    }


def restore(position: Position, view: Mapping[str, Any]) -> None:
    """Write what a view shows; what it hides is all in the bag."""
    s = see(position)
    for name, letter in view["cells"].items():
        s.cells[BOARD.numbers[name]] = LETTERS.index(letter) + 1
    s.empty = CELLS - len(view["cells"])
    for kind, letter in enumerate(LETTERS):
        s.bag[kind] -= [*view["cells"].values()].count(letter)
        for seat, hand in enumerate(view["hands"]):
            s.hands[seat, kind] = hand["tiles"].count(letter)
            s.bag[kind] -= s.hands[seat, kind]
    for seat, hand in enumerate(view["hands"]):
        s.held[seat] = len(hand["tiles"]) + hand["hidden"]
        s.bartered[seat] = view["bartered"][seat]
        (s.points[seat],) = view["scores"][seat]
    s.turn = view["turn"]
    if view["over"]:
        s.reason = GAME.ending_number(view["result"]["reason"])


def explain(position: Position, seat: int, move: int) -> Explanation:
    """Return the neighbours that a planting scores for, and whether it ends the game (FB-4)."""
    if move == BARTER:
        return Explanation()
    after = position.copy()
    play(after, seat, move)
    letter, planted = LETTERS[move // CELLS], cells(position)
    around = (TABLES.neighbours[move % CELLS, direction] for direction in range(4))
    names = (BOARD.names[cell] for cell in around if cell < CELLS)
    lines = tuple(Line(letter, (name,)) for name in names if planted.get(name) == letter)
    ends = GAME.ending(see(after).reason)
    return Explanation(points={letter: len(lines)}, lines=lines, ends=ends)


GAME = Rules(
    id="flowerbed",
    version=1,
    name=Text("Flowerbed", "Rabatka"),
    summary=Text(
        "Plant flowers beside others of their kind; each neighbour alike is a point.",
        "Sadź kwiaty obok takich samych; każdy taki sąsiad to punkt.",
    ),
    minutes=5,
    ages=Ages(5),
    seatings=(Seating(1), Seating(2), Seating(3)),
    components=(
        Component(1, Text("bed of 5 × 5 squares", "rabata 5 × 5 pól"), "D", "FB-1"),
        Component(32, Text("flowers of four kinds", "kwiaty w czterech gatunkach"), "D", "FB-1"),
        Component(1, Text("bag", "woreczek"), "D", "FB-1"),
    ),
    rule_ids=tuple(f"FB-{number}" for number in range(1, 9)),
    layout=see,
    kernels=Kernels(
        set_up=set_up,
        acting=acting,
        list_moves=list_moves,
        refusal=refusal,
        play=play,
        sample_move=sample_move,
        chance_seat=chance_seat,
        list_outcomes=list_outcomes,
        play_outcome=play_outcome,
        sample_outcome=sample_outcome,
        result=result,
        conceal=conceal,
        redeal=redeal,
        consequences=consequences,
    ),
    move_count=BARTER + 1,
    most_moves=HAND * CELLS + 1,
    most_outcomes=KINDS,
    consequence_names=("points",),
    objections={
        NOT_HELD: Objection("FB-3", Text("you do not hold that flower", "nie masz tego kwiatu")),
        NOT_EMPTY: Objection(
            "FB-3", Text("a flower already grows there", "tam już rośnie inny kwiat")
        ),
        NO_BARTER: Objection(
            "FB-5", Text("you have bartered already", "wymiana jest tylko raz w grze")
        ),
    },
    outcome_rules={"draw": "FB-2"},
    hidden_outcomes=frozenset({"draw"}),
    endings={
        "bed full": Text("the bed is full", "rabata jest pełna"),
        "in bloom": Text("twelve points reached", "zdobyto dwanaście punktów"),
    },
    move_text=move_text,
    move_number=move_number,
    move_cells=move_cells,
    outcome_text=outcome_text,
    outcome_number=outcome_number,
    scores=scores,
    cells=cells,
    hands=hands,
    common=common,
    own=own,
    restore=restore,
    explain=explain,
    appearance=Appearance(
        cell="square",
        colours={
            "T": Look(Text("tulip", "tulipan"), "#c2182b", "heart"),
            "R": Look(Text("rose", "róża"), "#7b3fb5", "spiral"),
            "D": Look(Text("daisy", "stokrotka"), "#2463c4", "flower"),
            "S": Look(Text("sunflower", "słonecznik"), "#f2c230", "sun"),
        },
        places=BOARD.places,
        halves=1,
    ),
)
