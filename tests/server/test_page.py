"""The page is sent as it was built: its files, and its index for every address of its own."""

from __future__ import annotations

import gzip
import os
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from kafelki.server.settings import Settings
from kafelki.server.web import page
from kafelki.server.web.schema import schema
from tests.server.running_server import serving

INDEX = "<!doctype html><title>Kafelki</title>"
SCRIPT = "let tiles = 1;" * 100


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "page"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "worker.js").write_text("// keeps the shell")
    (folder / "manifest.webmanifest").write_text("{}")
    (folder / "assets" / "index-abc.js").write_text(SCRIPT)
    monkeypatch.setattr(page, "_page", page.Page(folder))
    return folder


@pytest.fixture
def browser(tmp_path: Path) -> Iterator[httpx.Client]:
    settings = Settings(data_folder=tmp_path / "data")
    with serving(settings) as server, httpx.Client(base_url=server.url) as client:
        yield client


def test_every_address_of_the_page_is_answered_with_its_index(
    built: Path, browser: httpx.Client
) -> None:
    for address in ("/", "/t/abc", "/t/abc/at/12", "/games/axio", "/games/axio/rules", "/profile"):
        response = browser.get(address)
        assert response.status_code == 200, address
        assert response.text == INDEX
        assert response.headers["content-type"].startswith("text/html")
        assert response.headers["cache-control"] == "no-cache"
        assert "script-src 'self'" in response.headers["content-security-policy"]
        assert "unsafe" not in response.headers["content-security-policy"]


def test_assets_are_kept_for_ever_and_come_compressed(built: Path, browser: httpx.Client) -> None:
    response = browser.get("/assets/index-abc.js")
    assert response.text == SCRIPT
    assert response.headers["content-type"].startswith("text/javascript")
    assert response.headers["content-encoding"] == "gzip"
    assert int(response.headers["content-length"]) == len(gzip.compress(SCRIPT.encode(), mtime=0))
    assert "immutable" in response.headers["cache-control"]
    plain = browser.get("/assets/index-abc.js", headers={"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.text == SCRIPT


def test_what_has_not_changed_is_not_sent_again(built: Path, browser: httpx.Client) -> None:
    mark = browser.get("/").headers["etag"]
    again = browser.get("/", headers={"If-None-Match": mark})
    assert (again.status_code, again.content) == (304, b"")
    (built / "index.html").write_text(INDEX + "!")
    os.utime(built / "index.html", ns=(1, 1))  # however coarse the file system's clock is
    assert browser.get("/", headers={"If-None-Match": mark}).text == INDEX + "!"


def test_the_manifest_and_the_worker_have_their_types(built: Path, browser: httpx.Client) -> None:
    kinds = {"/manifest.webmanifest": "application/manifest+json", "/worker.js": "text/javascript"}
    for address, kind in kinds.items():
        response = browser.get(address)
        assert response.headers["content-type"].startswith(kind)
        assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "address",
    ["/assets/none.js", "/none.txt", "/index.html", "/assets/..%2findex.html", "/api/none", "/a/b"],
)
def test_what_is_not_there_is_not_found(built: Path, browser: httpx.Client, address: str) -> None:
    response = browser.get(address)
    assert (response.status_code, response.json()["code"]) == (404, "not-found")


def test_people_who_are_lost_get_the_page(built: Path, browser: httpx.Client) -> None:
    response = browser.get("/nothing", headers={"Accept": "text/html,*/*"})
    assert (response.status_code, response.text) == (404, INDEX)


def test_without_a_page_the_server_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, browser: httpx.Client
) -> None:
    monkeypatch.setattr(page, "_page", page.Page(tmp_path / "nothing"))
    response = browser.get("/")
    assert response.status_code == 503
    assert "make play" in response.text
    assert browser.get("/api/games").status_code == 200


def test_the_schema_names_what_is_sent() -> None:
    assert '"GameView"' in schema()
