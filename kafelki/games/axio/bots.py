"""Bots for AXIO: the shared ones with its board."""

from kafelki.games.weakest_colour.bots import BOTS, kernels, levels

__all__ = ["BOTS", "LEVELS", "kernels"]

LEVELS = levels(strong_slack=0.03)
