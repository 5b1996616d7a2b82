"""The bots of AXIO and Geniusz: tactics, levels, budgets, and that they never peek."""

from __future__ import annotations

import time
from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from kafelki.arena.simulation import play_out
from kafelki.bots.protocol import Bot, Budget, Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bot_named, bots_of, levels_of
from kafelki.games.weakest_colour.bots.expert import Expert
from kafelki.games.weakest_colour.bots.greedy import OneDeep
from kafelki.play.game import Game, Move, new_game
from kafelki.rules import engine as engines
from kafelki.rules.engine import Engine, load_compiled
from kafelki.rules.registry import rules_of
from tests.games.weakest_colour.dominoes_table import fields_of, set_up
from tests.games.weakest_colour.positions import TACTICS, Tactic

GAMES = ("axio", "geniusz")

SEATINGS = [
    (game, seating.players, seating.variant)
    for game in GAMES
    for seating in rules_of(game).seatings
]

SMALL = Budget(seconds=None, nodes=48)


@pytest.fixture(autouse=True, scope="module")
def compiled() -> Iterator[None]:
    """Run on compiled rules, and leave none behind for the tests of other files."""
    before = dict(engines._loaded)
    load_compiled(GAMES)
    yield
    engines._loaded.clear()
    engines._loaded.update(before)


def chosen(bot: Bot, game: Game, seed: int = 1, budget: Budget = SMALL) -> Move:
    (seat,) = game.to_act
    return bot.choose(Turn(game, seat, Random(seed), budget))


class Hurried:
    """A bot that never gets more than a small budget."""

    def __init__(self, bot: Bot, budget: Budget = SMALL) -> None:
        self.bot = bot
        self.budget = budget

    def choose(self, turn: Turn) -> Move:
        turn.budget = self.budget
        return self.bot.choose(turn)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("tactic", TACTICS, ids=lambda tactic: tactic.why[:40])
def test_expert_finds_the_right_move(name: str, tactic: Tactic) -> None:
    game = tactic.game(name)
    move = chosen(Expert(), game, budget=Budget(None, nodes=240))
    assert tactic.is_right(move), f"{move}: {tactic.why}"


@pytest.mark.parametrize("name", GAMES)
def test_greedy_finds_nearly_all_right_moves(name: str) -> None:
    wrong = [t.why for t in TACTICS if not t.is_right(chosen(OneDeep(), t.game(name)))]
    assert len(wrong) <= 3, wrong


RED_TO_GAIN = {
    "axio": ("e5 e6 e8 e9", "GG GO OO VB", "GO i4 j4"),
    "geniusz": ("f6 f7 j9 j10", "GG GG GO OO OO BV", "GO d5 d6"),
}
"""Red cells to continue, a full rack without red, and a move that scores nothing."""


@pytest.mark.parametrize("name", GAMES)
def test_a_rack_without_the_weakest_colour_is_swapped(name: str) -> None:
    red, rack, quiet = RED_TO_GAIN[name]
    high = "G12 O12 V12 B12" + (" Y12" if name == "geniusz" else "")
    game = set_up(name, board={"R": red}, racks=[rack], scores=[f"{high} R0", f"{high} R9"])
    game.play(quiet)
    assert set(map(str, game.legal_moves())) == {"swap", "keep"}
    assert str(chosen(Expert(), game, budget=Budget(None, nodes=200))) == "swap"
    assert str(chosen(OneDeep(), game)) == "swap"


@pytest.mark.parametrize("name", GAMES)
def test_nodes_of_the_last_decision_are_told(name: str) -> None:
    game = new_game(name, players=2, seed=3)
    bot = Expert()
    turn = Turn(game, game.to_act[0], Random(1), SMALL)
    assert bot.nodes == 0
    bot.choose(turn)
    assert 24 <= bot.nodes <= 48
    bot.rank(Turn(game, turn.seat, Random(1), Budget(None, nodes=480)), 3)
    assert 240 <= bot.nodes <= 480


@pytest.mark.parametrize("name", GAMES)
def test_worlds_of_a_player_alone_differ(name: str) -> None:
    game = new_game(name, players=1, seed=3)
    turn = Turn(game, 0, Random(1))
    work = Expert()._workspaces.for_turn(turn)
    candidates, _ = work.shortlist(turn.known, 0, 8)
    work.look_ahead(turn, horizon=1, width=8)
    found = {float(work.try_out(candidates, 1)[0, 0]) for _ in range(6)}
    assert len(found) > 1


@pytest.mark.parametrize("name", GAMES)
def test_same_nodes_and_random_stream_give_the_same_move(name: str) -> None:
    game = new_game(name, players=2, seed=3)
    for _ in range(6):
        move = chosen(Expert(), game, seed=7)
        assert chosen(Expert(), game, seed=7) == move
        game.play(move)


@pytest.mark.parametrize("name", GAMES)
def test_hidden_tiles_do_not_change_a_choice(name: str) -> None:
    game = new_game(name, players=2, seed=5)
    for _ in range(4):
        game.play(chosen(OneDeep(), game))
    other = game.copy()
    s = fields_of(other)
    held = [s.racks[1, k] for k in range(s.rack_sizes[1])]
    in_bag = next(tile for tile in range(len(s.bag)) if s.bag[tile] and tile + 1 not in held)
    s.bag[held[-1] - 1] += 1
    s.bag[in_bag] -= 1
    for k, tile in enumerate(sorted([*held[:-1], in_bag + 1])):
        s.racks[1, k] = tile
    assert other.position != game.position
    for bot in (OneDeep(), Expert()):
        assert chosen(bot, game) == chosen(bot, other)


@pytest.mark.parametrize(("name", "players", "variant"), SEATINGS)
def test_every_bot_plays_every_seating_to_the_end(name: str, players: int, variant: str) -> None:
    for bot in bots_of(name):
        player = Hurried(bot_named(bot, name), Budget(None, nodes=12))
        game = play_out(new_game(name, players, variant, seed=2), [player] * players, Random(4))
        assert game.over


@pytest.mark.parametrize("name", GAMES)
def test_time_is_kept(name: str) -> None:
    game = new_game(name, players=2, seed=1)
    bot = Expert()
    chosen(bot, game)  # what is compiled or read once does not count
    begun = time.process_time()  # others' time on a busy machine is not its own
    chosen(bot, game, budget=Budget(seconds=0.2))
    assert time.process_time() - begun < 1.5


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("bot", [OneDeep(), OneDeep(network=False), Expert()])
def test_rank_is_sorted(name: str, bot: OneDeep | Expert) -> None:
    game = new_game(name, players=2, seed=8)
    for _ in range(12):
        game.play(chosen(OneDeep(), game))
    (seat,) = game.to_act
    ranked = bot.rank(Turn(game, seat, Random(1), SMALL), 20)
    assert len({each.move for each in ranked}) == len(ranked) == 20
    values = [each.value for each in ranked]
    assert values == sorted(values, reverse=True)
    assert all(
        game._kernels.refusal(game._position, seat, each.move.number) == 0 for each in ranked
    )


def test_reasons_are_told_in_both_languages() -> None:
    game = TACTICS[8].game("axio")
    (best,) = Expert().rank(Turn(game, 0, Random(1), SMALL), 1)
    assert "earns an extra turn" in best.why.en
    assert "daje dodatkową turę" in best.why.pl


def wins(name: str, one: Bot, other: Bot, pairs: int, players: int = 2) -> float:
    """Return how many mirrored games the first bot wins; a draw is half a win."""
    total = 0.0
    for seed in range(pairs):
        for swapped in (False, True):
            seats = [other, one] if swapped else [one, other]
            game = play_out(new_game(name, players, seed=seed), seats, Random(seed))
            assert game.result is not None
            first = [seat for seat, place in enumerate(game.result.places) if place == 1]
            total += sum(seats[seat] is one for seat in first) / len(first)
    return total


@pytest.mark.parametrize("name", GAMES)
def test_greedy_beats_random(name: str) -> None:
    assert wins(name, OneDeep(), RandomBot(), 10) >= 18


@pytest.mark.parametrize("name", GAMES)
def test_looking_ahead_beats_greedy(name: str) -> None:
    ahead = Hurried(Expert(), Budget(None, nodes=96))
    assert wins(name, ahead, OneDeep(), 8) >= 11


@pytest.mark.parametrize("name", GAMES)
def test_five_levels_each_better_than_the_one_below(name: str) -> None:
    levels = levels_of(name)
    assert [level.id for level in levels] == [f"level-{k}" for k in range(1, 6)]
    assert all(level.name.pl and level.text.pl for level in levels)
    for below, above in pairwise(levels[:4]):
        assert wins(name, above.make(), below.make(), 20) >= 23, above.id


@pytest.mark.parametrize("name", GAMES)
def test_interpreted_rules_give_the_same_greedy_move(name: str) -> None:
    slow = Game(name, seed=bytes(32), deals=True, engine=Engine(rules_of(name)))
    quick = Game(name, seed=bytes(32), deals=True)
    assert not slow._engine.compiled
    assert quick._engine.compiled
    for _ in range(2):
        move = chosen(OneDeep(), quick)
        assert chosen(OneDeep(), slow) == move
        quick.play(move)
        slow.play(move)
    assert chosen(Expert(), slow) == chosen(Expert(), quick)
