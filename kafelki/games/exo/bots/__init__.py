"""Bots for EXO: a glance at every move, a search of the best ones, and the levels between."""

from __future__ import annotations

from kafelki.bots.judging import Greedy
from kafelki.bots.protocol import Makers
from kafelki.games.exo.bots.evaluation import evaluate_moves
from kafelki.games.exo.bots.expert import Expert
from kafelki.games.exo.bots.levels import LEVELS
from kafelki.games.exo.bots.reasons import explain
from kafelki.games.exo.bots.workspace import described_kernels as kernels

__all__ = ["BOTS", "LEVELS", "kernels"]

BOTS: Makers = {"greedy": lambda: Greedy(evaluate_moves, explain), "expert": Expert}
