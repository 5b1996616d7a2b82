"""Many games at once are the same games, one by one; and what a seat observes has its form."""

from __future__ import annotations

from random import Random

from kafelki.batch import Batch, Seen, observation_of
from kafelki.batch.observing import mask_of, observed, rewards_of
from kafelki.play.game import Event, Game
from kafelki.testing.random_games import Table


def a_batch_is_the_same_as_games_one_by_one(table: Table) -> None:
    """Check a game to its end, and another beside it; chance is a player, for games to follow."""
    batch = Batch(
        table.game, 2, table.players, table.variant, table.options, chance=True, seed=3, threads=1
    )
    games = [table.begin(), table.begin()]
    random = Random(4)
    seen = batch.reset()
    while batch.ended_games == 0:
        actions = batch.sample()
        reached = [_measure(game) for game in games]
        for k, game in enumerate(games):
            assert seen.seats[k] == (game.to_act[0] if game.to_act else -1)
            assert batch.position(k).tobytes() == game._position.tobytes()
            assert actions[k] in (
                game.legal_moves().numbers if game.to_act else batch.outcomes(k)[0]
            )
            _play(game, int(seen.seats[k]), int(actions[k]))
        seen = batch.step(actions)
        for k, game in enumerate(games):
            assert seen.ended[k] == game.over
            alone = [float(_measure(game) - reached[k])]
            expected = alone if table.players == 1 else rewards_of(game)
            assert all(abs(a - b) < 1e-6 for a, b in zip(seen.rewards[k], expected, strict=True))
            if seen.points.size:
                assert seen.points[k].tolist() == game.scores
            if game.over:
                games[k] = table.begin()
        _assert_same_sight(seen, games, random)


def _measure(game: Game) -> int:
    """Return how far who plays alone has come, where the game is observed with points."""
    sight = observation_of(game.header.game)
    return game.rules.measure.value(game.scores[0]) if sight.points else 0


def _play(game: Game, seat: int, action: int) -> None:
    if seat < 0:
        game.play_chance(game.rules.outcome_text(action))
    else:
        game._repeat(Event(game.header.game, False, seat, action))


def _assert_same_sight(seen: Seen, games: list[Game], random: Random) -> None:
    """Check what is shown of a game now and then: to look at one takes the interpreter long."""
    for k, game in enumerate(games):
        if not game.to_act:
            assert not seen.mask[k].any()
            assert not seen.planes[k].any()
            assert not seen.vector[k].any()
        elif random.random() < 0.2:
            planes, vector = observed(game, game.to_act[0])
            assert seen.planes[k].tobytes() == planes.tobytes()
            assert seen.vector[k].tobytes() == vector.tobytes()
            assert seen.mask[k].tobytes() == mask_of(game, game.to_act[0]).tobytes()
