"""Getting bots ready before anybody waits for them: compiled, or loaded from the cache.

A process that plays calls `prepare` once at its start; `kafelki compile` does so too,
and from then on every process finds the machine code in the cache.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

from kafelki.bots.budgeted import parted
from kafelki.bots.protocol import Bot, Budget, Searcher, Turn
from kafelki.bots.registry import bot_named, bots_of, is_ones_own
from kafelki.play.game import Game
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import package_of, rules_of

log = logging.getLogger(__name__)

LEAST = Budget(seconds=None, nodes=1)

_prepared: set[tuple[str, str]] = set()


def prepare(game: str, advance: Callable[[str], None] = lambda bot: None) -> None:
    """Make every bot of a game ready to decide at once in this process.

    `advance` is called with the name of each bot that has become ready: there are as
    many as `bots_of` gives.
    """
    for bot in bots_of(game):
        try:
            prepare_bot(bot, game)
        except Exception as wrong:  # whoever asks for it will hear of it
            log.warning("%s of %s: %s: %s", bot, game, type(wrong).__name__, wrong)
        advance(f"{game} {bot}")


def prepare_bot(name: str, game: str) -> None:
    """Make one bot ready to decide at once in this process; one's own see to that themselves."""
    if is_prepared(name, game):
        return
    plain, _ = parted(name)
    load_compiled([game])
    _decide_once(bot_named(plain, game), game)
    _prepared.add((plain, game))
    mark = _mark(plain, game)
    mark.parent.mkdir(parents=True, exist_ok=True)
    mark.touch()


def _decide_once(bot: Bot, game: str) -> None:
    """Let a bot decide a move: whatever it needs is compiled by then.

    What is compiled depends on the game alone, not on how many play it.
    """
    first = Game(game, rules_of(game).usual_players(), seed=bytes(32), deals=True)
    bot.choose(Turn(first, first.to_act[0], Random(0), LEAST))


def is_prepared(name: str, game: str) -> bool:
    """Return whether a bot can decide at once in this process."""
    return is_ones_own(name) or (parted(name)[0], game) in _prepared


def is_compiled(name: str, game: str) -> bool:
    """Return whether the cache holds all that a bot needs, so that preparing it is quick."""
    if is_prepared(name, game):
        return True
    mark = _mark(parted(name)[0], game)
    return mark.is_file() and mark.stat().st_mtime >= _last_change(package_of(game))


def _mark(plain: str, game: str) -> Path:
    """Return the file that says that a bot's machine code is in the cache."""
    from kafelki.kernels.compiler import cache_folder

    return cache_folder(package_of(game)) / "bots" / f"{game}-{plain}"


@cache
def _last_change(package: str) -> float:
    """Return when a source was last written: the cache does not trust older machine code."""
    from kafelki.kernels.compiler import kernel_sources

    return max(source.stat().st_mtime for source in kernel_sources(package))


def searches(bot: Bot) -> bool:
    """Return whether a bot needs machine code even where the rules run without it."""
    inner = getattr(bot, "judge", None) or bot
    return isinstance(inner, Searcher)
