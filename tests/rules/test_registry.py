"""Finding games: those of any package, by the same door; what is broken costs only itself."""

from __future__ import annotations

import logging
from pathlib import Path

import pytest

from kafelki.arena.ladder import Conditions, ladder
from kafelki.bots.preparing import prepare
from kafelki.bots.protocol import Budget
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bots_of, levels_of
from kafelki.drawing import draw
from kafelki.drawing.style import PLAIN, style_of
from kafelki.play.game import new_game
from kafelki.play.view import view
from kafelki.rules import registry
from kafelki.rules.engine import engine_of, load_compiled
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, UnknownGame, package_of, part_of, rules_of
from kafelki.rules.traits import PLAIN as PLAIN_TRAITS
from kafelki.rules.traits import traits_of
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.strangers import SIXTH_GAME, install
from tests.strangers import site as site

OURS = (WITH_RACKS, WITH_PAIRS, AT_ONCE, WITHOUT_CHANCE, WITHOUT_BOARD)
COPY = """
from dataclasses import replace
from kafelki.rules.registry import rules_of
GAME = replace(rules_of("COPIED"), id='{id}', listed=100)
""".replace("COPIED", WITHOUT_CHANCE)


def test_the_games_that_come_with_kafelki() -> None:
    assert tuple(GAMES)[:5] == OURS
    assert package_of(WITHOUT_CHANCE) == f"kafelki.games.{WITHOUT_CHANCE}"
    assert repr(GAMES) == repr(tuple(GAMES))


def test_an_installed_package_needs_no_checkout(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then Kafelki's own entry points are those noted when it was installed."""
    monkeypatch.setattr(registry, "_CHECKOUT", site / "none.toml")
    install(site, "kafelki", WITHOUT_CHANCE)
    (site / "kafelki-1.0.dist-info" / "entry_points.txt").write_text(
        "[kafelki.games]\n"
        f"{AT_ONCE} = kafelki.games.{AT_ONCE}\n"
        f"{WITH_RACKS} = kafelki.games.{WITH_RACKS}\n"
    )
    assert tuple(GAMES) == (WITH_RACKS, AT_ONCE)


def test_a_game_of_another_package_is_a_game(site: Path) -> None:
    install(site, "stranger", "mine", rules=COPY.format(id="mine"))
    assert tuple(GAMES) == (*OURS, "mine")
    assert rules_of("mine").id == "mine"
    assert package_of("mine") == "stranger"


def test_a_game_of_rules_alone_has_all_that_every_game_has(site: Path) -> None:
    install(site, "stranger", "mine", rules=COPY.format(id="mine"))
    assert part_of("mine", "bots") is None
    assert list(bots_of("mine")) == ["random", "level-1"]
    assert [type(level.make()) for level in levels_of("mine")] == [RandomBot]
    assert style_of("mine") is PLAIN
    told = help_text("mine", "pl")
    assert told.startswith(
        f"# {rules_of(WITHOUT_CHANCE).name.pl}\n\nKółko i krzyżyk, które rośnie w górę"
    )
    assert "## W pudełku" in told
    assert "## Czego nie wolno" in told


@pytest.mark.parametrize(
    ("rules", "why"),
    [
        ("import nowhere", "ModuleNotFoundError: No module named 'nowhere'"),
        ("1 / 0", "ZeroDivisionError: division by zero"),
        ("", "has no attribute 'GAME'"),
        ("GAME = 1", "GAME in stranger.rules is not the Rules of 'mine'"),
        (COPY.format(id="other"), "GAME in stranger.rules is not the Rules of 'mine'"),
        (COPY.format(id="mine', minutes='five"), "has a 'minutes' that is no int"),
        (COPY.format(id="mine', options=[1], author='"), "has 'options' that are no Options"),
        (COPY.format(id="mine', seatings=(), author='"), "has no standard variant"),
    ],
)
def test_a_broken_game_is_named_and_costs_only_itself(
    site: Path, caplog: pytest.LogCaptureFixture, rules: str, why: str
) -> None:
    install(site, "stranger", "mine", rules=rules)
    with caplog.at_level(logging.WARNING):
        assert tuple(GAMES) == OURS
        with pytest.raises(
            UnknownGame, match=f"There is no game 'mine': the games are {WITH_RACKS}, "
        ):
            rules_of("mine")
    (told,) = caplog.messages
    assert told.startswith("The game 'mine' of the package 'stranger' is left out: ")
    assert why in told


@pytest.mark.parametrize(
    ("game", "why"),
    [
        (WITHOUT_CHANCE, f"kafelki.games.{WITHOUT_CHANCE} is called so already"),
        ("My-Game", "its id is not up to 20 small letters, digits and _"),
    ],
)
def test_a_name_that_cannot_be(
    site: Path, caplog: pytest.LogCaptureFixture, game: str, why: str
) -> None:
    install(site, "stranger", game, rules=COPY.format(id=game))
    with caplog.at_level(logging.WARNING):
        assert tuple(GAMES) == OURS
    assert caplog.messages == [f"The game {game!r} of the package 'stranger' is left out: {why}."]
    assert package_of(WITHOUT_CHANCE) == f"kafelki.games.{WITHOUT_CHANCE}"


FAILING = """
class Failing:
    def choose(self, turn):
        return 1 / 0
BOTS = {"bad": Failing}
"""


@pytest.mark.parametrize("wrong", ["1 / 0", "import nowhere", "BOTS = LEVELS = STYLE = TRAITS = 5"])
@pytest.mark.parametrize("part", ["bots", "drawing", "traits"])
def test_a_broken_part_leaves_a_game_that_can_be_played(
    site: Path, caplog: pytest.LogCaptureFixture, part: str, wrong: str
) -> None:
    install(site, "stranger", "mine", rules=COPY.format(id="mine"), **{part: wrong})
    with caplog.at_level(logging.WARNING):
        assert list(bots_of("mine")) == ["random", "level-1"]
        assert style_of("mine") is PLAIN
        assert traits_of("mine") is PLAIN_TRAITS
    assert caplog.messages
    assert all(told.startswith(f"stranger.{part}") for told in caplog.messages)


def test_a_level_that_is_none_is_no_level(site: Path) -> None:
    install(site, "stranger", "mine", rules=COPY.format(id="mine"), bots="LEVELS = (1, 2)")
    assert [type(level.make()) for level in levels_of("mine")] == [RandomBot]


def test_help_that_cannot_be_read_is_told_by_the_description(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site, "stranger", "mine", rules=COPY.format(id="mine"))
    (site / "stranger" / "help.en.md").write_bytes(b"\xff\xfe\xff")
    with caplog.at_level(logging.WARNING):
        assert "## In the box" in help_text("mine", "en")
    assert "help.en.md is left out: UnicodeDecodeError" in caplog.messages[0]


def test_a_style_that_fails_is_left_out_of_the_drawing(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    style = "from kafelki.drawing.style import Style\nSTYLE = Style(heading=lambda scene: 1 / 0)"
    install(site, "stranger", "mine", rules=COPY.format(id="mine"), drawing=style)
    install(site, "stranger_too", "other", rules=COPY.format(id="other"))
    seen = view(new_game("mine", seed=1))
    with caplog.at_level(logging.WARNING):
        drawn = draw(seen)
    assert drawn == draw(seen | {"game": "other"})
    assert caplog.messages == ["mine is drawn plainly: ZeroDivisionError: division by zero"]


def test_rules_that_cannot_be_compiled_run_interpreted(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A kernel of the wrong kind, which no compiler takes."""
    broken = "GAME = replace(GAME, kernels=replace(GAME.kernels, play=print))"
    rules = COPY.format(id="mine") + broken
    install(site, "stranger", "mine", rules=rules)
    with caplog.at_level(logging.WARNING):
        load_compiled(["mine"])
    assert not engine_of("mine").compiled
    assert caplog.messages[0].startswith("mine cannot be compiled: ")


def test_a_bot_that_fails_leaves_the_others_to_be_prepared(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site, "stranger", "mine", rules=COPY.format(id="mine"), bots=FAILING)
    ready: list[str] = []
    with caplog.at_level(logging.WARNING):
        prepare("mine", ready.append)
    assert ready == ["mine random", "mine bad", "mine level-1"]
    assert "bad of mine: ZeroDivisionError: division by zero" in caplog.messages


def test_a_game_that_two_cannot_play_has_its_bots_and_its_ladder(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Interpreted, its bots decide at once; compiled, it is driven by the tests of the sixth game.
    monkeypatch.setattr("kafelki.bots.preparing.load_compiled", lambda games: None)
    rules = (SIXTH_GAME / "flowerbed" / "rules.py").read_text("utf-8")
    alone = rules.replace("Seating(2), Seating(3)", "")
    install(site, "stranger", "flowerbed", rules=alone)
    prepare("flowerbed")
    plans = ladder("flowerbed", Conditions(1, "seed", Budget(None, 1)))
    assert [(plan.header.players, plan.bots) for plan in plans] == [(1, ("random",))]
