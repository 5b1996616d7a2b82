"""A bot with a budget of its own, whatever the game it plays in allows: ``expert@4000``."""

from __future__ import annotations

import re
from copy import copy

from kafelki.bots.protocol import Budget, Judgement, Searcher, Turn
from kafelki.play.game import Move
from kafelki.play.refusal import Refusal

SIGN = "@"
_NODES = re.compile(r"[0-9]{1,12}")
_SECONDS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)s")


class Budgeted:
    """A searching bot that always thinks with the budget in its name."""

    def __init__(self, bot: Searcher, budget: Budget) -> None:
        self.bot = bot
        self.budget = budget

    @property
    def nodes(self) -> int:
        """How many nodes the last decision took."""
        return self.bot.nodes

    def choose(self, turn: Turn) -> Move:
        """Return what the bot chooses."""
        return self.bot.choose(self._limited(turn))

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return what the bot thinks."""
        return self.bot.rank(self._limited(turn), top)

    def _limited(self, turn: Turn) -> Turn:
        limited = copy(turn)
        limited.budget = self.budget
        return limited


def parted(name: str) -> tuple[str, Budget | None]:
    """Return a bot's plain name and the budget after the @, if any; Refusal when that is none.

    >>> parted("expert@4000")
    ('expert', Budget(seconds=None, nodes=4000))
    >>> parted("expert@0.5s")
    ('expert', Budget(seconds=0.5, nodes=None))
    >>> parted("greedy")
    ('greedy', None)
    """
    plain, sign, limit = name.partition(SIGN)
    if not sign:
        return name, None
    seconds = _SECONDS.fullmatch(limit)
    budget = None
    if _NODES.fullmatch(limit):
        budget = Budget(None, int(limit))
    elif seconds:
        budget = Budget(float(seconds[1]), None)
    if budget is None or not (budget.nodes or budget.seconds):
        raise Refusal(
            f"{name!r}: after {SIGN} comes a number of nodes or of seconds above 0, "
            f"such as {plain or 'expert'}{SIGN}4000 or {plain or 'expert'}{SIGN}0.5s"
        )
    return plain, budget
