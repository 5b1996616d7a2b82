"""What was worked out last, remembered for who asks next."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from typing import Any

KEPT = 64
"""What a link in a chat or the end of a game shows is looked at by many, one after the other."""


class Latest:
    """The last few things that were worked out, by what they are about."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, Any] = OrderedDict()

    def get(self, about: Hashable) -> Any:
        """Return what is remembered; None where nothing is."""
        return self._kept.get(about)

    def keep(self, about: Hashable, found: Any) -> None:
        """Remember something, and forget the oldest where there are many."""
        self._kept[about] = found
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
