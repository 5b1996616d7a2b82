"""Geniusz as numbers, for programs that learn."""

from kafelki.games.geniusz.rules import PLACEMENTS, shared
from kafelki.games.weakest_colour.observation import observed

OBSERVATION = observed(shared, PLACEMENTS, pyramids=False)
