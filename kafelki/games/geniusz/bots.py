"""Bots for Geniusz: the shared ones with its board."""

from kafelki.games.weakest_colour.bots import BOTS, kernels, levels

__all__ = ["BOTS", "LEVELS", "kernels"]

LEVELS = levels(strong_slack=0.002)
"""Values lie closer together here than in AXIO, as the lead makes them up."""
