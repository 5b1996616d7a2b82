"""The bots by name: those for every game, those of one game, and other people's programs."""

from __future__ import annotations

import difflib
from functools import cache

from kafelki.bots import own_class, program
from kafelki.bots.budgeted import SIGN, Budgeted, parted
from kafelki.bots.levels import Level
from kafelki.bots.protocol import Bot, Makers, Searcher
from kafelki.bots.random_bot import RandomBot
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import own_part
from kafelki.rules.texts import Text

FOR_EVERY_GAME: Makers = {"random": RandomBot}
ADVISERS = ("expert", "greedy")
"""Who can say how good moves are, where a game has such bots: the best first."""

PLAIN_LEVEL = Level(
    number=1,
    name=Text("Any move", "Byle ruch"),
    text=Text(
        "Plays any legal move, without a plan.", "Wykonuje dowolny dozwolony ruch, bez planu."
    ),
    make=RandomBot,
)
"""Who people play against where a game brings no bots."""


def levels_of(game: str) -> tuple[Level, ...]:
    """Return a game's levels of play, from the first game to the expert; there is one at least."""
    levels: tuple[Level, ...] = own_part(game, "bots", "LEVELS", ())
    return tuple(level for level in levels if isinstance(level, Level)) or (PLAIN_LEVEL,)


@cache
def bots_of(game: str) -> Makers:
    """Return the bots of a game by name: the plain ones, then the levels."""
    own: Makers = own_part(game, "bots", "BOTS", {})
    return FOR_EVERY_GAME | own | {level.id: level.make for level in levels_of(game)}


def advisers_of(game: str) -> list[str]:
    """Return who can give hints in a game; a later one where those before fail."""
    return [name for name in ADVISERS if name in bots_of(game)]


def is_ones_own(name: str) -> bool:
    """Return whether a name is that of somebody's own program or class, and none of Kafelki's."""
    return name.startswith((program.PREFIX, own_class.PREFIX))


def _ones_own(name: str) -> Bot:
    if name.startswith(program.PREFIX):
        return program.ProgramBot(name.removeprefix(program.PREFIX))
    return own_class.bot_of_class(name)


def bot_named(name: str, game: str) -> Bot:
    """Return a new bot by its name; Refusal when the game has none of that name.

    A name such as "exec:./mybot" stands for a program of somebody's own, "py:mybots:Cautious"
    for a class; "expert@4000" for a searching bot that thinks for so many nodes, "expert@0.5s"
    for so many seconds, and so do "py:mybots:Cautious@0.5s" and "exec:./mybot @0.5s".
    """
    plain, budget = parted(name)
    if is_ones_own(plain):
        bot = _ones_own(plain)
        return Budgeted(bot, budget) if budget else bot
    known = bots_of(game)
    if plain not in known:
        near = difflib.get_close_matches(plain, known, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise Refusal(f"{game} has no bot {plain!r}; its bots are: {', '.join(known)}.{hint}")
    bot = known[plain]()
    if budget is None:
        return bot
    if not isinstance(bot, Searcher):
        raise Refusal(f"{plain} thinks no longer when it may: no budget after {SIGN} changes it")
    return Budgeted(bot, budget)
