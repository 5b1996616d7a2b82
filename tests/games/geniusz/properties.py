"""What each move of Geniusz must bring, by a plain reading of the rules."""

from __future__ import annotations

from tests.games.weakest_colour.properties import change as change
from tests.games.weakest_colour.properties import check as check
from tests.games.weakest_colour.properties import specials as specials

SPECIAL = {"swap", "keep", "pass", "extra", "full card"}
"""What random games must reach."""
