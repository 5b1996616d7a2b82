"""The page is sent as it was built: its files, and its index for every address of its own."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kafelki.server.settings import Settings
from kafelki.server.web import page
from kafelki.server.web.schema import schema
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.server.running_server import serving
from tests.waiting import PATIENCE

INDEX = (
    '<!doctype html><head><title>Kafelki</title><link rel="stylesheet" href="/assets/index-a.css">'
    '<script type="module" src="/assets/index-abc.js"></script></head><body></body>'
)
LINK = re.compile(r'<link rel="(\w+)" crossorigin href="/assets/([\w.-]+)">')
"""The files that the server adds to the index."""
ADDED = re.compile(rf'{LINK.pattern}|<meta property="[^>]*>')
"""All that it adds to the index: those, and what chats show of a link."""
WEB = Path(__file__).parents[2] / "web"
AS_BROWSERS_DO = {"Sec-Fetch-Dest": "document"}
PARTS = {
    "index.html": {"file": "assets/index-abc.js", "isEntry": True, "css": ["assets/index-a.css"]},
    "_board-def.js": {
        "file": "assets/board-def.js",
        "imports": ["index.html"],
        "css": ["assets/board-b.css"],
    },
    "src/pages/TablePage.svelte": {
        "file": "assets/TablePage-ghi.js",
        "imports": ["index.html", "_board-def.js"],
    },
    "src/pages/HomePage.svelte": {"file": "assets/HomePage-jkl.js", "imports": ["index.html"]},
    f"src/games/{AT_ONCE}/part.ts": {"file": "assets/part-stu.js", "imports": ["_board-def.js"]},
    "src/messages/first.en.ts": {"file": "assets/first.en-mno.js"},
    "src/messages/home.en.ts": {"file": "assets/home.en-vwx.js"},
    "src/messages/first.pl.ts": {"file": "assets/first.pl-pqr.js"},
}
SCRIPT = "let tiles = 1;" * 100


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "worker.js").write_text("// keeps the shell")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "assets" / "index-abc.js").write_text(SCRIPT)
    (folder / "parts.json").write_text(json.dumps(PARTS))
    monkeypatch.setattr(page, "_page", page.Page(folder))
    return folder


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[httpx.Client]:
    settings = Settings(data_folder=tmp_path / "data")
    with serving(settings) as server, httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        yield client


def test_every_address_of_the_page_is_answered_with_its_index(
    built: Path, browser: httpx.Client
) -> None:
    for address in (
        "/",
        "/t/abc",
        "/t/abc/at/12",
        f"/games/{WITH_RACKS}",
        f"/games/{WITH_RACKS}/rules",
        "/profile",
        "/insights",
        "/mistakes",
        "/design",
    ):
        response = browser.get(address)
        assert response.status_code == 200, address
        assert ADDED.sub("", response.text) == INDEX
        assert response.headers["content-type"].startswith("text/html")
        assert response.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in response.headers["content-security-policy"]
        assert "unsafe" not in response.headers["content-security-policy"]


def test_assets_are_kept_for_ever_and_come_compressed(built: Path, browser: httpx.Client) -> None:
    response = browser.get("/assets/index-abc.js")
    assert response.headers["x-content-type-options"] == "nosniff"
    assert response.text == SCRIPT
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["content-encoding"] == "gzip"
    assert int(response.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))
    assert "immutable" in response.headers["cache-control"]
    plain = browser.get("/assets/index-abc.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT


def test_what_the_build_has_packed_is_sent_to_who_can_unpack_it(
    built: Path, browser: httpx.Client
) -> None:
    packed = built / "assets" / "index-abc.js.br"
    packed.write_bytes(b"packed")
    os.utime(built / "index.html", ns=(1, 1))
    asked = {"Accept-Encoding": "gzip, deflate, br, zstd"}
    with browser.stream("GET", "/assets/index-abc.js", headers=asked) as response:
        assert response.headers["content-encoding"] == "br"
        assert response.headers["content-type"].startswith("text/javascript")
        assert b"".join(response.iter_raw()) == b"packed"
    other = browser.get("/assets/index-abc.js", headers={"Accept-Encoding": "gzip"})
    assert (other.headers["content-encoding"], other.text) == ("gzip", SCRIPT)
    assert browser.get("/assets/index-abc.js.br").status_code == 404


def test_what_has_not_changed_is_not_sent_again(built: Path, browser: httpx.Client) -> None:
    mark = browser.get("/").headers["etag"]
    again = browser.get("/", headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    (built / "index.html").write_text(INDEX + "!")
    os.utime(built / "index.html", ns=(1, 1))  # however coarse the file system's clock is
    changed = browser.get("/", headers={"If-None-Match": mark})
    assert ADDED.sub("", changed.text) == INDEX + "!"


def test_the_manifest_and_the_worker_have_their_types(built: Path, browser: httpx.Client) -> None:
    kinds = {"/manifest.webmanifest": "application/manifest+json", "/worker.js": "text/javascript"}
    for address, kind in kinds.items():
        response = browser.get(address)
        assert response.headers["content-type"].startswith(kind)
        assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "address",
    [
        "/assets/none.js",
        "/none.txt",
        "/parts.json",
        "/index.html",
        "/assets/..%2findex.html",
        "/api/none",
        "/a/b",
    ],
)
def test_what_is_not_there_is_not_found(built: Path, browser: httpx.Client, address: str) -> None:
    response = browser.get(address)
    assert (response.status_code, response.json()["code"]) == (404, "not-found")


def test_people_who_are_lost_get_the_page(built: Path, browser: httpx.Client) -> None:
    for address in ("/nothing", "/no/thing"):
        response = browser.get(address, headers={"Accept": "text/html,*/*"})
        assert (response.status_code, response.text) == (404, INDEX), address
    asked = browser.get("/api/nothing", headers={"Accept": "text/html,*/*"})
    assert (asked.status_code, asked.json()["code"]) == (404, "not-found")


def test_without_a_page_the_server_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: httpx.Client
) -> None:
    monkeypatch.setattr(page, "_page", page.Page(tmp_path / "nothing"))
    response = browser.get("/")
    assert response.status_code == 503
    assert "make play" in response.text
    assert browser.get("/api/games").status_code == 200


def preloaded_answers(text: str) -> dict[str, Any]:
    """Return the answers that came with the page."""
    found = re.fullmatch(
        r'.*<body><script type="application/json" id="preloaded">(.*)</script></body>', text
    )
    assert found, text
    return dict(json.loads(found[1]))


@pytest.fixture
def table(browser: httpx.Client) -> str:
    """A table where a person with an odd name plays with another on the same device."""
    browser.headers["Origin"] = str(browser.base_url).rstrip("/")
    browser.post("/api/guests", json={"name": "</script><b>"})
    seats = [{"me": True}, {"label": "Kasia"}]
    new = {"game": WITH_PAIRS, "players": 2, "seats": seats, "start": True, "first": 0}
    return str(browser.post("/api/tables", json=new).json()["id"])


def test_a_browser_gets_the_answers_that_its_page_will_ask_for(
    built: Path, browser: httpx.Client, table: str
) -> None:
    response = browser.get(f"/t/{table}", headers=AS_BROWSERS_DO)
    assert (response.status_code, response.headers["cache-control"]) == (200, "no-store")
    answers = preloaded_answers(response.text)
    assert list(answers) == [
        "/api/games",
        "/api/me",
        f"/api/tables/{table}",
        f"/api/games/{WITH_PAIRS}/appearance",
    ]
    for address, answer in answers.items():
        assert answer == browser.get(address).json(), address


def test_a_name_cannot_end_the_data(built: Path, browser: httpx.Client, table: str) -> None:
    text = browser.get(f"/t/{table}", headers=AS_BROWSERS_DO).text
    assert preloaded_answers(text)["/api/me"]["name"] == "</script><b>"
    assert text.count("</script>") == 2  # of the page's own script, and of the data


def test_somebody_new_gets_no_answers_of_others(
    built: Path, browser: httpx.Client, table: str
) -> None:
    browser.cookies.clear()
    answers = preloaded_answers(browser.get(f"/t/{table}", headers=AS_BROWSERS_DO).text)
    assert "/api/me" not in answers
    assert answers[f"/api/tables/{table}"]["you"]["seats"] == []


def test_the_first_page_comes_with_the_tables_on_it(
    built: Path, browser: httpx.Client, table: str
) -> None:
    answers = preloaded_answers(browser.get("/", headers=AS_BROWSERS_DO).text)
    assert set(answers) == {
        "/api/daily",
        "/api/games",
        "/api/me",
        "/api/me/tables",
        "/api/tables",
        "/api/tables?playing=true",
    }
    assert [each["table"]["id"] for each in answers["/api/me/tables"]] == [table]
    for address, answer in answers.items():
        assert answer == browser.get(address).json(), address


@pytest.mark.parametrize("address", ["/profile", "/t/nothing", "/t/2345678923/at/3"])
def test_where_there_is_no_table_the_games_come_alone(
    built: Path, browser: httpx.Client, address: str
) -> None:
    response = browser.get(address, headers=AS_BROWSERS_DO)
    assert list(preloaded_answers(response.text)) == ["/api/games"]


def test_the_files_of_a_page_are_named_at_once(built: Path, browser: httpx.Client) -> None:
    def links(address: str, language: str = "") -> list[tuple[str, str]]:
        headers = {"Accept-Language": language} | AS_BROWSERS_DO
        head = browser.get(address, headers=headers).text.partition("</head>")[0]
        return LINK.findall(head)

    english = ("modulepreload", "first.en-mno.js")
    chapter = ("modulepreload", "home.en-vwx.js")
    assert links("/") == [("modulepreload", "HomePage-jkl.js"), english, chapter]
    assert links("/t/abc") == [
        ("modulepreload", "TablePage-ghi.js"),
        english,
        ("stylesheet", "board-b.css"),
        ("modulepreload", "board-def.js"),
    ]
    (built / "assets" / "board-def.js").write_text(SCRIPT)
    (built / "assets" / "first.en-mno.js").write_text(SCRIPT[:20])
    os.utime(built / "index.html", ns=(1, 1))
    assert links("/t/abc") == [  # those that take longest first
        ("modulepreload", "board-def.js"),
        english,
        ("modulepreload", "TablePage-ghi.js"),
        ("stylesheet", "board-b.css"),
    ]
    assert links("/profile") == [english]
    assert links("/profile", "de-DE,en;q=0.7,pl;q=0.3") == [english]
    assert links("/profile", "pl-PL,pl;q=0.9,en;q=0.8") == [("modulepreload", "first.pl-pqr.js")]


def test_pages_come_with_the_chapters_of_words_that_their_scripts_ask_for() -> None:
    loading = (WEB / "src" / "pages" / "loading.ts").read_text("utf-8")
    parts = re.findall(r"import\('\./(\w+)\.svelte'\)((?:, '\w+')*)\)", loading)
    asked = {name: re.findall(r"\w+", chapters) for name, chapters in parts}
    assert asked == {part: page.CHAPTERS.get(part, []) for part in page.ADDRESSES.values()}


def test_a_lesson_comes_with_its_page_and_with_what_only_its_game_shows(
    built: Path, browser: httpx.Client
) -> None:
    text = browser.get(f"/games/{AT_ONCE}/lesson", headers=AS_BROWSERS_DO).text
    answers = preloaded_answers(text)
    assert set(answers) == {
        "/api/games",
        f"/api/games/{AT_ONCE}/appearance",
        f"/api/games/{AT_ONCE}/lesson",
    }
    for address, answer in answers.items():
        assert answer == browser.get(address).json(), address
    assert ("modulepreload", "part-stu.js") in LINK.findall(text)
    other = browser.get(f"/games/{WITHOUT_CHANCE}/lesson", headers=AS_BROWSERS_DO).text
    assert ("modulepreload", "part-stu.js") not in LINK.findall(other)


def test_without_a_navigation_the_index_comes_with_its_files_alone(
    built: Path, browser: httpx.Client
) -> None:
    response = browser.get("/", headers={"Accept-Language": "pl"})
    assert 'href="/assets/first.pl-pqr.js"' in response.text
    assert 'id="preloaded"' not in response.text
    assert "Accept-Language" in response.headers["vary"]


def test_the_schema_names_what_is_sent() -> None:
    assert '"GameView"' in schema()
