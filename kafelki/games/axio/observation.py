"""AXIO as numbers, for programs that learn."""

from kafelki.games.axio.rules import PLACEMENTS, shared
from kafelki.games.weakest_colour.observation import observed

OBSERVATION = observed(shared, PLACEMENTS, pyramids=True)
