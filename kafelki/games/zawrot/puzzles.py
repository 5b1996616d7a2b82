"""Puzzles of Kolorowy zawrót głowy: what they are about, and a deeper look than a review's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kafelki.bots.protocol import Turn
from kafelki.bots.puzzling import Puzzling, Theme
from kafelki.bots.valuing import Calibrations, Trials
from kafelki.games.zawrot.bots.evaluation import BEST, POINTS, SECOND, SHREWD, THEIRS
from kafelki.games.zawrot.bots.workspace import Judged
from kafelki.games.zawrot.kernels import TAKES
from kafelki.games.zawrot.value import VALUER
from kafelki.play.game import Move
from kafelki.rules.texts import Text

HORIZON = 4
"""So many placements ahead moves are tried: twice as many as in a review."""

THEMES = {
    "two": Theme(
        Text("Two points at once", "Dwa punkty naraz"),
        Text("One tile completes several lines.", "Jeden kafelek domyka kilka linii naraz."),
    ),
    "make_and_take": Theme(
        Text("Make and take", "Zrób i weź"),
        Text(
            "A line now, and with a tile from the bank the next one is within reach.",
            "Linia teraz, a z kafelkiem z banku także następna jest w zasięgu.",
        ),
    ),
    "line": Theme(
        Text("The right line", "Właściwa linia"),
        Text(
            "There is a point to be made; the question is where, and with which tile.",
            "Punkt jest do zdobycia; pytanie, gdzie i którym kafelkiem.",
        ),
    ),
    "patience": Theme(
        Text("Patience", "Cierpliwość"),
        Text(
            "A point lies there for the taking, but something else is better.",
            "Punkt leży na wyciągnięcie ręki, ale co innego jest lepsze.",
        ),
    ),
    "block": Theme(
        Text("Block", "Blokada"),
        Text(
            "Without this tile the next player would have made points.",
            "Bez tego kafelka następny gracz zdobyłby punkty.",
        ),
    ),
    "fork": Theme(
        Text("Two chances", "Dwie szanse"),
        Text(
            "Points are prepared in two places: one of them remains.",
            "Punkty są przygotowane w dwóch miejscach, więc jedno zostanie.",
        ),
    ),
    "bait": Theme(
        Text("Preparing", "Przygotowanie"),
        Text(
            "A line is begun that one can complete and the others cannot.",
            "Powstaje linia, którą można samemu domknąć, a innym trudniej.",
        ),
    ),
    "safe": Theme(
        Text("Nothing given away", "Nic za darmo"),
        Text(
            "No points for anybody: the tile goes where it does no harm.",
            "Nikt nie dostaje punktów: kafelek trafia tam, gdzie nie zaszkodzi.",
        ),
    ),
    "take": Theme(
        Text("Which one to take", "Który wziąć"),
        Text(
            "What is taken from the bank the others do not get.",
            "Czego się nie weźmie z banku, to może wziąć ktoś inny.",
        ),
    ),
}


class ZawrotPuzzles(Puzzling):
    """Puzzles by the points of a move, what it prepares, and what it leaves to others."""

    themes: Mapping[str, Theme] = THEMES

    def theme(self, turn: Turn, move: Move) -> str:
        """Return the most telling of what is known of a move one deep."""
        if move.number >= TAKES:
            return "take"
        judged = Judged(turn, SHREWD, compiled=True)
        facts = judged.facts[int(np.flatnonzero(judged.moves == move.number)[0])]
        points = facts[POINTS]
        if points > 1:
            return "two"
        if points > 0:
            return "make_and_take" if facts[BEST] > 0 else "line"
        if judged.facts[:, POINTS].any():
            return "patience"
        if facts[THEIRS] < np.median(judged.facts[:, THEIRS]):
            return "block"
        if facts[SECOND] > 0:
            return "fork"
        return "bait" if facts[BEST] > 0 else "safe"

    def trials(self, turn: Turn, calibrations: Calibrations) -> Trials:
        """Return what looks twice as far ahead as a review."""
        return VALUER.trials(turn, calibrations, HORIZON)


PUZZLING = ZawrotPuzzles()
