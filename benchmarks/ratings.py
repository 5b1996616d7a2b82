"""Measures the ratings: do they find the order of people whose strengths are known, and how soon?

Run it with `python -m benchmarks.ratings`; milliseconds are those of one core. People meet at
random; each plays as strong as they are, and luck (as the model has it: 400 points are odds of
ten to one) decides the rest.
"""

from __future__ import annotations

import argparse
import math
import tempfile
import time
from collections.abc import Iterator
from random import Random

import numpy as np
from sqlalchemy import insert

from kafelki.server.ratings import (
    DEVIATION,
    ELO,
    MEAN,
    NORMAL_95,
    Kind,
    RatedGame,
    Rating,
    rated,
    sides_of,
)
from kafelki.server.storage import schema
from kafelki.server.storage.database import connect, migrate
from kafelki.server.storage.ratings import rate

KINDS = {
    "two": Kind("exo", 2, "standard"),
    "three": Kind("axio", 3, "standard"),
    "four": Kind("axio", 4, "standard"),
    "pairs": Kind("geniusz", 4, "pairs"),
}


def games_between(
    strengths: list[float], kind: Kind, games: int, random: Random
) -> Iterator[tuple[list[int], RatedGame]]:
    """Yield games of people who met at random, and who they were."""
    sides = sides_of(kind)
    for number in range(games):
        people = random.sample(range(len(strengths)), kind.players)
        luck = (-ELO * math.log(-math.log(random.random())) for _ in sides)
        played = {
            seat: sum(strengths[people[each]] for each in side) + chance
            for side, chance in zip(sides, luck, strict=True)
            for seat in side
        }
        ranks = tuple(
            1 + sum(other > played[seat] for other in played.values())
            for seat in range(kind.players)
        )
        names = tuple(map(str, people))
        yield people, RatedGame(str(number), kind, number, names, ranks, sides)


def measured(people: int, games: int, kind: Kind, seed: int = 1) -> dict[str, float]:
    """Return how well ratings are known after so many games, and what a game cost."""
    random = Random(seed)
    strengths = [random.gauss(MEAN, DEVIATION) for _ in range(people)]
    ratings = [Rating()] * people
    spent = 0.0
    for who, game in games_between(strengths, kind, games, random):
        before = [ratings[each] for each in who]
        start = time.process_time()
        after = rated(game, before)
        spent += time.process_time() - start
        for each, rating in zip(who, after, strict=True):
            ratings[each] = rating
    values = [rating.value for rating in ratings]
    inside = [
        abs(rating.value - strength) < NORMAL_95 * rating.deviation
        for rating, strength in zip(ratings, strengths, strict=True)
    ]
    return {
        "rank correlation": float(np.corrcoef(_ranks(values), _ranks(strengths))[0, 1]),
        "inside the 95 % interval": sum(inside) / people,
        "milliseconds a game": 1000 * spent / games,
    }


def measured_in_database(people: int, games: int, kind: Kind, seed: int = 1) -> float:
    """Return what a game costs with its rows in SQLite, in the transaction of its end."""
    random = Random(seed)
    played = [game for _, game in games_between([MEAN] * people, kind, games, random)]
    table = {"seed": b"", "status": "over", "private": False, "rated": True, "to_act": "[]"}
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/kafelki.db"
        migrate(url)
        engine = connect(url).execution_options(writes=True)
        with engine.begin() as connection:
            rows = [
                table | kind._asdict() | {"id": game.table, "number": 1, "created": 0, "changed": 0}
                for game in played
            ]
            connection.execute(insert(schema.tables), rows)
            start = time.process_time()
            for game in played:
                with connection.begin_nested():
                    rate(connection, game)
            spent = time.process_time() - start
        engine.dispose()
    return 1000 * spent / games


def _ranks(values: list[float]) -> list[int]:
    order = sorted(range(len(values)), key=values.__getitem__)
    ranks = [0] * len(values)
    for rank, each in enumerate(order):
        ranks[each] = rank
    return ranks


def main() -> None:
    """Print the figures for each kind of game."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--people", type=int, default=10_000)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument("--kind", choices=KINDS, action="append")
    asked = parser.parse_args()
    print(f"{asked.people} people, {asked.games} games")
    for name in asked.kind or KINDS:
        found = measured(asked.people, asked.games, KINDS[name])
        print(f"{name:6}", *(f"  {what} {value:.3f}" for what, value in found.items()))
    cost = measured_in_database(1000, 5000, KINDS["two"])
    print(f"with its rows in SQLite, a game of two costs {cost:.3f} milliseconds")


if __name__ == "__main__":
    main()
