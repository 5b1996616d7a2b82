"""The bots of Kolorowy zawrót głowy: right moves, levels, budgets, and nothing but the known."""

from __future__ import annotations

import time
from fnmatch import fnmatch
from random import Random

import pytest

from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.registry import bot_named, levels_of
from kafelki.games.zawrot.bots.expert import Expert
from kafelki.games.zawrot.bots.greedy import OneDeep
from kafelki.games.zawrot.bots.sheet import sheet, survey
from kafelki.games.zawrot.bots.workspace import Judged
from kafelki.games.zawrot.kernels import PLACES, SQUARE_OF, TAKES, lines_at, see
from kafelki.games.zawrot.rules import GAME
from kafelki.play.game import Game, new_game
from kafelki.rules.engine import Engine, engine_of, load_compiled
from tests.games.zawrot.positions import SITUATIONS, Situation

NAMES = ("greedy", "expert", "level-1", "level-2", "level-3", "level-4", "level-5")
LITTLE = Budget(seconds=None, nodes=60)
SOME = Budget(seconds=None, nodes=6000)


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    load_compiled(["zawrot"])


def play_out(names: list[str], seed: int, budget: Budget = LITTLE) -> Game:
    game = new_game("zawrot", players=len(names), seed=seed)
    bots = [bot_named(name, "zawrot") for name in names]
    randoms = [Random(f"{seed} {seat}") for seat in range(len(names))]
    while not game.over:
        (seat,) = game.to_act
        game.play(bots[seat].choose(Turn(game, seat, randoms[seat], budget)), seat)
    return game


def after(moves: int, players: int = 2, seed: int = 5) -> Game:
    """Return a game after so many moves of greedy players."""
    game = new_game("zawrot", players=players, seed=seed)
    random = Random(seed)
    for _ in range(moves):
        (seat,) = game.to_act
        game.play(OneDeep().choose(Turn(game, seat, random)), seat)
    return game


@pytest.mark.parametrize("situation", SITUATIONS, ids=lambda situation: situation.why)
@pytest.mark.parametrize("name", ["greedy", "expert"])
def test_the_right_move(situation: Situation, name: str) -> None:
    bot = bot_named(name, "zawrot")
    move = str(bot.choose(Turn(situation.game(), 0, Random(1), SOME)))
    assert any(fnmatch(move, pattern) for pattern in situation.right), situation.why


def test_the_sheet_says_what_the_rules_say() -> None:
    game = after(40)
    position = game._position
    s = see(position)
    record = sheet.empty()
    survey(position, record)
    offers = sheet(record).offers
    (seat,) = game.to_act
    open_squares = {int(SQUARE_OF[m % PLACES]) for m in game.legal_moves(seat).numbers.tolist()}
    assert open_squares
    for square in open_squares:
        assert offers[square] & 0x777777777777 == lines_at(s.cells, square)


def test_a_move_is_judged_the_same_interpreted_and_compiled() -> None:
    for moves in (0, 9, 40):
        game = after(moves)
        (seat,) = game.to_act
        turn = Turn(game, seat, Random(1))
        known = turn.known
        fast = Judged(turn, OneDeep().weights)
        assert (turn.known == known).all()
        turn.engine = Engine(GAME)
        slow = Judged(turn, OneDeep().weights)
        assert fast.values.tolist() == pytest.approx(slow.values.tolist())
        assert fast.facts.tolist() == slow.facts.tolist()
        assert fast.sheet.tolist() == slow.sheet.tolist()


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_bot_plays_every_seating_to_the_end(name: str, players: int) -> None:
    game = play_out([name] + ["greedy"] * (players - 1), seed=players)
    assert game.over
    assert sum(points for (points,) in game.scores) > 0


@pytest.mark.parametrize("name", NAMES)
def test_the_same_nodes_and_the_same_stream_give_the_same_move(name: str) -> None:
    for moves in (0, 13, 30, 63):
        game = after(moves)
        (seat,) = game.to_act
        chosen = {
            str(bot_named(name, "zawrot").choose(Turn(game, seat, Random(7), Budget(None, 400))))
            for _ in range(2)
        }
        assert len(chosen) == 1


@pytest.mark.parametrize("name", NAMES)
def test_what_is_hidden_does_not_matter(name: str) -> None:
    game = after(8, players=3)
    (seat,) = game.to_act
    other = game.copy()
    mine = Turn(game, seat, Random(3), Budget(None, 300))
    exchange_hidden_tiles(other, seat)
    assert other.hands != game.hands
    theirs = Turn(other, seat, Random(3), Budget(None, 300))
    bot = bot_named(name, "zawrot")
    assert bot.choose(mine) == bot.choose(theirs)


def exchange_hidden_tiles(game: Game, viewer: int) -> None:
    """Give each hand other tiles of the stack for those that a viewer has not seen."""
    s = see(game._position)
    for seat in range(s.players):
        unseen = s.hands[seat] & ~s.seen
        if seat != viewer and unseen:
            tile, other = unseen & -unseen, s.stack & -s.stack
            s.hands[seat] ^= tile | other
            s.stack ^= tile | other


@pytest.mark.parametrize("name", NAMES)
def test_rank_is_sorted(name: str) -> None:
    for moves in (4, 21):
        game = after(moves)
        (seat,) = game.to_act
        bot = bot_named(name, "zawrot")
        ranked = bot.rank(Turn(game, seat, Random(1), LITTLE), 30)  # type: ignore[attr-defined]
        values = [each.value for each in ranked]
        assert values == sorted(values, reverse=True)
        assert (
            len({each.move for each in ranked}) == len(ranked) == min(30, len(game.legal_moves()))
        )


def test_reasons_in_both_languages() -> None:
    situation = SITUATIONS[0]
    best = OneDeep().rank(Turn(situation.game(), 0, Random(1)), 1)[0]
    assert best.why == ("makes a point (yellow)", "daje punkt (żółty)")


def test_the_expert_agrees_with_its_ranking() -> None:
    game = after(12)
    (seat,) = game.to_act
    chosen = Expert().choose(Turn(game, seat, Random(2), SOME))
    assert Expert().rank(Turn(game, seat, Random(2), SOME), 3)[0].move == chosen


@pytest.mark.parametrize("moves", [6, 40, 56])
def test_the_seconds_are_kept(moves: int) -> None:
    game = after(moves)
    (seat,) = game.to_act
    Expert().choose(Turn(game, seat, Random(1), LITTLE))  # whatever is loaded once, is loaded now
    began = time.thread_time()
    Expert().choose(Turn(game, seat, Random(1), Budget(seconds=0.2)))
    assert time.thread_time() - began < 0.6


def test_the_expert_needs_no_compiled_engine() -> None:
    game = after(12)
    (seat,) = game.to_act
    turn = Turn(game, seat, Random(2), SOME)
    turn.engine = Engine(GAME)
    chosen = Expert().choose(turn)
    assert Expert().choose(Turn(game, seat, Random(2), SOME)) == chosen


def test_the_last_placement_is_exact() -> None:
    game = after(0)
    random = Random(4)
    while len(game.cells) < 35:
        (seat,) = game.to_act
        game.play(game.legal_moves()[random.randrange(len(game.legal_moves()))])
    (seat,) = game.to_act
    most = max(game.explain(move).points["lines"] for move in game.legal_moves())
    chosen = Expert().choose(Turn(game, seat, Random(1), SOME))
    assert game.explain(chosen).points["lines"] == most


@pytest.mark.parametrize("players", [2, 3, 4])
def test_greedy_beats_random(players: int) -> None:
    wins = 0
    for seed in range(10):
        for side in range(2):
            names = ["greedy" if seat % 2 == side else "random" for seat in range(players)]
            if players == 3:
                names = ["greedy" if seat == side else "random" for seat in range(players)]
            result = play_out(names, seed).result
            assert result is not None
            wins += result.places[side] == 1
    assert wins >= 19


def test_the_expert_beats_greedy() -> None:
    wins = 0.0
    for seed in range(5):
        for side in range(2):
            names = ["expert" if seat == side else "greedy" for seat in range(2)]
            result = play_out(names, seed, Budget(seconds=None, nodes=500)).result
            assert result is not None
            wins += 0.5 if result.places == (1, 1) else result.places[side] == 1
    assert wins >= 7


def test_levels() -> None:
    levels = levels_of("zawrot")
    assert [level.id for level in levels] == [f"level-{k}" for k in range(1, 6)]
    assert all(level.name.pl and level.text.pl for level in levels)
    assert isinstance(levels[-1].make(), Expert)


def test_takings_are_ranked_too() -> None:
    game = after(1)
    (seat,) = game.to_act
    assert all(number >= TAKES for number in game.legal_moves().numbers.tolist())
    assert len(OneDeep().rank(Turn(game, seat, Random(1)), 9)) == 3
    assert engine_of("zawrot").compiled
