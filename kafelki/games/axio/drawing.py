"""How AXIO is drawn: score cards by colour, and rings around the area for two players."""

from dataclasses import replace

from kafelki.games.weakest_colour.drawing import STYLE as SHARED

STYLE = replace(SHARED, half=30.0)
