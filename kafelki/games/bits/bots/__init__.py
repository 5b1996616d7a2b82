"""Bots for Bits: a glance at the ramp, and an expert who plays the round on."""

from __future__ import annotations

from kafelki.bots.protocol import Makers
from kafelki.games.bits.bots.expert import Expert
from kafelki.games.bits.bots.levels import LEVELS, greedy
from kafelki.games.bits.bots.workspace import described_kernels as kernels

__all__ = ["BOTS", "LEVELS", "kernels"]

BOTS: Makers = {"greedy": greedy, "expert": Expert}
