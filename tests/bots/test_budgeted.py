"""Bots with a budget in their name, and how the searching bots count their nodes."""

from __future__ import annotations

from random import Random

import pytest

from kafelki.bots.budgeted import Budgeted, parted
from kafelki.bots.protocol import Budget, Judgement, Searcher, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Game, Move, new_game
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import GAMES
from tests.games.examples import WITHOUT_CHANCE


class Thinker:
    """Takes the first move, and counts as nodes what it was given."""

    nodes = 0

    def choose(self, turn: Turn) -> Move:
        self.nodes = turn.budget.nodes or 0
        return turn.moves[0]

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        return [Judgement(self.choose(turn), 1.0)]


def turn_of(game: Game, nodes: int | None = 7) -> Turn:
    return Turn(game, game.to_act[0], Random(1), Budget(None, nodes))


def test_the_budget_of_the_name_counts_and_the_turn_keeps_its_own() -> None:
    bot = Budgeted(Thinker(), Budget(None, 40))
    turn = turn_of(new_game(WITHOUT_CHANCE, seed=1))
    assert bot.choose(turn) == turn.moves[0]
    assert bot.nodes == 40
    assert bot.rank(turn, 1)[0].move == turn.moves[0]
    assert turn.budget == Budget(None, 7)


@pytest.mark.parametrize("game", GAMES)
def test_every_expert_can_be_given_a_budget_by_name(game: str) -> None:
    """A look at every candidate comes first, so a tiny budget may be overspent a little."""
    few, many = bot_named("expert@20", game), bot_named("expert@2000", game)
    assert isinstance(few, Searcher)
    assert isinstance(many, Searcher)
    turn = turn_of(new_game(game, seed=1))
    for bot in (few, many):
        assert bot.choose(turn).number in turn.moves.numbers
    assert 0 < few.nodes < many.nodes <= 2 * 2000
    searched = many.nodes
    many.rank(turn, 3)
    assert 0 < many.nodes <= 2 * searched


def test_a_decision_without_a_choice_takes_no_nodes() -> None:
    """The only winning move is seen at a glance."""
    bot = bot_named("expert@500", WITHOUT_CHANCE)
    assert isinstance(bot, Searcher)
    game = Game(WITHOUT_CHANCE)
    bot.choose(turn_of(game))
    assert bot.nodes > 0
    for move in ("XO a1 a2", "XO g9 h9", "XO b1 b2", "XO g7 h7", "XO c1 c2", "XO g5 h5"):
        game.play(move)
    game.play("XO d1 d2")
    game.play("XO g3 h3")
    assert str(bot.choose(turn_of(game))).startswith("XO e1")
    assert bot.nodes == 0


@pytest.mark.parametrize(
    "name",
    [
        "expert@",
        "expert@-3",
        "expert@0",
        "expert@0s",
        "expert@0.0s",
        "expert@s",
        "expert@.5s",
        "expert@2 s",
        "expert@1e9",
        "expert@nan",
        "expert@inf",
        "expert@4000@2s",
        "expert@4000nodes",
        "expert@٣",
        "expert@9999999999999",
    ],
)
def test_nonsense_after_the_sign_is_refused_with_an_example(name: str) -> None:
    with pytest.raises(Refusal, match=r"such as expert@4000 or expert@0\.5s") as caught:
        bot_named(name, WITHOUT_CHANCE)
    assert repr(name) in str(caught.value)


def test_a_name_is_still_needed() -> None:
    with pytest.raises(Refusal, match="no bot ''"):
        bot_named("@4000", WITHOUT_CHANCE)
    with pytest.raises(Refusal, match=r"no bot 'exprt'.*Did you mean 'expert'"):
        bot_named("exprt@4000", WITHOUT_CHANCE)


@pytest.mark.parametrize("name", ["random", "greedy", "level-1", "level-4"])
def test_bots_that_do_not_search_take_no_budget(name: str) -> None:
    with pytest.raises(Refusal, match=f"{name} thinks no longer when it may"):
        bot_named(f"{name}@4000", WITHOUT_CHANCE)


def test_the_parts_of_a_name() -> None:
    assert parted("level-5@1.5s") == ("level-5", Budget(1.5, None))
    assert parted("level-5@20") == ("level-5", Budget(None, 20))
    assert parted("level-5") == ("level-5", None)
