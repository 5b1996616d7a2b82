"""The machinery names no game: what is about one game alone lies in that game's folder."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import kafelki
from kafelki.rules.registry import GAMES, package_of, rules_of

PACKAGE = Path(kafelki.__file__).parent
PAGE = Path(__file__).parents[1] / "web" / "src"
OURS = [game for game in GAMES if package_of(game).startswith("kafelki.")]
FOLDERS = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py"))
TESTS = Path(__file__).parent
MACHINERY = sorted(
    path
    for folder in (PACKAGE, TESTS)
    for path in folder.rglob("*.py")
    if folder / "games" not in path.parents and path != Path(__file__)
)
"""Modules and their tests: outside the games, and but for the examples here."""
PAGES = sorted(
    path
    for path in PAGE.rglob("*")
    if path.suffix in {".ts", ".svelte", ".css"} and PAGE / "games" not in path.parents
)
REGISTRY = "core/game_part.ts"
"""The one module of the page that looks into the games' folders."""
INTO_GAMES = re.compile(r"""['"`][^'"`\n]*\.\./games/|['"`]\./games/""")
WORDS = {"bits"}
"""Folders whose name is an English word too: only in quotes and paths does it mean the game."""

NAMED = re.compile(
    "|".join(
        [
            *(rf"(?<![a-z])(?i:{name})(?![a-z])" for name in FOLDERS if name not in WORDS),
            *(rf"['\"]{name}['\"]|[./]{name}\b" for name in WORDS),
            *(rf"\b{re.escape(name)}\b" for game in OURS for name in rules_of(game).name),
        ]
    )
)
DOCTEST = (">>> ", "... ")
"""An example needs a game to be played in it."""


def named_in(source: str) -> Iterator[str]:
    """Yield the names of games in a source, each with its line."""
    for number, line in enumerate(source.splitlines(), 1):
        if not line.lstrip().startswith(DOCTEST):
            yield from (f"{number}: {found[0]}" for found in NAMED.finditer(line))


def test_the_machinery_names_no_game() -> None:
    assert len(MACHINERY) > 300
    named = {
        path.relative_to(TESTS.parent).as_posix(): found
        for path in MACHINERY
        if (found := list(named_in(path.read_text("utf-8"))))
    }
    assert named == {}


def test_the_page_names_no_game() -> None:
    assert len(PAGES) > 150
    named = {
        path.relative_to(PAGE).as_posix(): found
        for path in PAGES
        if (found := list(named_in(path.read_text("utf-8"))))
    }
    assert named == {}


def test_the_page_finds_games_by_one_registry() -> None:
    looking = {
        path.relative_to(PAGE).as_posix()
        for path in PAGES
        if INTO_GAMES.search(path.read_text("utf-8"))
    }
    assert looking == {REGISTRY}


def test_a_games_part_of_the_page_knows_no_other_game() -> None:
    parts = [path for path in (PAGE / "games").rglob("*") if path.is_file()]
    assert {path.relative_to(PAGE / "games").parts[0] for path in parts} <= set(FOLDERS)
    reaching = re.compile(r"""['"`][^'"`\n]*games/|['"`]\.\./\w+/""")
    assert [path for path in parts if reaching.search(path.read_text("utf-8"))] == []


@pytest.mark.parametrize(
    "line",
    [
        "from kafelki.games.bits import rules",
        'if game == "bits":',
        "# In Bits everybody acts at once",
        'HALF = {"axio": 30.0}',
        "geniusz_board = 1",
        "EXO_SIZE = 9",
        '"""As in Kolorowy zawrót głowy."""',
        "weakest_colour",
        'client.get("/api/daily/bits")',
        "from tests.games.exo.plain import PlainExo",
        "if (view.game === 'bits') {",
        "{#if view.game === 'exo'}",
    ],
)
def test_what_names_a_game(line: str) -> None:
    assert list(named_in(line))


@pytest.mark.parametrize(
    "line", ["the lowest 64 bits of it", "bits = 64", "exotic", ">>> new_game('exo')"]
)
def test_what_does_not(line: str) -> None:
    assert not list(named_in(line))
