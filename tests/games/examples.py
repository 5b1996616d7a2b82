"""Games by what they are an example of, for tests of what all games share.

Such a test plays every game, or takes one from here by the trait that it is about.
"""

from __future__ import annotations

WITHOUT_CHANCE = "exo"
"""Two players see everything and draw nothing; a game may end after a few moves."""

AT_ONCE = "bits"
"""Everybody places at the same time, on a board of one's own; also alone."""

WITH_RACKS = "axio"
"""Tiles on racks that nobody else sees, filled up from a bag; scores by colour; also alone."""

WITH_PAIRS = "geniusz"
"""Racks too, and a variant in which partners play for one score; extra turns; hexagons."""

WITHOUT_BOARD = "zawrot"
"""No board but the table itself, and tiles to choose from in a bank; four are two teams."""
