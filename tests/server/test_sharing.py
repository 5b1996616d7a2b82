"""What a link shows in a chat: a title, a line and a picture, as anybody may know it."""

from __future__ import annotations

import re
import struct
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest

from kafelki.server.web import page
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import guest, play_on, seated, sit_down
from tests.server.running_server import Server

TAG = re.compile(r'<meta property="([\w:]+)" content="([^"]*)">')


pytestmark = pytest.mark.databases("sqlite")


@pytest.fixture(autouse=True)
def _small_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "index.html").write_text("<html><head></head><body></body></html>")
    monkeypatch.setattr(page, "_page", page.Page(tmp_path))


def tags(server: Server, path: str, language: str = "en") -> dict[str, str]:
    """Return the tags of a link, as a chat's program reads them."""
    response = server.http.get(server.url + path, headers={"Accept-Language": language})
    return {name: unescape(value) for name, value in TAG.findall(response.text)}


def picture(server: Server, table: str, **query: str) -> httpx.Response:
    return server.http.get(f"{server.url}/api/tables/{table}/picture.png", params=query)


@pytest.mark.parametrize("game", [WITH_RACKS, AT_ONCE, WITHOUT_CHANCE])
def test_a_game_has_a_picture_of_the_size_that_chats_show(
    server: Server, random: Random, game: str
) -> None:
    table, people = seated(server, game, 2)
    play_on(people, table, 3, random)
    response = picture(server, table)
    assert response.headers["content-type"] == "image/png"
    assert response.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", response.content[16:24]) == (1200, 630)
    assert picture(server, table, language="pl").content != response.content


def test_a_picture_shows_players_no_more_than_others(server: Server, random: Random) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    play_on(people, table, 2, random)
    anybodys = picture(server, table).content
    for person in people:
        assert person.ask("GET", f"/tables/{table}/picture.png").content == anybodys
    play_on(people, table, 1, random)
    assert picture(server, table).content != anybodys


def test_a_table_that_waits_has_no_picture_yet(server: Server) -> None:
    table = guest(server).open(WITH_RACKS, 2)
    assert picture(server, table).status_code == 404
    assert picture(server, "nowhere").status_code == 404
    assert tags(server, f"/t/{table}")["og:image"] == f"{server.url}/icon-512.png"


def test_a_link_to_a_table_tells_who_plays_what(server: Server, random: Random) -> None:
    people = [guest(server, 'Ola "Mistrz" <b>'), guest(server, "Żółw")]
    table = sit_down(people, WITHOUT_CHANCE)
    for path in (f"/t/{table}", f"/t/{table}/at/1"):
        told = tags(server, path, "pl")
        assert told["og:title"].endswith(': Ola "Mistrz" <b>, Żółw')
        assert told["og:description"] == "Gra trwa: popatrz."
        assert told["og:url"] == server.url + path
        image = told["og:image"]
        assert server.http.get(image).content == picture(server, table, language="pl").content


def test_other_links_tell_of_the_game_or_of_all(server: Server) -> None:
    assert tags(server, "/")["og:title"] == "Kafelki"
    english, polish = (tags(server, f"/games/{WITH_RACKS}", each) for each in ("en", "pl"))
    assert english["og:title"] == polish["og:title"] != "Kafelki"
    assert english["og:description"] != polish["og:description"]
    assert tags(server, "/t/nowhere")["og:title"] == "Kafelki"
