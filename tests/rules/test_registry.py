"""Finding games: those of any package, by the same door; what is broken costs only itself."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafelki.bots.random_bot import RandomBot
from kafelki.bots.registry import bots_of, levels_of
from kafelki.drawing.style import PLAIN, style_of
from kafelki.rules import registry
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, UnknownGame, package_of, part_of, rules_of

OURS = ("axio", "geniusz", "bits", "exo", "zawrot")
FOUND_ONCE = (
    registry._ids,
    registry._entries,
    registry._rules_in,
    registry.rules_of,
    registry.part_of,
    bots_of,
    style_of,
)

COPY = """
from dataclasses import replace
from kafelki.rules.registry import rules_of
GAME = replace(rules_of("exo"), id="{id}", listed=100)
"""


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a folder that packages can be put into; nothing of them is known afterwards."""
    known = set(sys.modules)
    monkeypatch.syspath_prepend(tmp_path)
    forget()
    yield tmp_path
    monkeypatch.undo()
    for name in set(sys.modules) - known:
        if name.startswith("stranger"):
            del sys.modules[name]
    forget()


def forget() -> None:
    for found in FOUND_ONCE:
        found.cache_clear()


def install(site: Path, package: str, game: str, **files: str) -> None:
    """Put a package with a game into a folder, as an installer does."""
    (site / package).mkdir()
    (site / package / "__init__.py").touch()
    for name, text in files.items():
        (site / package / f"{name}.py").write_text(text)
    about = site / f"{package}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[kafelki.games]\n{game} = {package}\n")


def test_the_games_that_come_with_kafelki() -> None:
    assert tuple(GAMES)[:5] == OURS
    assert package_of("exo") == "kafelki.games.exo"
    assert repr(GAMES) == repr(tuple(GAMES))


def test_an_installed_package_needs_no_checkout(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Then Kafelki's own entry points are those noted when it was installed."""
    monkeypatch.setattr(registry, "_CHECKOUT", site / "none.toml")
    install(site, "kafelki", "exo")
    (site / "kafelki-1.0.dist-info" / "entry_points.txt").write_text(
        "[kafelki.games]\nbits = kafelki.games.bits\naxio = kafelki.games.axio\n"
    )
    assert tuple(GAMES) == ("axio", "bits")


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
    assert told.startswith("# EXO\n\nKółko i krzyżyk, które rośnie w górę")
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
    ],
)
def test_a_broken_game_is_named_and_costs_only_itself(
    site: Path, caplog: pytest.LogCaptureFixture, rules: str, why: str
) -> None:
    install(site, "stranger", "mine", rules=rules)
    with caplog.at_level(logging.WARNING):
        assert tuple(GAMES) == OURS
        with pytest.raises(UnknownGame, match="There is no game 'mine': the games are axio, "):
            rules_of("mine")
    (told,) = caplog.messages
    assert told.startswith("The game 'mine' of the package 'stranger' is left out: ")
    assert why in told


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("exo", "kafelki.games.exo is called so already"),
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
    assert package_of("exo") == "kafelki.games.exo"


def test_broken_bots_leave_a_game_that_can_be_played(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    install(site, "stranger", "mine", rules=COPY.format(id="mine"), bots="1 / 0")
    with caplog.at_level(logging.WARNING):
        assert list(bots_of("mine")) == ["random", "level-1"]
    assert caplog.messages == ["stranger.bots is left out: ZeroDivisionError: division by zero."]
