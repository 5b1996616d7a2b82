"""The bots of EXO: what they must see, how they keep to their budget, and the levels."""

from __future__ import annotations

import time
from random import Random
from typing import cast

import numpy as np
import pytest

from kafelki.arena.simulation import play_out
from kafelki.bots.judging import Greedy, values_of
from kafelki.bots.protocol import Bot, Budget, Judge, Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bot_named
from kafelki.games.exo.bots import BOTS, LEVELS
from kafelki.games.exo.bots.candidates import list_blocks
from kafelki.games.exo.bots.evaluation import LOSES_NEXT, WINS, evaluate_moves
from kafelki.games.exo.bots.expert import CERTAIN, Expert
from kafelki.games.exo.bots.reasons import explain
from kafelki.games.exo.bots.search import ENDLESS, FREE, WON
from kafelki.games.exo.bots.windows import lines, read_lines, see_symbol, winning_move
from kafelki.games.exo.bots.workspace import Allowance, Functions, Workspace, functions
from kafelki.games.exo.kernels import PAIRS, TABLES, see
from kafelki.play.game import Game
from kafelki.rules.engine import Engine, load_compiled
from kafelki.rules.registry import rules_of
from tests.games.exo.full_width import loses_by_force
from tests.games.exo.positions import (
    MUST_BLOCK,
    WIN_IN_THREE,
    WIN_IN_TWO,
    WIN_NOW,
    Puzzle,
    before_the_last,
)
from tests.games.exo.weak_games import positions, survives

NODES = 8000
PARTS = 8
"""The positions of weak games are shared out among so many tests."""


@pytest.fixture(autouse=True, scope="module")
def _compiled() -> None:
    load_compiled(["exo"])


def turn_of(game: Game, nodes: int = NODES, seed: int = 1) -> Turn:
    return Turn(game, game.to_act[0], Random(seed), Budget(seconds=None, nodes=nodes))


def named(puzzle: Puzzle) -> str:
    return puzzle.name


def winning(game: Game, seat: int) -> set[str]:
    """Return the moves with which a seat would win at once, by the rules alone."""
    engine = game._engine
    moves = engine.moves(game._position, seat)
    rows = engine.consequences(game._position, seat, moves)
    chosen = moves[(rows[:, 0] >= 5) & (rows[:, 1] < 5)]
    return {game.rules.move_text(int(move)) for move in chosen}


def after(game: Game, move: str) -> Game:
    later = game.copy()
    later.play(move)
    return later


def safe(game: Game) -> set[str]:
    """Return the moves after which the opponent has neither won nor can win at once."""
    seat = game.to_act[0]
    found = set()
    for move in game.legal_texts():
        later = after(game, move)
        if later.result.places[seat] == 1 if later.result else not winning(later, 1 - seat):
            found.add(move)
    return found


class TestPuzzles:
    """Every position stands in `exo_positions` with its reason."""

    @pytest.mark.parametrize("puzzle", WIN_NOW, ids=named)
    def test_the_right_moves_are_all_that_win(self, puzzle: Puzzle) -> None:
        game = puzzle.game()
        assert winning(game, game.to_act[0]) == puzzle.right

    @pytest.mark.parametrize("puzzle", MUST_BLOCK, ids=named)
    def test_the_right_moves_are_all_that_prevent_five(self, puzzle: Puzzle) -> None:
        game = puzzle.game()
        assert winning(game, 1 - game.to_act[0])
        assert safe(game) == puzzle.right

    @pytest.mark.parametrize("puzzle", WIN_IN_TWO, ids=named)
    def test_the_right_moves_leave_no_defence(self, puzzle: Puzzle) -> None:
        for move in puzzle.right:
            later = after(puzzle.game(), move)
            assert later.result is None
            assert not winning(later, later.to_act[0])
            assert not safe(later)

    @pytest.mark.parametrize("name", ["greedy", "level-3", "level-4", "expert"])
    @pytest.mark.parametrize("puzzle", WIN_NOW + MUST_BLOCK, ids=named)
    def test_nobody_from_level_3_misses_five_or_a_block(self, name: str, puzzle: Puzzle) -> None:
        bot = bot_named(name, "exo")
        for seed in range(3):
            assert str(bot.choose(turn_of(puzzle.game(), 500, seed))) in puzzle.right

    @pytest.mark.parametrize("puzzle", WIN_IN_TWO + WIN_IN_THREE, ids=named)
    def test_the_expert_finds_forced_wins(self, puzzle: Puzzle) -> None:
        best = Expert().rank(turn_of(puzzle.game()), 1)[0]
        assert str(best.move) in puzzle.right, puzzle.why
        assert best.value > CERTAIN - 1
        assert "forces five in" in best.why.en

    @pytest.mark.parametrize("puzzle", WIN_IN_THREE, ids=named)
    def test_the_expert_wins_them_against_itself(self, puzzle: Puzzle) -> None:
        game = puzzle.game()
        seat = game.to_act[0]
        while not game.over:
            game.play(Expert().choose(turn_of(game)))
        assert game.result is not None
        assert game.result.places[seat] < game.result.places[1 - seat]

    def test_there_are_twenty_positions_on_small_and_large_boards(self) -> None:
        every = WIN_NOW + MUST_BLOCK + WIN_IN_TWO + WIN_IN_THREE
        assert len(every) >= 20
        assert {puzzle.size for puzzle in every} == {5, 7, 10, 19}


def games_in_progress(count: int, seed: int) -> list[Game]:
    """Return positions of random games on small boards in which nobody gave five away."""
    random = Random(seed)
    found: list[Game] = []
    while len(found) < count:
        game = Game("exo", options={"size": random.choice([5, 6, 7])})
        for _ in range(random.randrange(8, 24)):
            seat = game.to_act[0]
            moves = game.legal_moves(seat)
            rows = game._engine.consequences(game._position, seat, moves.numbers)
            quiet = np.flatnonzero(rows.max(axis=1) < 5)
            if len(quiet) == 0:
                break
            game.play(moves[int(quiet[random.randrange(len(quiet))])])
            if game.over:
                break
        if not game.over:
            found.append(game)
    return found


class TestThreats:
    """What the search relies on, against the rules."""

    def test_fives_of_the_next_move_are_all_seen(self) -> None:
        seen = 0
        for game in games_in_progress(60, 1):
            known = lines.empty()
            read_lines(game._position, known)
            for seat in range(2):
                move = winning_move(see(game._position), lines(known), seat)
                wins = winning(game, seat)
                assert (game.rules.move_text(move) in wins) if wins else move == -1
                seen += bool(wins)
        assert seen > 10

    def test_lines_are_kept_up_to_date(self) -> None:
        game = Game("exo", options={"size": 6})
        kept, fresh = lines.empty(), lines.empty()
        read_lines(game._position, kept)
        random = Random(4)
        while not game.over:
            move = game.legal_moves()[random.randrange(len(game.legal_moves()))]
            game.play(move)
            for half in range(2):
                cell = TABLES.pairs[move.number % PAIRS, half]
                see_symbol(lines(kept), cell, see(game._position).tops[cell])
            read_lines(game._position, fresh)
            assert list(lines(kept).worth) == list(lines(fresh).worth)
            assert list(lines(kept).fours) == list(lines(fresh).fours)

    def test_every_block_is_listed_and_known_at_a_glance(self) -> None:
        checked = 0
        for game in games_in_progress(150, 2):
            seat = game.to_act[0]
            known = lines.empty()
            read_lines(game._position, known)
            threat = winning_move(see(game._position), lines(known), 1 - seat)
            if threat < 0 or winning(game, seat):
                continue
            buffer = np.zeros(game.rules.most_moves, dtype=np.int32)
            s = see(game._position)
            count = list_blocks(s, lines(known), seat, threat, buffer.data)
            listed = {game.rules.move_text(int(move)) for move in buffer[:count]}
            right = safe(game)
            assert right <= listed <= set(game.legal_texts())
            turn = turn_of(game)
            values = values_of(turn, evaluate_moves)
            glance = {str(turn.moves[k]) for k in np.flatnonzero(values > LOSES_NEXT / 2).tolist()}
            assert glance == right
            checked += 1
        assert checked > 10

    def test_a_glance_is_the_same_interpreted_and_compiled(self) -> None:
        for game in games_in_progress(3, 3):
            position = game._position.copy()
            compiled = values_of(turn_of(game), evaluate_moves)
            game._engine = Engine(rules_of("exo"))
            assert (values_of(turn_of(game), evaluate_moves) == compiled).all()
            assert (game._position == position).all()

    def test_with_the_last_tiles_the_expert_is_exact(self) -> None:
        """With two tiles left a player can win, lose or draw: tried out move by move."""
        results = set()
        for game in games_in_progress(12, 5):
            see(game._position).left = 2
            expected = outcome(game)
            value = Expert().rank(turn_of(game, 10**6), 1)[0].value
            assert (value > CERTAIN - 5) == (expected > 0)
            assert (value < 5 - CERTAIN) == (expected < 0)
            results.add(expected)
        assert {0, 1} <= results


@pytest.fixture(scope="module")
def weak() -> list[Game]:
    return positions()


class TestForcedLosses:
    """No move of the expert's loses by force within five tiles where another does not.

    The expert searches no deeper here than it must: what is proven does not rest on depth.
    `make prove` tries the same with the expert as it plays.
    """

    def test_there_are_a_thousand_positions(self, weak: list[Game]) -> None:
        assert len({game.position for game in weak}) == 1000

    @pytest.mark.parametrize("part", range(PARTS))
    def test_a_plain_search_finds_no_such_move(self, weak: list[Game], part: int) -> None:
        expert = Expert(deepest=1)
        numbers = range(part, len(weak), PARTS)
        assert [k for k in numbers if not survives(weak[k], expert, Budget(None, 10**6))] == []

    @pytest.mark.parametrize("puzzle", WIN_IN_TWO + WIN_IN_THREE, ids=named)
    def test_whoever_lets_a_puzzle_come_about_loses(self, puzzle: Puzzle) -> None:
        game, move = before_the_last(puzzle)
        assert fate(game, move) == (2 if puzzle in WIN_IN_TWO else 3)
        if puzzle.size <= 10:  # on a larger board a plain search takes minutes
            assert loses_by_force(game._position, move)
            assert loses_by_force(game._position, move, 3) == (puzzle in WIN_IN_TWO)

    @pytest.mark.parametrize("puzzle", WIN_IN_TWO, ids=named)
    def test_no_width_cuts_off_a_four(self, puzzle: Puzzle) -> None:
        """The opponent's four, an answer and five: lost with the fourth tile from now on."""
        game, move = before_the_last(puzzle)
        work = Workspace()
        work.forget(width=0, fours=True)
        window, allowance = (-ENDLESS, ENDLESS), Allowance(Budget(None, 10**6))
        seat = game.to_act[0]
        assert work.worth(game._position, seat, move, window, FREE, allowance) == 4 - WON

    def test_the_threats_are_those_of_a_plain_search(self, weak: list[Game]) -> None:
        seen = set()
        for game in weak[::40]:
            values = values_of(turn_of(game), evaluate_moves)
            for k in np.argsort(-values, kind="stable")[:2].tolist():
                move = int(game.legal_moves().numbers[k])
                lost = loses_by_force(game._position, move)
                assert (fate(game, move) > 0) == lost
                seen.add(lost)
        assert seen == {False, True}

    def test_no_budget_is_overdrawn_for_it(self, weak: list[Game]) -> None:
        expert = Expert()
        for game in weak[:5]:
            expert.choose(turn_of(game, 6000))
            assert expert.nodes <= 6000 + 10


def fate(game: Game, move: int) -> int:
    """Return with which of its next tiles the opponent wins by force after a move, or 0."""
    work = Workspace()
    work.forget(0)
    allowance = Allowance(Budget(None, 10**9))
    return work.loses(game._position, game.to_act[0], move, allowance)


def outcome(game: Game) -> int:
    """Return 1, 0 or −1: what the seat to move gets if nobody errs, by trying everything."""
    seat = game.to_act[0]
    best = -1
    for move in game.legal_moves():
        later = game.copy()
        later.play(move)
        if later.result is None:
            best = max(best, -outcome(later))
        else:
            best = max(best, later.result.places[1 - seat] - later.result.places[seat])
        if best == 1:
            break
    return best


def every_bot() -> dict[str, Bot]:
    own = {name: make() for name, make in BOTS.items()}
    return own | {level.id: level.make() for level in LEVELS}


class TestBots:
    @pytest.mark.parametrize("name", every_bot())
    @pytest.mark.parametrize("size", [5, 10])
    def test_every_bot_plays_to_the_end(self, name: str, size: int) -> None:
        game = Game("exo", options={"size": size})
        bot = bot_named(name, "exo")
        while not game.over:
            game.play(bot.choose(turn_of(game, 150)))
        assert game.result is not None

    @pytest.mark.parametrize("name", every_bot())
    def test_the_same_seed_and_nodes_give_the_same_move(self, name: str) -> None:
        for puzzle in MUST_BLOCK[:2]:
            chosen = {
                bot_named(name, "exo").choose(turn_of(puzzle.game(), 1000, 7)) for _ in range(2)
            }
            assert len(chosen) == 1

    def test_a_bot_that_played_before_decides_the_same(self) -> None:
        game = WIN_IN_THREE[0].game()
        used = Expert()
        used.choose(turn_of(MUST_BLOCK[0].game(), 1000))
        assert used.choose(turn_of(game, 1000)) == Expert().choose(turn_of(game, 1000))

    @pytest.mark.parametrize("name", every_bot())
    def test_the_way_to_a_position_does_not_matter(self, name: str) -> None:
        """Nothing is hidden in EXO: two games that look the same are the same to a bot."""
        orders = "XO c3 d3, XO e5 e6, XO b2 b1", "XO b2 b1, XO e5 e6, XO c3 d3"
        chosen = set()
        for order in orders:
            game = Game("exo")
            for tile in order.split(", "):
                game.play(tile)
            chosen.add(bot_named(name, "exo").choose(turn_of(game, 300)))
        assert len(chosen) == 1

    def test_an_interpreted_game_is_no_hindrance(self) -> None:
        game = Game("exo", engine=Engine(rules_of("exo")))
        assert Expert().choose(turn_of(game, 200)) in list(game.legal_moves())

    def test_nodes_are_kept(self) -> None:
        bot = Expert()
        bot.choose(turn_of(Game("exo"), 3000))
        assert bot.work.control.nodes <= 3000

    def test_seconds_are_kept(self) -> None:
        bot = Expert()
        bot.choose(turn_of(Game("exo"), 100))
        turn = Turn(Game("exo"), 0, Random(1), Budget(seconds=0.2))
        start = time.process_time()  # others' time on a busy machine is not its own
        bot.choose(turn)
        assert time.process_time() - start < 0.6

    def test_loading_is_no_part_of_thinking(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The clock stands still but while machine code is loaded, which takes an hour."""
        now = [0.0]

        def load() -> Functions:
            now[0] += 3600
            return functions()

        monkeypatch.setattr(Allowance, "clock", lambda: now[0])
        monkeypatch.setattr("kafelki.games.exo.bots.workspace.functions", load)
        bot = Expert()
        bot.choose(Turn(Game("exo"), 0, Random(1), Budget(seconds=1, nodes=6000)))
        assert bot.nodes > 3000

    def test_without_a_limit_it_still_ends(self) -> None:
        bot = Expert()
        turn = Turn(WIN_NOW[0].game(), 0, Random(1), Budget(None, None))
        assert str(bot.choose(turn)) in WIN_NOW[0].right

    @pytest.mark.parametrize("name", every_bot())
    def test_a_ranking_is_sorted(self, name: str) -> None:
        judge = cast(Judge, bot_named(name, "exo"))
        for puzzle in (WIN_NOW[0], MUST_BLOCK[1], WIN_IN_TWO[0]):
            ranked = judge.rank(turn_of(puzzle.game(), 1000), 5)
            assert len(ranked) == 5
            assert len({each.move for each in ranked}) == 5
            values = [each.value for each in ranked]
            assert values == sorted(values, reverse=True)

    def test_a_lost_position_is_still_played(self) -> None:
        game = after(WIN_IN_TWO[0].game(), "OX e2 e3")
        ranked = Expert().rank(turn_of(game), 3)
        assert all(each.value < 5 - CERTAIN for each in ranked)
        assert all("lets the opponent" in each.why.en for each in ranked)

    def test_greedy_beats_random(self) -> None:
        wins = 0
        for number in range(20):
            greedy = Greedy(evaluate_moves, explain)
            seat = number % 2
            players: list[Bot] = [RandomBot(), RandomBot()]
            players[seat] = greedy
            game = play_out(Game("exo"), players, Random(number // 2))
            assert game.result is not None
            wins += game.result.places[seat] < game.result.places[1 - seat]
        assert wins >= 18


class TestWords:
    def test_a_win_and_a_trap_are_named(self) -> None:
        turn = turn_of(WIN_NOW[0].game())
        said = {str(move): explain(turn, move).en for move in turn.moves}
        assert said["XO e1 f1"] == "makes five in a row"
        assert said["XO e1 e2"] == "makes five for both players, which loses"
        assert said["OX e2 f2"] == "makes five for the opponent"

    def test_a_block_is_named_in_polish_too(self) -> None:
        puzzle = MUST_BLOCK[1]
        turn = turn_of(puzzle.game())
        move = next(move for move in turn.moves if str(move) in puzzle.right)
        assert explain(turn, move).en.startswith("keeps the opponent from five on a1, f6")
        assert explain(turn, move).pl.startswith("nie dopuszcza do piątki przeciwnika na a1, f6")

    def test_a_forced_win_is_named_in_both_languages(self) -> None:
        why = Expert().rank(turn_of(WIN_IN_TWO[0].game()), 1)[0].why
        assert why.en.startswith("forces five in 2 moves")
        assert why.pl.startswith("wymusza piątkę w 2 ruchach")


class TestLevels:
    def test_there_are_five_in_both_languages(self) -> None:
        assert [level.id for level in LEVELS] == [f"level-{k}" for k in range(1, 6)]
        for level in LEVELS:
            assert all(level.name)
            assert all(level.text)

    @pytest.mark.parametrize("puzzle", WIN_NOW, ids=named)
    def test_even_the_first_level_takes_five(self, puzzle: Puzzle) -> None:
        chosen = bot_named("level-1", "exo").choose(turn_of(puzzle.game()))
        assert str(chosen) in puzzle.right

    def test_a_win_is_worth_more_than_anything(self) -> None:
        game = WIN_NOW[0].game()
        values = values_of(turn_of(game), evaluate_moves)
        assert (values == WINS).sum() == len(WIN_NOW[0].right)
