"""What the descriptions of AXIO and Geniusz have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kafelki.games.weakest_colour import kernels as shared
from kafelki.games.weakest_colour.texts import OBJECTIONS, Describer
from kafelki.rules.contract import Ages, Kernels, Measure, Objection, Rules, told_by


def described(
    describer: Describer,
    set_up: Callable[..., None],
    *,
    bag_rule: str,
    first_tile_rule: str,
    swap_rule: str,
    pass_rule: str = "",
    **own: Any,
) -> Rules:
    """Return a game: its own set-up, the rules that refusals name, and what else is its own."""
    kernels, placements = describer.kernels, describer.placements
    rules = {
        shared.NO_SUCH_TILE: placements.rule,
        shared.NOT_IN_AREA: placements.board_rule,
        shared.NOT_EMPTY: placements.rule,
        shared.NOT_AT_PRINTED: first_tile_rule,
        shared.NO_SWAP: swap_rule,
        shared.SWAP_FIRST: swap_rule,
        shared.NO_PASS: pass_rule,
    }
    return Rules(
        version=1,
        author="Reiner Knizia",
        ages=Ages(8),
        layout=kernels.see,
        kernels=Kernels.of(kernels, set_up=set_up),
        move_count=placements.count + len(describer.specials),
        most_moves=2 * kernels.see.dtype["shown"].shape[0] * placements.pairs + 1,  # of a full rack
        most_outcomes=len(describer.tiles),
        consequence_names=(*describer.letters, "pyramids", "extra", "wins"),
        objections={k: Objection(rule, OBJECTIONS[k]) for k, rule in rules.items() if rule},
        outcome_rules={"draw": bag_rule},
        **told_by(describer),
        measure=Measure("lowest colour", min, sorted),
        hidden_outcomes=frozenset({"draw"}),
        **own,
    )
