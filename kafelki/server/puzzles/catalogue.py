"""The puzzles that come with the games, each played through before it is asked."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from kafelki.play.game import Game
from kafelki.play.record import play_event
from kafelki.play.refusal import Refusal
from kafelki.review.puzzles import Puzzle, game_at, puzzles_of
from kafelki.review.puzzles.model import RecordEvent
from kafelki.rules.registry import GAMES

log = logging.getLogger(__name__)

PLAYED = 256
"""Puzzles whose positions are remembered."""


class Asked(NamedTuple):
    """A decision of a puzzle: the position in which it is asked, and those that follow it."""

    position: Game
    then: tuple[Game, ...]
    """After the right move, and after every move of others until the next decision."""


class Catalogue:
    """All puzzles by their ids; one that turns out not to be sound is left out."""

    def __init__(self, puzzles: Iterable[Puzzle]) -> None:
        self._puzzles = {puzzle.id: puzzle for puzzle in puzzles}
        self._played: LRUCache[str, tuple[Asked, ...]] = LRUCache(PLAYED)
        self._lock = Lock()

    def of(self, game: str | None = None, theme: str | None = None) -> list[Puzzle]:
        """Return the puzzles of a game or of all, with a theme or with any."""
        return [
            puzzle
            for puzzle in self._puzzles.values()
            if game in (None, puzzle.game) and theme in (None, puzzle.theme)
        ]

    def ids_by_game(self) -> dict[str, list[str]]:
        """Return the ids of all puzzles, game by game."""
        found: dict[str, list[str]] = {}
        for puzzle in self._puzzles.values():
            found.setdefault(puzzle.game, []).append(puzzle.id)
        return found

    def themes(self, game: str) -> Counter[str]:
        """Return how many puzzles of a game have each theme, the most frequent first."""
        counted = Counter(puzzle.theme for puzzle in self.of(game))
        return Counter(dict(counted.most_common()))

    def get(self, puzzle: str) -> Puzzle | None:
        """Return a puzzle that is sound; a warning, and None from now on, where it is not."""
        found = self._puzzles.get(puzzle)
        if found is None:
            return None
        try:
            self.decisions(found)
        except Refusal as wrong:
            log.warning("the puzzle %s is left out: %s", puzzle, wrong)
            self._puzzles.pop(puzzle, None)
            return None
        return found

    def decisions(self, puzzle: Puzzle) -> tuple[Asked, ...]:
        """Return what a puzzle asks, move by move; Refusal where that cannot be played."""
        with self._lock:
            found = self._played.get(puzzle.id)
        if found is None:
            found = tuple(_played(puzzle))
            with self._lock:
                self._played[puzzle.id] = found
        return found


def _played(puzzle: Puzzle) -> Iterator[Asked]:
    """Yield what a puzzle asks; Refusal where it cannot be played."""
    game = game_at(puzzle)
    for move in puzzle.moves:
        position = game.copy()
        for text in move.right:
            position.planned(text, puzzle.seat)
        game.play(move.right[0], puzzle.seat)
        yield Asked(position, tuple(_goes_on(game, move.then)))


def _goes_on(game: Game, events: Iterable[RecordEvent]) -> Iterator[Game]:
    """Yield a game as it is, after every move that follows, and at the end."""
    shown = game.copy()
    yield shown
    for event in events:
        if not play_event(game, event).is_chance:
            shown = game.copy()
            yield shown
    if len(shown.events) < len(game.events):
        yield game.copy()


@cache
def catalogue() -> Catalogue:
    """Return the puzzles that come with the games; the first time it takes a moment."""
    return Catalogue(puzzle for game in GAMES for puzzle in puzzles_of(game))
