"""Whatever a bot does, a legal move is played, and what it did is told."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from kafelki.bots import registry
from kafelki.bots.guarded import Fault, Guarded
from kafelki.bots.protocol import Turn
from kafelki.play.game import Game, Move, new_game
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE


class Answering:
    """Answers whatever a function says."""

    def __init__(self, answer: Callable[[Turn], Any]) -> None:
        self.answer = answer

    def choose(self, turn: Turn) -> Any:
        return self.answer(turn)


def raising(wrong: BaseException) -> Callable[[Turn], Any]:
    def answer(turn: Turn) -> Any:
        raise wrong

    return answer


def spoiling(turn: Turn) -> Any:
    turn.moves.numbers[:] = 0
    turn.seat = 3
    return Move(turn.header.game, 0)


def turn_of(game: Game) -> Turn:
    return Turn(game, game.to_act[0], Random(1))


WRONG = {
    "an exception": raising(ZeroDivisionError("oops")),
    "an exit": raising(SystemExit(3)),
    "endless recursion": raising(RecursionError()),
    "nothing": lambda turn: None,
    "a text": lambda turn: str(turn.moves[0]),
    "a number": lambda turn: int(turn.moves.numbers[0]),
    "a move of another game": lambda turn: Move(WITH_RACKS, 1),
    "a number that no move has": lambda turn: Move(WITHOUT_CHANCE, 10**9),
    "a negative number": lambda turn: Move(WITHOUT_CHANCE, -1),
    "a move without a number": lambda turn: Move(WITHOUT_CHANCE, None),  # type: ignore[arg-type]
    "a fraction": lambda turn: Move(WITHOUT_CHANCE, 0.5),  # type: ignore[arg-type]
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_is_replaced_and_reported(what: str) -> None:
    game = new_game(WITHOUT_CHANCE, seed=1)
    faults: list[Fault] = []
    bot = Guarded(Answering(WRONG[what]), faults.append, "clumsy")
    game.play(bot.choose(turn_of(game)))
    game.play(bot.choose(turn_of(game)))
    assert [(fault.bot, fault.seat, fault.event) for fault in faults] == [
        ("clumsy", 0, 0),
        ("clumsy", 1, 1),
    ]
    assert bot.faults == 2
    assert all(fault.what and len(fault.what) <= 300 for fault in faults)


def test_what_happened_is_told() -> None:
    faults: list[Fault] = []
    bot = Guarded(Answering(WRONG["an exception"]), faults.append)
    bot.choose(turn_of(new_game(WITHOUT_CHANCE, seed=1)))
    assert str(faults[0]) == "Answering (seat 0) at event 0: ZeroDivisionError: oops"
    assert faults[0].as_json()["what"] == "ZeroDivisionError: oops"


def test_a_bot_cannot_make_its_move_legal_by_changing_what_it_was_given() -> None:
    game = new_game(WITHOUT_BOARD, seed=1)
    bot = Guarded(Answering(spoiling))
    move = bot.choose(turn_of(game))
    assert bot.faults == 1
    assert move in list(game.legal_moves())


def test_a_good_answer_is_left_alone() -> None:
    game = new_game(WITHOUT_CHANCE, seed=1)
    wanted = game.legal_moves()[7]
    bot = Guarded(Answering(lambda turn: Move(WITHOUT_CHANCE, np.int32(wanted.number))))  # type: ignore[arg-type]
    assert bot.choose(turn_of(game)) == wanted
    assert bot.faults == 0


def test_ctrl_c_is_not_swallowed() -> None:
    bot = Guarded(Answering(raising(KeyboardInterrupt())))
    with pytest.raises(KeyboardInterrupt):
        bot.choose(turn_of(new_game(WITHOUT_CHANCE, seed=1)))


@pytest.mark.parametrize(
    "greedy",
    [None, Answering(raising(ValueError())), Answering(lambda turn: None)],
    ids=["none", "raises", "wrong"],
)
def test_without_a_greedy_bot_that_works_any_legal_move_is_played(
    monkeypatch: pytest.MonkeyPatch, greedy: Any
) -> None:
    bots = {} if greedy is None else {"greedy": lambda: greedy}
    monkeypatch.setattr(registry, "bots_of", lambda game: bots)
    game = new_game(WITHOUT_CHANCE, seed=1)
    assert Guarded(Answering(lambda turn: None)).choose(turn_of(game)) in list(game.legal_moves())


def test_the_greedy_bot_is_the_first_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    greedy = Answering(lambda turn: turn.moves[5])
    monkeypatch.setattr(registry, "bots_of", lambda game: {"greedy": lambda: greedy})
    game = new_game(WITHOUT_CHANCE, seed=1)
    assert Guarded(Answering(lambda turn: None)).choose(turn_of(game)) == game.legal_moves()[5]


@pytest.mark.parametrize(
    ("game", "players"), [(WITHOUT_CHANCE, 2), (AT_ONCE, 2), (WITHOUT_BOARD, 3)]
)
def test_a_game_with_only_broken_bots_comes_to_its_end(
    monkeypatch: pytest.MonkeyPatch, game: str, players: int
) -> None:
    monkeypatch.setattr(registry, "bots_of", lambda game: {})
    played = new_game(game, players, seed=1)
    bot = Guarded(Answering(lambda turn: None))
    while not played.over:
        seat = played.to_act[0]
        played.play(bot.choose(Turn(played, seat, Random(1))), seat)
    assert bot.faults == sum(not event.is_chance for event in played.events)


def test_closing_is_passed_on() -> None:
    closed = []

    class Closing(Answering):
        def close(self) -> None:
            closed.append(True)

    Guarded(Closing(lambda turn: None)).close()
    Guarded(Answering(lambda turn: None)).close()
    assert closed == [True]
