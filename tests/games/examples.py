"""Games by what they are an example of, for tests of what all games share.

Such a test plays every game, or takes one from here by the trait that it is about.
"""

from __future__ import annotations

from tests.games.axio import scripts as axio
from tests.games.bits import scripts as bits
from tests.games.exo import scripts as exo
from tests.games.geniusz import scripts as geniusz
from tests.games.zawrot import scripts as zawrot

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

# How these games begin, or end, in short: `tests.scripts` reads it.

WITHOUT_CHANCE_WON, WITHOUT_CHANCE_RESULT = exo.WON, exo.RESULT
WITH_RACKS_SWAP_OFFERED = axio.SWAP_OFFERED
WITH_PAIRS_DEALT = geniusz.DEALT
AT_ONCE_STARTED = bits.STARTED
WITHOUT_BOARD_DEALT = zawrot.DEALT
WITHOUT_BOARD_PLACED = zawrot.PLACED
WITHOUT_BOARD_THREE = zawrot.THREE
