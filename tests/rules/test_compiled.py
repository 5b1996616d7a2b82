"""Compiled rules are the interpreted ones: step by step, in whole random games."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from random import Random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from kafelki.arena.playouts import CHANCES, CHOICES, MOVES, Playouts
from kafelki.kernels.language import (
    Position,
)
from kafelki.kernels.randomness import random_below, random_state
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.rules.contract import CHANCE, Kernels
from kafelki.rules.engine import Engine, compiled
from kafelki.rules.registry import rules_of
from tests.random_games import (
    EVERY_TABLE,
    Table,
    every_table,
    every_table_and_option,
    finished_game,
    plies,
)
from tests.rules.dominoes_table import set_up


@cache
def compiled_engine(game: str) -> Engine:
    """Return a game's compiled engine, without making it everybody's."""
    rules = rules_of(game)
    return Engine(rules, compiled(rules))


class TestStepByStep:
    @every_table_and_option
    def test_the_same_game_in_both(self, table: Table) -> None:
        assert_same_game(table.begin(), table.begin(engine=compiled_engine(table.game)))

    @pytest.mark.parametrize(
        "table", [t for t in EVERY_TABLE if t.game in ("axio", "geniusz")], ids=str
    )
    def test_so_it_is_with_score_cards_that_are_nearly_full(self, table: Table) -> None:
        """So that there are extra turns and swaps, and an end by all colours."""
        games = [table.begin(), table.begin(engine=compiled_engine(table.game))]
        for game in games:
            s = game.rules.layout(game._position)
            for side in range(s.sides):
                for colour in range(s.scores.shape[1]):
                    s.scores[side, colour] = s.limit - 2 - colour % 2
        assert_same_game(*games)


def assert_same_game(game: Game, compiled: Game) -> None:
    """Play a random game in both, and check after each event that they say the same."""
    random = Random(21)
    for each in plies(game, Random(21)):
        if each.events:
            last = each.events[-1]
            if last.is_chance:
                compiled.play_chance(last.text)
            else:
                compiled.play(last.text, last.seat)
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
    players = game.header.players
    assert one.kernels.acting(position) == other.kernels.acting(position)
    assert one.kernels.chance_seat(position) == other.kernels.chance_seat(position)
    assert one.result(position, players) == other.result(position, players)
    for seat in game.to_act:
        moves = one.moves(position, seat)
        assert moves.tolist() == other.moves(position, seat).tolist()
        few = moves[random.randrange(7) :: 7].copy()
        rows = [each.consequences(position, seat, few).tolist() for each in (one, other)]
        assert rows[0] == rows[1]
        for number in [*few.tolist(), *random.sample(range(game.rules.move_count), 20)]:
            refusal = one.kernels.refusal(position, seat, number)
            assert refusal == other.kernels.refusal(position, seat, number)
        assert_same_samples("sample_move", one, other, position, seat)
    if game.chance_due:
        for listed, same in zip(one.outcomes(position), other.outcomes(position), strict=True):
            assert listed.tolist() == same.tolist()
        assert_same_samples("sample_outcome", one, other, position)
    assert compiled.position == before


def assert_same_samples(
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


class TestPlayouts:
    @every_table
    def test_the_compiled_loops_do_what_the_same_loops_do_by_hand(self, table: Table) -> None:
        header = Header(table.game, table.players, table.variant, table.options)
        playouts = Playouts(header, compiled_engine(table.game), seed=22)
        random = random_state(22)
        interpreted = Engine(header.rules)
        for run, listing in ((playouts.sample, False), (playouts.list, True)):
            counts = run(2).tolist()
            by_hand = Counter[int]()
            for _ in range(2):
                position = play_by_hand(interpreted, header, random, by_hand, listing)
            assert [by_hand[k] for k in (MOVES, CHANCES, CHOICES)] == counts
            assert playouts._position.tobytes() == position.tobytes()
            assert playouts._random.tolist() == random.tolist()

    @pytest.mark.parametrize(("players", "published"), [(2, 38.1), (4, 73.4)])
    def test_a_random_game_of_geniusz_is_as_long_as_others_found(
        self, players: int, published: float
    ) -> None:
        """The mean number of tiles placed; five standard errors, and the digit left out."""
        playouts = Playouts(Header("geniusz", players), compiled_engine("geniusz"), seed=23)
        see = rules_of("geniusz").layout
        placed = []
        for _ in range(2000):
            playouts.sample(1)
            covered = sum(value > 0 for value in see(playouts._position).cells)
            placed.append((covered - 6) / 2)
        error = np.std(placed) / math.sqrt(len(placed))
        assert abs(np.mean(placed) - published) < 5 * error + 0.05


def play_by_hand(
    interpreted: Engine,
    header: Header,
    random: npt.NDArray[np.uint64],
    counts: Counter[int],
    listing: bool,
) -> Position:
    """Play one random game; where several seats may act, the first does."""
    position = interpreted.first_position(
        header.players, header.variant_number, header.option_number
    )
    kernels = interpreted.kernels
    while acting := kernels.acting(position):
        if acting == CHANCE:
            kernels.play_outcome(position, kernels.sample_outcome(position, random.data))
            counts[CHANCES] += 1
            continue
        seat = min(seat for seat in range(4) if acting >> seat & 1)
        if listing:
            moves = interpreted.moves(position, seat).tolist()
            counts[CHOICES] += len(moves)
            move = moves[random_below(random.data, len(moves))]
        else:
            move = kernels.sample_move(position, seat, random.data)
        kernels.play(position, seat, move)
        counts[MOVES] += 1
    return position


def assert_fits(drawn: Counter[Any], weights: dict[Any, int]) -> None:
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


def sampled(sample: Callable[[npt.NDArray[np.uint64]], int], times: int) -> Counter[int]:
    random = random_state(24)
    return Counter(sample(random) for _ in range(times))


class TestSamplesAreFair:
    @every_table
    def test_every_legal_move_is_as_likely_as_any_other(self, table: Table) -> None:
        kernels = compiled_engine(table.game).kernels
        whole = finished_game(table, 25)
        for part in (0.0, 0.5, 0.8, 0.97):
            whole.go_to(int(part * len(whole.events)))
            while not whole.to_act:
                whole.forward()
            assert_moves_are_fair(whole, kernels)

    @pytest.mark.parametrize("choice", ["pass", "swap"])
    def test_so_it_is_where_there_is_more_to_choose_than_placements(self, choice: str) -> None:
        for number in range(60):
            for game in plies(Table("geniusz", 4, "pairs").begin(), Random(number)):
                if choice in game.legal_texts():
                    assert_moves_are_fair(game, compiled_engine("geniusz").kernels)
                    return
        pytest.fail(f"no game offered to {choice}")

    def test_so_it_is_where_some_placements_are_forbidden(self) -> None:
        """Fewer placements than tiles of the hand times open squares (ZG-7)."""
        for number in range(60):
            for game in plies(Table("zawrot", 2).begin(), Random(number)):
                opened = sum(word.bit_count() for word in game.position.fields.open.tolist())
                moves = len(game.legal_moves())
                if 3 < moves < opened * len(game.hands[(*game.to_act, 0)[0]]):
                    assert_moves_are_fair(game, compiled_engine("zawrot").kernels)
                    return
        pytest.fail("nothing was ever forbidden")

    @pytest.mark.parametrize(
        ("rack", "ways"),
        [("BB", 1), ("GO", 2), ("GG GG GG", 1), ("GG GO GO", 3), ("GO GR OR OR", 6)],
    )
    def test_equal_tiles_and_doubles_count_once(self, rack: str, ways: int) -> None:
        """A rack of several equal tiles offers no more than one of them does."""
        game = set_up("axio", rest="V", empty="d4 d5 e4 e5 f4", racks=[rack])
        assert len(game.legal_moves()) == 5 * ways
        assert_moves_are_fair(game, compiled_engine("axio").kernels)

    @pytest.mark.parametrize(
        "table", [t for t in EVERY_TABLE if t.players == 2 and t.game != "exo"], ids=str
    )
    def test_outcomes_come_in_proportion_to_their_tiles(self, table: Table) -> None:
        compiled = compiled_engine(table.game)
        whole = finished_game(table, 27)
        chances = [k for k, event in enumerate(whole.events) if event.is_chance]
        for number in {chances[k] for k in (0, 1, 5, len(chances) // 2, -1)}:
            whole.go_to(number)
            outcomes, weights = compiled.outcomes(whole._position)
            sample = partial(compiled.kernels.sample_outcome, whole._position)
            drawn = sampled(sample, 20_000)
            assert_fits(drawn, dict(zip(outcomes.tolist(), weights.tolist(), strict=True)))


def assert_moves_are_fair(game: Game, kernels: Kernels) -> None:
    seat = game.to_act[0]
    legal = game.legal_moves(seat).numbers.tolist()
    sample = partial(kernels.sample_move, game._position, seat)
    drawn = sampled(sample, 20 * len(legal) + 99)
    assert_fits(drawn, dict.fromkeys(legal, 1))
