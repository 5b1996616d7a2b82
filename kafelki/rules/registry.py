"""The games: those that come with Kafelki and those of other people, all by the same door.

A package brings a game by an entry point of the group `kafelki.games`: the name is the game's
id, the value a package with a module `rules` in it, whose `GAME` is the game's `Rules`. All else
that the package may hold (`bots`, `drawing`, help.en.md …) makes the game better and may be absent.
"""

from __future__ import annotations

import difflib
import logging
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

from kafelki.kernels.language import Layout
from kafelki.rules.appearance import Appearance
from kafelki.rules.contract import MOST_SEATS, Ages, Component, Kernels, Option, Rules, Seating
from kafelki.rules.texts import Text

T = TypeVar("T")

GROUP = "kafelki.games"
KAFELKI = "kafelki"
_CHECKOUT = Path(__file__).parents[2] / "pyproject.toml"
_ID = re.compile(r"[a-z][a-z0-9_]{0,19}")

log = logging.getLogger(__name__)

_DESCRIBED: dict[str, type] = {
    "name": Text,
    "summary": Text,
    "minutes": int,
    "ages": Ages,
    "layout": Layout,
    "kernels": Kernels,
    "appearance": Appearance,
}
_LISTED: dict[str, type] = {"seatings": Seating, "options": Option, "components": Component}


class UnknownGame(ValueError):
    """A game that Kafelki does not have."""


class _Games(Sequence[str]):
    """The ids of all games, looked for when they are first asked for: games import much."""

    def __getitem__(self, index: Any) -> Any:
        return _ids()[index]

    def __len__(self) -> int:
        return len(_ids())

    def __repr__(self) -> str:
        return repr(_ids())


GAMES: Sequence[str] = _Games()
"""The games' ids, in the order of lists; those that cannot be used are left out."""


@cache
def _ids() -> tuple[str, ...]:
    found = [rules for name in _entries() if (rules := _rules_in(name))]
    return tuple(rules.id for rules in sorted(found, key=lambda rules: (rules.listed, rules.id)))


@cache
def _entries() -> dict[str, EntryPoint]:
    """Return where each game is, by its id."""
    entries: dict[str, EntryPoint] = {}
    for entry in _declared():
        if not _ID.fullmatch(entry.name):
            _leave_out(entry, "its id is not up to 20 small letters, digits and _")
        elif entry.name in entries:
            _leave_out(entry, f"{entries[entry.name].value} is called so already")
        else:
            entries[entry.name] = entry
    return entries


def _declared() -> Iterator[EntryPoint]:
    """Yield the entry points of all packages, Kafelki's first.

    A checkout says itself which games it has: what was noted when it was installed may be old.
    """
    installed = sorted(entry_points(group=GROUP), key=lambda entry: entry.name)
    own = [entry for entry in installed if _package(entry) == KAFELKI]
    if _CHECKOUT.is_file():
        project = tomllib.loads(_CHECKOUT.read_text("utf-8"))["project"]
        games = project["entry-points"][GROUP].items()
        own = [EntryPoint(name=game, value=package, group=GROUP) for game, package in games]
    yield from own
    yield from (entry for entry in installed if _package(entry) != KAFELKI)


def _package(entry: EntryPoint) -> str:
    return entry.dist.name if entry.dist else KAFELKI


@cache
def _rules_in(game: str) -> Rules | None:
    """Return the rules of a game that is declared; None, and a warning, where they are broken."""
    entry = _entries()[game]
    try:
        rules = import_module(f"{entry.value}.rules").GAME
    except Exception as wrong:
        _leave_out(entry, f"{type(wrong).__name__}: {wrong}")
        return None
    if fault := _fault_of(rules, game):
        _leave_out(entry, f"GAME in {entry.value}.rules {fault}")
        return None
    checked: Rules = rules
    return checked


def _fault_of(rules: Any, game: str) -> str:
    """Return what would make a game useless to everybody who lists the games, if anything."""
    if not isinstance(rules, Rules) or rules.id != game:
        return f"is not the Rules of {game!r}"
    for name, kind in _DESCRIBED.items():
        if not isinstance(getattr(rules, name), kind):
            return f"has a {name!r} that is no {kind.__name__}"
    for name, kind in _LISTED.items():
        if not all(isinstance(each, kind) for each in getattr(rules, name)):
            return f"has {name!r} that are no {kind.__name__}s"
    if not any(seating.variant == "standard" for seating in rules.seatings):
        return "has no standard variant"
    if not all(1 <= seating.players <= MOST_SEATS for seating in rules.seatings):
        return f"is for fewer than one or more than {MOST_SEATS} players"
    return ""


def _leave_out(entry: EntryPoint, why: str) -> None:
    log.warning("The game %r of the package %r is left out: %s.", entry.name, _package(entry), why)


@cache
def rules_of(game: str) -> Rules:
    """Return the rules of a game by its id.

    >>> rules_of(GAMES[0]).id == GAMES[0]
    True
    """
    rules = _rules_in(game) if game in _entries() else None
    if rules is None:
        near = difflib.get_close_matches(game, GAMES, n=1)
        hint = f" Did you mean {near[0]!r}?" if near else ""
        raise UnknownGame(f"There is no game {game!r}: the games are {', '.join(GAMES)}.{hint}")
    return rules


def package_of(game: str) -> str:
    """Return the name of the package that holds all of a game."""
    rules_of(game)
    return _entries()[game].value


@cache
def part_of(game: str, name: str) -> ModuleType | None:
    """Return a module of a game's package, or None where it has none that can be used."""
    module = f"{package_of(game)}.{name}"
    if find_spec(module) is None:
        return None
    try:
        return import_module(module)
    except Exception as wrong:
        log.warning("%s is left out: %s: %s.", module, type(wrong).__name__, wrong)
        return None


def own_part(game: str, module: str, name: str, plain: T) -> T:
    """Return what a module of a game's package calls so; `plain` where there is none to be used."""
    found = getattr(part_of(game, module), name, plain)
    if isinstance(found, type(plain)):
        return found
    kind = type(plain).__name__
    log.warning("%s.%s.%s is left out: it is no %s.", package_of(game), module, name, kind)
    return plain


def file_of(game: str, name: str) -> str | None:
    """Return a text of a game's package, or None where it has none that can be read."""
    file = files(package_of(game)) / name
    try:
        return file.read_text("utf-8")
    except FileNotFoundError:
        pass
    except (OSError, ValueError) as wrong:
        log.warning("%s is left out: %s: %s.", file, type(wrong).__name__, wrong)
    return None


def all_rules() -> tuple[Rules, ...]:
    """Return the rules of every game."""
    return tuple(rules_of(game) for game in GAMES)


def all_seatings() -> tuple[tuple[str, Seating], ...]:
    """Return every game with every number of players and variant it can be played with."""
    return tuple((rules.id, seating) for rules in all_rules() for seating in rules.seatings)
