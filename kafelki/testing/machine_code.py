"""Compiled rules are the interpreted ones, step by step; what they sample is fair."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

from kafelki.arena.playouts import CHANCES, CHOICES, MOVES, Playouts
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import RandomState, random_below, random_state
from kafelki.play.game import Game
from kafelki.play.record import play_event
from kafelki.rules.contract import CHANCE, MOST_SEATS, Kernels
from kafelki.rules.engine import Engine, compiled_engine
from kafelki.rules.registry import rules_of
from kafelki.testing.random_games import Table, finished_game, plies

SAMPLES = 20_000


def the_same_game_in_both(table: Table) -> None:
    """Check that interpreted and compiled rules say the same at every step."""
    interpreted = table.begin(engine=Engine(rules_of(table.game)))
    assert_same_game(interpreted, table.begin(engine=compiled_engine(table.game)))


def assert_same_game(game: Game, compiled: Game) -> None:
    """Play a random game in both, and check after each event that they say the same."""
    random = Random(21)
    for each in plies(game, Random(21)):
        if each.events:
            play_event(compiled, each.events[-1].as_json())
        assert_same_answers(each, compiled, random)
    assert compiled.over


def assert_same_answers(game: Game, compiled: Game, random: Random) -> None:
    """Check that all functions say the same about a position, and leave it as it is."""
    one, other = game._engine, compiled._engine
    assert not one.compiled
    assert other.compiled
    position = compiled._position
    before = game.position
    assert compiled.position == before
    players, count = game.header.players, game.rules.move_count
    assert one.kernels.acting(position) == other.kernels.acting(position)
    assert one.kernels.chance_seat(position) == other.kernels.chance_seat(position)
    assert one.result(position, players) == other.result(position, players)
    for seat in game.to_act:
        moves = one.moves(position, seat)
        assert moves.tolist() == other.moves(position, seat).tolist()
        few = moves[random.randrange(7) :: 7].copy()
        rows = [each.consequences(position, seat, few).tolist() for each in (one, other)]
        assert rows[0] == rows[1]
        for number in [*few.tolist(), *random.sample(range(count), min(20, count))]:
            refusal = one.kernels.refusal(position, seat, number)
            assert refusal == other.kernels.refusal(position, seat, number)
        _assert_same_samples("sample_move", one, other, position, seat)
    if game.chance_due:
        for listed, same in zip(one.outcomes(position), other.outcomes(position), strict=True):
            assert listed.tolist() == same.tolist()
        _assert_same_samples("sample_outcome", one, other, position)
    for viewer in range(-1, players):
        _assert_same_worlds(one, other, position, viewer)
    assert compiled.position == before


def _assert_same_samples(
    name: str, one: Engine, other: Engine, position: Position, *arguments: int
) -> None:
    """Check that the same random state gives the same samples and goes on to the same state."""
    seed = int(position.sum())
    drawn = []
    for each in (one, other):
        random = random_state(seed)
        sample = getattr(each.kernels, name)
        numbers = [sample(position, *arguments, each.buffer(random)) for _ in range(5)]
        drawn.append((numbers, random.tolist()))
    assert drawn[0] == drawn[1]


def _assert_same_worlds(one: Engine, other: Engine, position: Position, viewer: int) -> None:
    """Check that both forget the same, and imagine the same in its place."""
    worlds = []
    for each in (one, other):
        world = position.copy()
        each.kernels.conceal(world, viewer)
        known = world.tobytes()
        each.kernels.redeal(world, viewer, each.buffer(random_state(7)))
        worlds.append((known, world.tobytes()))
    assert worlds[0] == worlds[1]


def the_compiled_loops_do_what_the_same_loops_do_by_hand(table: Table) -> None:
    """Check whole games in one compiled loop, move by move."""
    playouts = Playouts(table, compiled_engine(table.game), seed=22)
    random = random_state(22)
    interpreted = Engine(table.rules)
    for run, listing in ((playouts.sample, False), (playouts.list, True)):
        counts = run(2).tolist()
        by_hand = Counter[int]()
        for _ in range(2):
            position = _play_by_hand(interpreted, table, random, by_hand, listing)
        assert [by_hand[k] for k in (MOVES, CHANCES, CHOICES)] == counts
        assert playouts._position.tobytes() == position.tobytes()
        assert playouts._random.tolist() == random.tolist()


def _play_by_hand(
    interpreted: Engine, table: Table, random: RandomState, counts: Counter[int], listing: bool
) -> Position:
    """Play one random game; where several seats may act, the first does."""
    position = interpreted.first_position(*table.numbers)
    kernels = interpreted.kernels
    while acting := kernels.acting(position):
        if acting == CHANCE:
            kernels.play_outcome(position, kernels.sample_outcome(position, random.data))
            counts[CHANCES] += 1
            continue
        seat = min(seat for seat in range(MOST_SEATS) if acting >> seat & 1)
        if listing:
            moves = interpreted.moves(position, seat).tolist()
            counts[CHOICES] += len(moves)
            move = moves[random_below(random.data, len(moves))]
        else:
            move = kernels.sample_move(position, seat, random.data)
        kernels.play(position, seat, move)
        counts[MOVES] += 1
    return position


def every_legal_move_is_as_likely_as_any_other(table: Table) -> None:
    """Check samples at points of a game from its start to its end."""
    kernels = compiled_engine(table.game).kernels
    whole = finished_game(table, 25)
    for part in (0.0, 0.5, 0.8, 0.97):
        whole.go_to(int(part * len(whole.events)))
        while not whole.to_act:
            whole.forward()
        assert_moves_are_fair(whole, kernels)


def assert_moves_are_fair(game: Game, kernels: Kernels) -> None:
    """Check that a position's legal moves are sampled alike."""
    seat = game.to_act[0]
    legal = game.legal_moves(seat).numbers.tolist()
    sample = partial(kernels.sample_move, game._position, seat)
    _assert_fits(_sampled(sample, 20 * len(legal) + 99), dict.fromkeys(legal, 1))


def outcomes_come_in_proportion_to_their_tiles(table: Table) -> None:
    """Check samples of chance at points of a game from its start to its end."""
    compiled = compiled_engine(table.game)
    whole = finished_game(table, 27)
    chances = [number for number, event in enumerate(whole.events) if event.is_chance]
    for number in {chances[int(part * len(chances))] for part in (0, 0.1, 0.5, 0.99) if chances}:
        whole.go_to(number)
        outcomes, weights = compiled.outcomes(whole._position)
        sample = partial(compiled.kernels.sample_outcome, whole._position)
        expected = dict(zip(outcomes.tolist(), weights.tolist(), strict=True))
        _assert_fits(_sampled(sample, SAMPLES), expected)


def _sampled(sample: Callable[[RandomState], int], times: int) -> Counter[int]:
    random = random_state(24)
    return Counter(sample(random) for _ in range(times))


def _assert_fits(drawn: Counter[Any], weights: dict[Any, int]) -> None:
    """Check by chi-square that samples came in proportion to weights, all of them and each.

    The bounds are six standard deviations from what is expected; the seeds are fixed.
    """
    assert set(drawn) == set(weights)
    total, samples = sum(weights.values()), drawn.total()
    freedom = len(weights) - 1
    distance = 0.0
    for key, weight in weights.items():
        expected = samples * weight / total
        error = (drawn[key] - expected) ** 2 / expected
        assert error < 6**2
        distance += error
    assert distance <= freedom + 6 * math.sqrt(2 * freedom)
