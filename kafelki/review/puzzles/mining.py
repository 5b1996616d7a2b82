"""Where puzzles come from: games that bots of many strengths play, or finished games of people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from typing import Any, NamedTuple

from kafelki.arena.schedule import seed_for
from kafelki.arena.simulation import play_out
from kafelki.bots.budgeted import Budgeted
from kafelki.bots.protocol import Bot, Budget, Searcher
from kafelki.bots.registry import bot_named, levels_of
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import parse_record
from kafelki.review.puzzles.finding import GREEDY, finder_for
from kafelki.review.puzzles.model import Puzzle

FROM_LEVEL = 2
"""Weaker bots play games in which nobody would want to find himself."""
NODES = 60
"""So much a bot that searches thinks a move: quick games give more puzzles than good ones."""


class Source(NamedTuple):
    """A game in which puzzles are looked for: one that bots play, or the record of another."""

    header: Header
    seed: str
    number: int
    record: dict[str, Any] | None = None


def bots_games(header: Header, seed: str, games: int, first: int = 0) -> Iterator[Source]:
    """Yield games for bots to play: the same for the same seed and number."""
    return (Source(header, seed, number) for number in range(first, first + games))


def peoples_games(records: Iterable[dict[str, Any]]) -> Iterator[Source]:
    """Yield finished games of people."""
    for number, record in enumerate(records):
        yield Source(parse_record(record).header, "", number, record)


def searched(sources: Iterable[Source], workers: int = 1) -> Iterator[list[Puzzle]]:
    """Yield for every game the puzzles that so many processes find in it."""
    if workers == 1:
        yield from map(puzzles_from, sources)
        return
    context = get_context("spawn")  # a fork would copy locks that threads of ours may hold
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        try:
            yield from pool.map(puzzles_from, sources)
        finally:
            pool.shutdown(cancel_futures=True)


def puzzles_from(source: Source) -> list[Puzzle]:
    """Return the puzzles in a game."""
    finder = finder_for(source.header)
    if source.record is not None:
        game = parse_record(source.record).replay()
        return list(finder.puzzles_in(game, "people"))
    return list(finder.puzzles_in(_played(source), "bots"))


def _played(source: Source) -> Game:
    """Return a game of bots drawn by lot, each of another strength."""
    header, number = source.header, source.number
    random = Random(seed_for(source.seed, "puzzles", number))
    names = [each.id for each in levels_of(header.game) if each.number >= FROM_LEVEL]
    bots = [_bot(random.choice([*names, GREEDY]), header.game) for _ in range(header.players)]
    game = Game(header, seed=seed_for(source.seed, "chance", number), deals=True)
    return play_out(game, bots, random)


def _bot(name: str, game: str) -> Bot:
    bot = bot_named(name, game)
    return Budgeted(bot, Budget(None, NODES)) if isinstance(bot, Searcher) else bot
