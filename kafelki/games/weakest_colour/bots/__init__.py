"""Bots for AXIO and Geniusz, which share everything but the board."""

from __future__ import annotations

from kafelki.bots.protocol import Makers
from kafelki.games.weakest_colour.bots.expert import Expert
from kafelki.games.weakest_colour.bots.greedy import OneDeep
from kafelki.games.weakest_colour.bots.levels import levels
from kafelki.games.weakest_colour.bots.workspace import described_kernels as kernels

__all__ = ["BOTS", "kernels", "levels"]

BOTS: Makers = {"greedy": OneDeep, "expert": Expert}
