"""The games: the one place that lists them."""

from __future__ import annotations

import difflib
from functools import cache
from importlib import import_module

from kafelki.rules.contract import Rules, Seating

GAMES = ("axio", "geniusz", "bits", "exo", "zawrot")
"""The games' ids; each is the name of its module."""


class UnknownGame(ValueError):
    """A game that Kafelki does not have."""


@cache
def rules_of(game: str) -> Rules:
    """Return the rules of a game by its id.

    >>> rules_of("exo").name.en
    'EXO'
    """
    if game not in GAMES:
        near = difflib.get_close_matches(game, GAMES, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownGame(f"There is no game {game!r}: the games are {', '.join(GAMES)}.{hint}")
    rules = import_module(f"kafelki.rules.{game}").GAME
    assert isinstance(rules, Rules)
    return rules


def all_rules() -> tuple[Rules, ...]:
    """Return the rules of every game."""
    return tuple(rules_of(game) for game in GAMES)


def all_seatings() -> tuple[tuple[str, Seating], ...]:
    """Return every game with every number of players and variant it can be played with."""
    return tuple((rules.id, seating) for rules in all_rules() for seating in rules.seatings)
