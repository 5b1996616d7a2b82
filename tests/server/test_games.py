"""What the server says of the games: enough for a page that knows none of them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from pydantic import TypeAdapter

from kafelki.rules import registry
from kafelki.rules.registry import GAMES, rules_of
from kafelki.rules.texts import Text
from kafelki.rules.traits import traits_of
from kafelki.server.settings import Settings
from kafelki.server.web import games, lessons
from kafelki.server.web.appearances import AppearanceView, appearance_of
from kafelki.server.web.models import GameDescription
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.running_server import serving
from tests.strangers import SIXTH_GAME, install
from tests.strangers import site as site
from tests.waiting import PATIENCE

WEB = Path(__file__).parents[2] / "web" / "src"
GAP = re.compile(r"\{(\w+)\}")


@pytest.fixture
def http(tmp_path: Path) -> Iterator[httpx.Client]:
    with (
        serving(Settings(data_folder=tmp_path / "data")) as server,
        httpx.Client(base_url=server.url, timeout=PATIENCE) as client,
    ):
        yield client


def test_descriptions_are_what_their_types_say() -> None:
    TypeAdapter(list[GameDescription]).validate_json(json.dumps(games.all_described()))
    for game in GAMES:
        AppearanceView.model_validate_json(json.dumps(appearance_of(game)))


@pytest.mark.parametrize("game", GAMES)
def test_every_column_and_choice_of_our_games_is_explained(game: str) -> None:
    rules, traits = rules_of(game), traits_of(game)
    columns = set(rules.consequence_names) - set(rules.appearance.colours)
    assert set(traits.consequences) == columns
    texts = {rules.move_text(move) for move in range(rules.move_count)}
    assert set(traits.choices) == {text for text in texts if " " not in text}
    assert traits.example in texts


@pytest.mark.parametrize("game", GAMES)
def test_what_a_game_says_itself_is_said_by_the_page(game: str) -> None:
    """A message that nobody asks for would never be read."""
    known = {
        name
        for file in WEB.rglob("*en.ts")
        for name in re.findall(r"^    '([^']+)':", file.read_text("utf-8"), re.M)
    }
    words = traits_of(game).words
    own = {name for name in words if not name.startswith("reason.")}
    assert own <= known
    endings = {f"reason.{name}" for name in rules_of(game).endings}
    assert set(words) - own <= endings


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_have_the_same_gaps(game: str) -> None:
    traits = traits_of(game)
    said = [*traits.words.values(), *(each.said for each in traits.consequences.values())]
    for words in said:
        texts = () if words is None else (words,) if isinstance(words, Text) else words
        for text in texts:
            assert set(GAP.findall(text.en)) == set(GAP.findall(text.pl)), text


def test_tracks_are_as_long_as_the_cards() -> None:
    """AX-18, GE-17, GE-19: alone and in pairs a colour goes on to 36."""
    described = {game["id"]: game for game in games.all_described()}
    ends = {
        (seating["players"], seating["variant"]): list(seating["track_ends"])
        for seating in described[WITH_PAIRS]["seatings"]
    }
    assert ends[2, "standard"] == [18]
    assert ends[1, "standard"] == ends[4, "pairs"] == [18, 36]
    assert all(not seating["track_ends"] for seating in described[AT_ONCE]["seatings"])


def test_partners_sit_opposite() -> None:
    described = {game["id"]: game for game in games.all_described()}
    parties = {
        (game, seating["players"], seating["variant"]): seating["parties"]
        for game in (WITH_PAIRS, WITHOUT_BOARD)
        for seating in described[game]["seatings"]
    }
    assert (
        parties[WITH_PAIRS, 4, "pairs"] == parties[WITHOUT_BOARD, 4, "standard"] == [[0, 2], [1, 3]]
    )
    assert parties[WITH_PAIRS, 4, "standard"] == [[0], [1], [2], [3]]


def test_a_lesson_is_sent_as_it_lies_in_the_games_folder(http: httpx.Client) -> None:
    sent = http.get(f"/api/games/{WITHOUT_CHANCE}/lesson")
    assert sent.json() == json.loads(registry.file_of(WITHOUT_CHANCE, "lesson.json") or "")
    assert http.get("/api/games/nothing/lesson").status_code == 404


def test_a_lesson_that_cannot_be_read_costs_only_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(lessons, "file_of", lambda game, name: '{"lesson": 3}')
    assert lessons.lessons_of.__wrapped__(WITHOUT_CHANCE) is None
    assert f"lesson.json of {WITHOUT_CHANCE} is left out" in caplog.text


def test_a_script_is_sent_where_a_game_has_one(
    http: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert http.get(f"/api/games/{WITHOUT_CHANCE}/page.js").status_code == 404
    assert all(game["page"] is None for game in http.get("/api/games").json())
    script = "export function above(element) { element.textContent = 'hello'; }"
    monkeypatch.setattr(games, "file_of", lambda game, name: script)
    games._described.cache_clear()
    try:
        (address, *_) = {game["page"] for game in http.get("/api/games").json()}
        sent = http.get(address)
    finally:
        games._described.cache_clear()
    assert sent.text == script
    assert sent.headers["content-type"].startswith("text/javascript")
    assert "immutable" in sent.headers["cache-control"]
    assert sent.headers["x-content-type-options"] == "nosniff"


BAD_LEVEL = """
from kafelki.bots.levels import Level
from kafelki.bots.random_bot import RandomBot
LEVELS = (Level(1, "easy", "It is easy.", RandomBot),)
"""
BAD_TRAITS = """
from kafelki.rules.traits import Traits
TRAITS = Traits(scores="many", picture=5)
"""


def test_a_game_that_cannot_be_described_costs_only_itself(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rules = (SIXTH_GAME / "flowerbed" / "rules.py").read_text("utf-8")
    install(site, "stranger", "flowerbed", rules=rules, bots=BAD_LEVEL)
    ours = [game for game in GAMES if game != "flowerbed"]
    assert [game["id"] for game in games.all_described()] == ours
    assert caplog.messages[-1].startswith("flowerbed is left out: ValidationError: ")


def test_a_game_whose_traits_cannot_be_used_is_shown_plainly(
    site: Path, caplog: pytest.LogCaptureFixture
) -> None:
    rules = (SIXTH_GAME / "flowerbed" / "rules.py").read_text("utf-8")
    install(site, "stranger", "flowerbed", rules=rules, traits=BAD_TRAITS)
    assert appearance_of("flowerbed")["traits"]["scores"] == "points"
    assert caplog.messages[-1].startswith("flowerbed is shown plainly: ")
