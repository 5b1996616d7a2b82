"""Random games of every kind, for checks that hold for any game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from random import Random
from typing import Any, TypeVar

import numpy as np

from kafelki.play.game import Event, Game
from kafelki.play.header import Header
from kafelki.rules.engine import Engine
from kafelki.rules.registry import rules_of

Wrong = TypeVar("Wrong", bound=Exception)


class Table(Header):
    """A game with a number of players, a variant and options."""

    def __str__(self) -> str:
        more = [f"{name}-{value}" for name, value in self.options.items()]
        return "-".join([self.game, str(self.players), self.variant, *more])

    def __hash__(self) -> int:
        return hash(str(self))

    def begin(self, **settings: Any) -> Game:
        """Return the game before its first event, interpreted."""
        engine = settings.pop("engine", None) or Engine(self.rules)
        return Game(self.game, self.players, self.variant, self.options, engine=engine, **settings)


def tables_of(game: str) -> list[Table]:
    """Return a game with every number of players and variant."""
    return [Table(game, each.players, each.variant) for each in rules_of(game).seatings]


def tables_with_options(game: str) -> list[Table]:
    """Return a game with the last value of each option, where the option can be given."""
    rules = rules_of(game)
    return [
        Table(game, seating.players, seating.variant, {option.name: option.values[-1]})
        for option in rules.options
        for seating in rules.seatings
        if seating.variant in option.variants
    ]


class Taste:
    """How a player of random games chooses: anyhow, or by weights on what a move would bring.

    Players that want something reach what random ones hardly ever do: full score cards,
    extra turns, exchanges, long lines, tables that stretch far to one side.
    """

    def __init__(self, game: Game, random: Random, drift: tuple[int, int]) -> None:
        self.random = random
        self.drift = drift
        self.wants = random.random() < 0.7
        columns = game.rules.consequence_names
        self.weights = [random.choice((-1, 0, 0, 1, 3)) for _ in columns]
        self.shown = random.choice((3, 12, 40))

    def choose(self, game: Game, seat: int) -> int:
        """Return the number of a legal move."""
        numbers = game.legal_moves(seat).numbers
        if any(self.drift) and game.rules.move_cells(int(numbers[0])):
            return max(map(int, numbers), key=lambda number: self._distance(game, number))
        if not game.rules.move_cells(int(numbers[-1])) and self.random.random() < 0.3:
            return int(numbers[-1])  # a pass would hardly ever be chosen among so many placements
        if not self.wants or len(numbers) < 2:
            return int(self.random.choice(numbers))
        if len(numbers) > self.shown:
            chosen = self.random.sample(range(len(numbers)), self.shown)
            numbers = numbers[np.array(chosen)]
        rows = game._engine.consequences(game._position, seat, numbers)
        worth = [sum(w * int(v) for w, v in zip(self.weights, row, strict=True)) for row in rows]
        best = [n for n, value in zip(numbers, worth, strict=True) if value == max(worth)]
        return int(self.random.choice(best))

    def _distance(self, game: Game, number: int) -> int:
        """Return how far a square of a table without edges lies in the direction of the drift."""
        x, y = game.rules.move_cells(number)[0].split(",")
        return self.drift[0] * int(x) + self.drift[1] * int(y)


def play_event(game: Game, random: Random, tastes: list[Taste]) -> Event:
    """Play one random event: of chance where it is due, else a move of a seat to act."""
    if game.chance_due:
        outcomes = game.chance_outcomes()
        (text,) = random.choices(list(outcomes), weights=list(outcomes.values()))
        return game.play_chance(text)
    seat = random.choice(game.to_act)
    text = game.rules.move_text(tastes[seat].choose(game, seat))
    return game.play(text, seat)


def tastes_for(game: Game, random: Random) -> list[Taste]:
    """Return a player of random games for every seat.

    Where the table has no edges, all drift to the same side in every second game.
    """
    drift = (0, 0)
    if not game.rules.appearance.places and random.random() < 0.5:
        drift = random.choice(((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1)))
    return [Taste(game, random, drift) for _ in range(game.header.players)]


def plies(game: Game, random: Random) -> Iterator[Game]:
    """Yield the same game before its first event and after each, up to its end."""
    tastes = tastes_for(game, random)
    yield game
    while not game.over:
        play_event(game, random, tastes)
        yield game


def finished_game(table: Table, number: int, **settings: Any) -> Game:
    """Return a whole random game, the same for the same number."""
    return _played(table, number, **settings).copy()


@lru_cache(maxsize=64)
def _played(table: Table, number: int, **settings: Any) -> Game:
    # Several checks look at the same game, and to play it interpreted takes longer than to look.
    *_, game = plies(table.begin(**settings), Random(number))
    return game


def cut_game(table: Table, number: int, **settings: Any) -> Game:
    """Return a random game that was left somewhere in its middle, with a player to act."""
    game = finished_game(table, number, **settings)
    game.go_to(Random(number).randrange(len(game.events)))
    while game.chance_due:
        game.forward()
    return game


def raised(kind: type[Wrong], act: Callable[..., object], *arguments: object) -> Wrong | None:
    """Return the error of a kind that a call raises, if it does."""
    try:
        act(*arguments)
    except kind as wrong:
        return wrong
    return None
