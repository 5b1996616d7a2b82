"""How results compare: the game's own measure, and a text that sorts as results do."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from kafelki.rules.contract import Rules

OFFSET = 1000
"""Added to every number of an order, so that results below 0 sort as they should."""


def score_of(rules: Rules, scores: Sequence[int]) -> int:
    """Return the number by which a game measures a seat: points, or the lowest colour."""
    return int(rules.measure.value(scores))


def order_key(rules: Rules, scores: Sequence[int]) -> str:
    """Return a text that sorts as results do: the better, the later.

    Where the lowest colour decides, then the second lowest does, and so on.
    """
    order: Any = rules.measure.order(scores)
    numbers = order if isinstance(order, list) else [order]
    return ".".join(f"{number + OFFSET:04d}" for number in numbers)


def numbers_of(key: str) -> list[int]:
    """Return the numbers that an order's text stands for."""
    return [int(number) - OFFSET for number in key.split(".")]


def options_key(options: Mapping[str, Any]) -> str:
    """Return the options of a game as one text: games with the same options compare."""
    return json.dumps(dict(sorted(options.items())), separators=(",", ":")) if options else ""
