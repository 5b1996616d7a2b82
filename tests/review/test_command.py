"""The command `kafelki review`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kafelki.cli import app
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.record import dump, record_of
from kafelki.review import cache
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE
from tests.review.played import played, small


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return where reviews are kept during a test."""
    monkeypatch.setattr(cache, "default_folder", lambda: tmp_path / "reviews")
    return tmp_path / "reviews"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "games.jsonl"
    games = [played(small(WITHOUT_CHANCE, size=5)), played(Header(AT_ONCE, 2))]
    path.write_text("".join(f"{dump(record_of(game))}\n" for game in games), "utf-8")
    return path


def run(*arguments: object, code: int = 0) -> str:
    result = CliRunner().invoke(app, ["review", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result.stderr if code else result.stdout


def test_it_prints_a_summary(file: Path, folder: Path) -> None:
    english = run(file, "--depth", "quick", "--lang", "en")
    assert "accuracy" in english
    assert len(list(folder.iterdir())) == 1
    assert run(file, "--depth", "quick", "--lang", "en") == english
    assert "dokładność" in run(file, "--depth", "quick", "--lang", "pl", "--anew")
    assert len(list(folder.iterdir())) == 1


def test_it_prints_json_for_one_seat_and_writes_a_page(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.html"
    asked = ("--record", 2, "--depth", "quick", "--seat", 1, "--html", out, "--lang", "pl")
    data = json.loads(run(file, *asked, "--json"))
    assert data["game"] == AT_ONCE
    judged = {step["seat"] for step in data["steps"] if step.get("choices")}
    assert judged == {1}
    assert out.read_text("utf-8").startswith("<!DOCTYPE html>")
    out.unlink()
    assert run(file, *asked) == ""
    assert out.is_file()


def test_what_cannot_be_reviewed(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "unfinished.json"
    path.write_text(dump(record_of(Game(WITHOUT_CHANCE))), "utf-8")
    assert "not over" in run(path, code=2)
    assert "there is no seat 2" in run(file, "--seat", 2, code=2)
    assert "there is no record 3" in run(file, "--record", 3, code=2)
    assert "there is no depth 'x'" in run(file, "--depth", "x", code=2)
