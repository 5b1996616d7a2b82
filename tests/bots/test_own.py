"""Bots of one's own by name: classes of Python and programs, with a budget or without."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from kafelki.bots.budgeted import parted
from kafelki.bots.preparing import is_prepared
from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import new_game
from kafelki.play.refusal import Refusal
from tests.games.examples import WITHOUT_CHANCE

BOTS = """
class Last:
    seen = []
    def choose(self, turn):
        self.seen.append(turn.budget)
        return turn.moves[-1]

class Silent:
    pass

class Fussy:
    def __init__(self, taste):
        pass

number = 7
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to be in, with modules that nobody else has."""
    (tmp_path / "kafelki_test_bots.py").write_text(BOTS)
    (tmp_path / "kafelki_test_broken.py").write_text("import no_such_library_of_anybodys")
    (tmp_path / "kafelki_test_leaving.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield tmp_path
    sys.modules.pop("kafelki_test_bots", None)


def test_a_class_is_found_from_the_current_folder(folder: Path) -> None:
    bot = bot_named("py:kafelki_test_bots:Last", WITHOUT_CHANCE)
    game = new_game(WITHOUT_CHANCE, seed=1)
    turn = Turn(game, 0, Random(1))
    assert bot.choose(turn) == turn.moves[-1]
    assert bot_named("py:kafelki_test_bots:Last", WITHOUT_CHANCE) is not bot
    assert is_prepared("py:kafelki_test_bots:Last@1s", WITHOUT_CHANCE)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("py:kafelki_test_bots", "written py:module:Class"),
        ("py::Last", "written py:module:Class"),
        ("py:kafelki_test_bots:", "written py:module:Class"),
        ("py:no_such_module_here:Last", "there is no module 'no_such_module_here', in "),
        ("py:kafelki_test_bots.deeper:Last", "there is no module 'kafelki_test_bots.deeper'"),
        ("py:kafelki_test_broken:Last", "No module named 'no_such_library_of_anybodys'"),
        ("py:kafelki_test_leaving:Last", "cannot be imported: SystemExit: 3"),
        ("py:kafelki_test_bots:First", "has no class 'First'"),
        ("py:kafelki_test_bots:number", "has no class 'number'"),
        ("py:kafelki_test_bots:Silent", "it has no method choose(turn)"),
        ("py:kafelki_test_bots:Fussy", "cannot be made: TypeError: "),
        ("py:kafelki_test_bots:Last@soon", "after @ comes a number of nodes or of seconds"),
    ],
)
def test_what_is_no_bot_is_refused_with_the_reason(folder: Path, name: str, why: str) -> None:
    with pytest.raises(Refusal) as raised:
        bot_named(name, WITHOUT_CHANCE)
    assert why in str(raised.value)


def test_a_class_is_given_the_budget_of_its_name(folder: Path) -> None:
    bot = bot_named("py:kafelki_test_bots:Last@400", WITHOUT_CHANCE)
    bot.choose(Turn(new_game(WITHOUT_CHANCE, seed=1), 0, Random(1)))
    from kafelki_test_bots import Last  # type: ignore[import-not-found]

    assert Last.seen == [Budget(None, 400)]


PROGRAM = """
import json, sys
print(json.dumps({"name": sys.argv[1:]}), flush=True)
sys.stdin.readline()
question = json.loads(sys.stdin.readline())
wanted = [move for move in question["moves"] if question["seconds"] == 9.5]
print(json.dumps({"id": question["id"], "move": wanted[0]}), flush=True)
sys.stdin.readline()
"""


def test_a_program_is_given_the_budget_of_its_name_and_ends(tmp_path: Path) -> None:
    script = tmp_path / "bot.py"
    script.write_text(PROGRAM)
    bot = bot_named(f"exec:{sys.executable} -I -S {script} me@home @9.5s", WITHOUT_CHANCE)
    game = new_game(WITHOUT_CHANCE, seed=1)
    assert str(bot.choose(Turn(game, 0, Random(1)))) == game.legal_texts()[0]
    bot.close()  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "plain", "budget"),
    [
        ("exec:./bot", "exec:./bot", None),
        ("exec:./bot @1s", "exec:./bot", Budget(1.0, None)),
        ("exec:./bot --fast  @4000", "exec:./bot --fast", Budget(None, 4000)),
        ("exec:ssh me@home bot", "exec:ssh me@home bot", None),
        ("exec:./bot @settings.txt", "exec:./bot @settings.txt", None),
        ("exec:./bot '@1s'", "exec:./bot '@1s'", None),
        ("exec:./bot 'me@10'", "exec:./bot 'me@10'", None),
    ],
)
def test_the_budget_of_a_program_is_a_word_by_itself(
    name: str, plain: str, budget: Budget | None
) -> None:
    assert parted(name) == (plain, budget)


def test_a_budget_that_is_none_says_why() -> None:
    for name in ("exec:./bot @1sec", "exec:./bot @0", "exec:./bot @0s", "exec:./bot @1,5s"):
        with pytest.raises(Refusal, match=r"such as exec:./bot @4000 or exec:./bot @0\.5s"):
            parted(name)
    for name in ("exec:./bot@1s", "exec:python bot.py@4000"):
        with pytest.raises(Refusal, match=r"a budget stands apart: 'exec:.* @(1s|4000)'"):
            bot_named(name, WITHOUT_CHANCE)
