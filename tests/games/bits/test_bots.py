"""The bots of Bits: what they see, how they think, and how well they play."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from fractions import Fraction
from random import Random
from time import process_time

import numpy as np
import pytest

from kafelki.bots.judging import values_of
from kafelki.bots.protocol import Bot, Budget, Judge, Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bot_named, bots_of, levels_of
from kafelki.games.bits import kernels as bits
from kafelki.games.bits.bots import evaluation
from kafelki.games.bits.bots.areas import (
    AT_ONCE,
    LARGE,
    LATER,
    SHAPE_I,
    SHAPE_L,
    SOON,
    SPOILT_FOUR,
    STRAIGHT,
    TIMES,
    step_on,
)
from kafelki.games.bits.bots.expert import Expert
from kafelki.games.bits.bots.levels import greedy
from kafelki.kernels.language import Position
from kafelki.play.game import Game, new_game
from kafelki.rules.engine import Engine, load_compiled
from kafelki.rules.registry import rules_of
from tests.games.bits.positions import PUZZLES, Puzzle, game_with

FEW = Budget(seconds=None, nodes=60)
SOME = Budget(seconds=None, nodes=300)
MANY = Budget(seconds=None, nodes=1500)


@pytest.fixture(scope="module", autouse=True)
def _compiled() -> None:
    load_compiled(["bits"])


def turn_of(game: Game, seat: int = 0, budget: Budget = FEW, seed: int = 1) -> Turn:
    return Turn(game, seat, Random(seed), budget)


def middle_of_a_game(seed: int, players: int = 2, placements: int = 8) -> Game:
    """Return a game in which everybody has placed some tiles at a glance."""
    game = new_game("bits", players, seed=seed)
    bot = greedy()
    for _ in range(placements * players):
        seat = game.to_act[0]
        game.play(bot.choose(turn_of(game, seat)), seat)
    return game


def played(bots: list[Bot], seed: int, budget: Budget = FEW) -> Game:
    """Return a whole game between bots."""
    game = new_game("bits", len(bots), seed=seed)
    random = Random(seed)
    while not game.over:
        seat = random.choice(game.to_act)
        game.play(bots[seat].choose(Turn(game, seat, random, budget)), seat)
    return game


def points_to_hope_for(position: Position, move: int) -> Fraction:
    """Return what a ramp scores on average after a move, with every later tile placed best."""
    position = position.copy()
    s = bits.see(position)
    bits.lay(s, 0, move)
    left = [tile for tile in range(bits.TILE_KINDS) for _ in range(s.cards[tile])]
    if not left or not bits.has_room(s, 0):
        return Fraction(bits.ramp_points(s, 0))
    total = Fraction(0)
    for tile in left:
        s.cards[tile] -= 1
        pairs = [bits.landing(s, 0, lane) for lane in range(bits.LANE_COUNT)]
        total += max(
            points_to_hope_for(position, bits.placement(tile, way, pair))
            for pair in pairs
            if pair >= 0
            for way in range(bits.ways_round(tile))
        )
        s.cards[tile] += 1
    return total / len(left)


class TestPuzzles:
    @pytest.mark.parametrize("puzzle", PUZZLES, ids=[puzzle.name for puzzle in PUZZLES])
    def test_the_expert_finds_the_right_placement(self, puzzle: Puzzle) -> None:
        game = game_with([puzzle.ramp], puzzle.tile, puzzle.left, puzzle.tasks)
        assert set(puzzle.right) < set(game.legal_texts(0))
        assert str(Expert().choose(turn_of(game, 0, MANY))) in puzzle.right, puzzle.why

    def test_the_greedy_bot_finds_most(self) -> None:
        right = 0
        for puzzle in PUZZLES:
            game = game_with([puzzle.ramp], puzzle.tile, puzzle.left, puzzle.tasks)
            right += str(greedy().choose(turn_of(game))) in puzzle.right
        assert right >= 20

    def test_every_seat_looks_at_its_own_ramp(self) -> None:
        first, second = PUZZLES[0], PUZZLES[1]
        game = game_with([second.ramp, first.ramp], first.tile, first.left)
        assert str(Expert().choose(turn_of(game, 1, MANY))) in first.right


class TestEveryBot:
    @pytest.mark.parametrize("players", [1, 2, 3, 4])
    @pytest.mark.parametrize("name", sorted(bots_of("bits")))
    def test_plays_whole_games(self, name: str, players: int) -> None:
        game = played([bot_named(name, "bits") for _ in range(players)], seed=players)
        assert game.over

    @pytest.mark.parametrize("make", [greedy, Expert], ids=["greedy", "expert"])
    def test_ranks_best_first(self, make: Callable[..., Judge]) -> None:
        game = middle_of_a_game(3)
        ranked = make().rank(turn_of(game), 5)
        assert len(ranked) == 5
        assert [each.value for each in ranked] == sorted((e.value for e in ranked), reverse=True)
        assert {each.move for each in ranked} <= set(game.legal_moves(0))

    @pytest.mark.parametrize("make", [greedy, Expert], ids=["greedy", "expert"])
    def test_speaks_polish(self, make: Callable[..., Judge]) -> None:
        game = game_with([PUZZLES[0].ramp], PUZZLES[0].tile, PUZZLES[0].left)
        (best,) = make().rank(turn_of(game), 1)
        assert "pomarańczowy: dokładnie cztery pola" in best.why.pl

    @pytest.mark.parametrize("name", sorted(bots_of("bits")))
    def test_does_not_see_what_others_have_placed_unseen(self, name: str) -> None:
        game = middle_of_a_game(4)
        moves = game.legal_moves(1)
        chosen = set()
        for hidden in (moves[0], moves[len(moves) - 1]):
            other = game.copy()
            other.play(hidden, 1)
            chosen.add(bot_named(name, "bits").choose(turn_of(other)))
        assert len(chosen) == 1


class TestReasons:
    def test_facts(self) -> None:
        game = game_with(["BV.. VB.. BYV. YBO. OYVB VOYB"], "BY", "BB YY", ("four", "I", "single"))
        why = {str(each.move): each.why.en for each in greedy().rank(turn_of(game), 14)}
        assert why["YB c5 d5"] == (
            "blue: an area that costs points as it stands; "
            "yellow: an area that costs points as it stands; leaves gaps"
        )
        assert why["BY d3 d4"].startswith("blue: 3 of four squares")

    def test_the_expert_says_what_to_expect(self) -> None:
        puzzle = PUZZLES[1]
        game = game_with([puzzle.ramp], puzzle.tile, puzzle.left)
        ranked = Expert().rank(turn_of(game, 0, MANY), 3)
        assert ranked[0].why.en.startswith("about ")
        assert ranked[0].why.en.endswith(" points this round; orange: 2 of four squares")
        assert "orange: 6 squares, too many" in ranked[-1].why.en


class TestAreas:
    def test_what_a_next_square_makes(self) -> None:
        row_of_three, above_it, beside_it, far_above = 0b0111, 1 << 4, 1 << 3, 1 << 8
        near, far = 0b1111_1111_1000, 0b1111 << 12
        assert step_on(row_of_three, above_it, near, far) == SHAPE_L * TIMES + AT_ONCE
        assert step_on(row_of_three, beside_it, near, far) == SHAPE_I * TIMES + AT_ONCE
        assert step_on(0b0001_0001, far_above, near, far) == STRAIGHT * TIMES + SOON
        assert step_on(0b0001_0001_0001, 1 << 12, near, far) == SHAPE_I * TIMES + LATER

    def test_a_four_that_grows_is_spoilt(self) -> None:
        near = 0b1111 << 4
        assert step_on(0b1111, 1 << 4, near, 0) == SPOILT_FOUR * TIMES + AT_ONCE
        three_and_two = 0b0111 | 0b1100 << 8
        assert step_on(three_and_two, 1 << 6, near, 0) == LARGE * TIMES + AT_ONCE


class TestGlance:
    def test_its_numbers_are_those_that_were_compiled(self) -> None:
        digest = hashlib.sha256(evaluation.NUMBERS_FILE.read_bytes()).hexdigest()
        assert digest.startswith(evaluation.NUMBERS_DIGEST)

    def test_interpreted_and_compiled_agree_and_change_nothing(self) -> None:
        game = middle_of_a_game(5, placements=5)
        compiled = turn_of(game)
        interpreted = turn_of(game)
        interpreted.engine = Engine(rules_of("bits"))
        before = game.position
        values = values_of(compiled, evaluation.evaluate_moves)
        assert np.array_equal(values, values_of(interpreted, evaluation.evaluate_moves))
        assert game.position == before

    def test_beats_random_play(self) -> None:
        wins = 0
        for seed in range(10):
            for seat in (0, 1):
                bots: list[Bot] = [RandomBot(), RandomBot()]
                bots[seat] = greedy()
                scores = [sum(each) for each in played(bots, seed).scores]
                wins += scores[seat] > scores[1 - seat]
        assert wins >= 18


class TestExpert:
    def test_the_same_nodes_and_stream_give_the_same_move(self) -> None:
        game = middle_of_a_game(6, placements=3)
        ranked = [Expert().rank(turn_of(game, 0, MANY, seed=9), 14) for _ in range(2)]
        assert ranked[0] == ranked[1]

    def test_an_interpreted_game_is_judged_the_same(self) -> None:
        game = middle_of_a_game(6, placements=3)
        turn = turn_of(game)
        turn.engine = Engine(rules_of("bits"))
        assert Expert().choose(turn) == Expert().choose(turn_of(game))

    def test_keeps_to_its_time(self) -> None:
        game = middle_of_a_game(7, placements=1)
        Expert().choose(turn_of(game))
        started = process_time()  # others' time on a busy machine is not its own
        Expert().choose(turn_of(game, 0, Budget(seconds=0.2)))
        assert process_time() - started < 2.0

    def test_a_lonely_move_needs_no_thought(self) -> None:
        game = game_with(["BV.Y VB.V BVYO YBVO VYBO BVYV"], "OO", "BV")
        assert len(game.legal_moves(0)) == 1
        assert str(Expert().choose(turn_of(game))) == "OO c5 c6"

    def test_counts_its_nodes(self) -> None:
        game = middle_of_a_game(6, placements=3)
        expert = Expert()
        expert.choose(turn_of(game, 0, SOME))
        assert SOME.nodes is not None
        assert SOME.nodes / 2 < expert.nodes <= SOME.nodes
        expert.rank(turn_of(game, 0, FEW), 3)
        assert 0 < expert.nodes <= 60

    @pytest.mark.parametrize("puzzle", PUZZLES[3:7], ids=lambda puzzle: puzzle.name)
    def test_the_last_card_is_no_guess(self, puzzle: Puzzle) -> None:
        game = game_with([puzzle.ramp], puzzle.tile, puzzle.left, puzzle.tasks)
        expert = Expert()
        ranked = expert.rank(turn_of(game, 0, MANY), 14)
        assert expert.nodes == len(ranked)
        for judged in ranked:
            exact = points_to_hope_for(game._position, judged.move.number)
            assert judged.value == pytest.approx(exact, abs=1e-6)

    def test_is_better_than_a_glance(self) -> None:
        expert, plain = (
            sum(sum(played([bot], seed, SOME).scores[0]) for seed in range(10))
            for bot in (Expert(), greedy())
        )
        assert expert > plain


def test_there_are_five_levels() -> None:
    levels = levels_of("bits")
    assert [level.id for level in levels] == [f"level-{k}" for k in range(1, 6)]
    assert isinstance(levels[4].make(), Expert)
    assert all(level.name.pl and level.text.pl for level in levels)
