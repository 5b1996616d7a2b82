"""Bots for Kolorowy zawrót głowy: one deep, and with possible worlds searched."""

from __future__ import annotations

from kafelki.bots.protocol import Makers
from kafelki.games.zawrot.bots.expert import Expert
from kafelki.games.zawrot.bots.greedy import OneDeep
from kafelki.games.zawrot.bots.levels import LEVELS
from kafelki.games.zawrot.bots.workspace import described_kernels as kernels

__all__ = ["BOTS", "LEVELS", "kernels"]

BOTS: Makers = {"greedy": OneDeep, "expert": Expert}
