"""A bot with a budget of its own, whatever the game it plays in allows: ``expert@4000``."""

from __future__ import annotations

import re
from copy import copy
from dataclasses import dataclass
from typing import cast

from kafelki.bots.program import PREFIX as PROGRAM
from kafelki.bots.protocol import Bot, Budget, Judgement, Searcher, Turn, close
from kafelki.play.game import Move
from kafelki.play.refusal import Refusal

SIGN = "@"
_NODES = re.compile(r"[0-9]{1,12}")
_TOGETHER = re.compile(rf"(.*[^\s'\"])({SIGN}[0-9]+(?:\.[0-9]+)?s?)")
_SECONDS = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)s")


@dataclass(eq=False)
class Budgeted:
    """A bot that always thinks with the budget in its name."""

    bot: Bot
    budget: Budget

    @property
    def nodes(self) -> int:
        """How many nodes the last decision of a searching bot took."""
        return cast(Searcher, self.bot).nodes

    def choose(self, turn: Turn) -> Move:
        """Return what the bot chooses."""
        return self.bot.choose(self._limited(turn))

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        """Return what the bot thinks."""
        return cast(Searcher, self.bot).rank(self._limited(turn), top)

    def close(self) -> None:
        """Let the bot end what it has started."""
        close(self.bot)

    def _limited(self, turn: Turn) -> Turn:
        limited = copy(turn)
        limited.budget = self.budget
        return limited


def parted(name: str) -> tuple[str, Budget | None]:
    """Return a bot's plain name and the budget after the @, if any; Refusal when that is none.

    Command lines have an @ in them for reasons of their own: the budget of a program is a
    last word by itself, which begins with @ and a digit. One that is not apart is refused.

    >>> parted("expert@4000")
    ('expert', Budget(seconds=None, nodes=4000))
    >>> parted("expert@0.5s")
    ('expert', Budget(seconds=0.5, nodes=None))
    >>> parted("greedy")
    ('greedy', None)
    >>> parted("exec:./mybot --host me@home @1s")
    ('exec:./mybot --host me@home', Budget(seconds=1.0, nodes=None))
    """
    if name.startswith(PROGRAM):
        together = _TOGETHER.fullmatch(name)
        if together:
            raise Refusal(
                f"a budget stands apart: '{together[1]} {together[2]}'; "
                "in quotes that word is one for the program"
            )
        plain, sign, limit = name.rpartition(f" {SIGN}")
        sign = sign if limit[:1].isdigit() and " " not in limit else ""
        example = f"{plain} "
    else:
        plain, sign, limit = name.partition(SIGN)
        example = plain or "expert"
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
            f"such as {example}{SIGN}4000 or {example}{SIGN}0.5s"
        )
    return plain.rstrip(), budget
