"""Bots are compiled before anybody waits for them, and people are told when they must wait."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from kafelki.bots import preparing
from kafelki.bots.preparing import is_compiled, is_prepared, prepare, prepare_bot, searches
from kafelki.bots.registry import bot_named, bots_of
from kafelki.kernels import compiler
from kafelki.play.game import Game
from kafelki.rules import engine
from kafelki.rules.registry import GAMES
from kafelki.terminal.typed_game import TypedGame
from tests.games.examples import WITHOUT_CHANCE


@pytest.fixture(autouse=True)
def _nothing_prepared(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each test a process in which nothing is ready, and leave none behind."""
    monkeypatch.setattr(engine, "_loaded", {})
    monkeypatch.setattr(preparing, "_prepared", set())


@pytest.mark.parametrize("game", GAMES)
def test_every_bot_of_a_game_becomes_ready(game: str) -> None:
    ready: list[str] = []
    assert not any(is_prepared(bot, game) for bot in bots_of(game))
    prepare(game, ready.append)
    assert ready == [f"{game} {bot}" for bot in bots_of(game)]
    assert engine.engine_of(game).compiled
    assert all(is_prepared(bot, game) and is_compiled(bot, game) for bot in bots_of(game))


def test_what_was_compiled_is_known_to_another_process(monkeypatch: pytest.MonkeyPatch) -> None:
    prepare_bot("expert", WITHOUT_CHANCE)
    monkeypatch.setattr(preparing, "_prepared", set())
    assert is_compiled("expert", WITHOUT_CHANCE)
    assert is_compiled("expert@2s", WITHOUT_CHANCE)
    assert not is_prepared("expert", WITHOUT_CHANCE)


def test_a_budget_in_the_name_makes_no_difference() -> None:
    prepare_bot("expert@5s", WITHOUT_CHANCE)
    assert is_prepared("expert", WITHOUT_CHANCE)
    assert is_prepared("expert@100", WITHOUT_CHANCE)


def test_programs_see_to_themselves() -> None:
    prepare_bot("exec:./mybot", WITHOUT_CHANCE)
    assert is_prepared("exec:./mybot", WITHOUT_CHANCE)
    assert not engine.engine_of(WITHOUT_CHANCE).compiled


def test_machine_code_older_than_its_source_does_not_count(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(compiler, "cache_folder", lambda package: tmp_path)
    assert not is_compiled("greedy", WITHOUT_CHANCE)
    mark = preparing._mark("greedy", WITHOUT_CHANCE)
    mark.parent.mkdir()
    mark.touch()
    assert is_compiled("greedy", WITHOUT_CHANCE)
    os.utime(mark, (1, 1))
    assert not is_compiled("greedy", WITHOUT_CHANCE)


@pytest.mark.parametrize(
    ("bot", "does"),
    [("random", False), ("greedy", False), ("level-1", False), ("level-4", True), ("expert", True)],
)
def test_who_searches(bot: str, does: bool) -> None:
    assert searches(bot_named(bot, WITHOUT_CHANCE)) is does
    assert searches(bot_named("expert@2s", WITHOUT_CHANCE))


class TestNotice:
    def said(self, bot: str, language: str = "en") -> list[str]:
        said: list[str] = []

        def leave(prompt: str) -> str:
            raise EOFError

        TypedGame(Game(WITHOUT_CHANCE), bot, language, said.append, leave).run()
        return said

    def test_who_must_wait_is_told_before_the_game(self, monkeypatch: pytest.MonkeyPatch) -> None:
        prepared: list[str] = []
        monkeypatch.setattr("kafelki.terminal.typed_game.is_compiled", lambda bot, game: False)
        monkeypatch.setattr(
            "kafelki.terminal.typed_game.prepare_bot", lambda bot, game: prepared.append(bot)
        )
        assert self.said("expert@2s")[0] == "Preparing the bot: about 30 s, once."
        assert self.said("level-4", "pl")[0].startswith("Przygotowuję bota: potrwa to około 30 s")
        assert prepared == ["expert@2s", "level-4"]

    def test_nobody_is_told_what_takes_no_time(self) -> None:
        prepare_bot("expert", WITHOUT_CHANCE)
        assert self.said("expert")[0] == ""
        assert is_prepared("expert", WITHOUT_CHANCE)
        assert self.said("greedy")[0] == ""
        assert not is_prepared("greedy", WITHOUT_CHANCE)
