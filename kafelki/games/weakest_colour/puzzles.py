"""Puzzles of AXIO and Geniusz: what they are about, and a longer look than a review's."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from kafelki.bots.protocol import Turn
from kafelki.bots.puzzling import Puzzling, Theme
from kafelki.bots.valuing import Calibrations, Trials
from kafelki.games.weakest_colour.bots.reasons import denied
from kafelki.games.weakest_colour.kernels import side_of
from kafelki.games.weakest_colour.turning import turning_of
from kafelki.games.weakest_colour.value import VALUER
from kafelki.kernels.language import Position
from kafelki.play.game import Move
from kafelki.rules.texts import Text

HORIZON = 4
"""Moves are tried until the seat has had so many more turns: twice as many as in a review."""

THEMES = {
    "save": Theme(
        Text("Colour to save", "Kolor do uratowania"),
        Text(
            "The weakest colour needs help now: later it may be too late.",
            "Najsłabszy kolor potrzebuje pomocy już teraz, bo później może być za późno.",
        ),
    ),
    "block": Theme(
        Text("Block", "Blokada"),
        Text(
            "The tile takes a place where the rival’s weakest colour would have gained.",
            "Płytka zajmuje miejsce, na którym zyskałby najsłabszy kolor rywala.",
        ),
    ),
    "ahead": Theme(
        Text("Thinking ahead", "Z wyprzedzeniem"),
        Text(
            "The points go to a colour that is not the weakest, not yet.",
            "Punkty dostaje kolor, który jeszcze nie jest najsłabszy.",
        ),
    ),
    "quiet": Theme(
        Text("Quiet move", "Cichy ruch"),
        Text(
            "The best move brings no points, only better chances.",
            "Najlepszy ruch nie daje punktów, tylko lepsze szanse.",
        ),
    ),
}
"""What both games have; what earns an extra tile each calls by its own name, "extra"."""


class WeakestColourPuzzles(Puzzling):
    """Puzzles by what a move brings: what it earns beside points, feeds, or takes away."""

    def __init__(self, game: str, **own: Theme) -> None:
        self._game = game
        self.themes: Mapping[str, Theme] = own | THEMES

    def theme(self, turn: Turn, move: Move) -> str:
        """Return the most telling of what a move brings."""
        rules, known = turn.header.rules, turn.known
        row = turn.engine.consequences(known, turn.seat, np.array([move.number], dtype=np.int32))[0]
        brings = dict(zip(rules.consequence_names, row.tolist(), strict=True))
        steps = [brings[letter] for letter in rules.appearance.colours]
        fields = rules.layout(known)
        scores = fields.scores.tolist()[side_of(fields, turn.seat)][: len(steps)]
        if brings["extra"]:
            return "extra"
        if brings["pyramids"]:
            return "pyramid"
        fed = any(step and score == min(scores) for step, score in zip(steps, scores, strict=True))
        taken = denied(turn, known, move)
        if taken and taken[1] > sum(steps):
            return "block"
        if fed:
            return "save"
        if taken:
            return "block"
        return "ahead" if any(steps) else "quiet"

    def trials(self, turn: Turn, calibrations: Calibrations) -> Trials:
        """Return what plays moves on for twice as many turns as a review does."""
        return VALUER.trials(turn, calibrations, HORIZON)

    def form(self, position: Position, seat: int) -> bytes:
        """Return the same for all turned and mirrored forms of a position."""
        return turning_of(self._game).form_of(position).tobytes()
