"""What operators do: back-ups while people play, restoring, migrating, figures; settings."""

from __future__ import annotations

import gzip
import json
import threading
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner, Result

from kafelki.cli import app
from kafelki.play.record import parse_record
from kafelki.server.settings import Settings
from tests.games.examples import AT_ONCE, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.conftest import DATABASES, settings_for
from tests.server.players import Json, guest, play_on, seated, to_act
from tests.server.running_server import Server, serving

OPERATING = Path(__file__).parents[2] / "docs" / "operating.md"


def admin(*words: object, **environment: str) -> Result:
    return CliRunner().invoke(app, ["admin", *map(str, words)], env=dict(environment))


def done(*words: object) -> str:
    """Return what a command prints; it must do what it was asked."""
    result = admin(*words)
    assert result.exit_code == 0, result.output
    return result.stdout


def is_refused(result: Result, why: str, code: int = 1) -> bool:
    """Whether a command failed with one plain line that says why."""
    assert result.exit_code == code, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.stderr.startswith("kafelki: ") and why in result.stderr


def play_meanwhile(play: Callable[[], None]) -> Callable[[], None]:
    """Let somebody play in the background; return what stops them."""
    stopping = threading.Event()

    def go_on() -> None:
        while not stopping.is_set():
            play()

    thread = threading.Thread(target=go_on)
    thread.start()

    def stop() -> None:
        stopping.set()
        thread.join()

    return stop


def but_tiles(looked: Json) -> list[Json]:
    """Return entries without the tiles that were drawn: which are laid open since is told later.

    They follow from the seed that the table has committed to.
    """
    return [
        entry | {"event": {**entry["event"], "chance": entry["event"]["chance"].split()[0]}}
        if entry["kind"] == "chance"
        else entry
        for entry in looked["entries"]
    ]


def test_a_back_up_taken_while_people_play_goes_on_in_another_database(
    own_server: Server, request: pytest.FixtureRequest, random: Random, tmp_path: Path
) -> None:
    source = own_server.settings.database
    kind = source.partition(":")[0].partition("+")[0]
    table, people = seated(own_server, WITHOUT_BOARD, 2)
    alone = people[0].open(AT_ONCE, 1, start=True)
    play_on(people[:1], alone, 2, random)
    before = people[0].look(table)["table"]["number"]
    stop = play_meanwhile(lambda: play_on(people, table, len(to_act(people, table)), random))
    try:
        done("backup", tmp_path / "backup.gz", "--database-url", source)
    finally:
        stop()
    after = people[0].look(table)
    (other,) = [each for each in DATABASES if each != kind]
    folder = tmp_path / "new"
    restored = settings_for(request, other, folder, blank=True)
    done("restore", tmp_path / "backup.gz", "--database-url", restored.database)
    with serving(restored) as server:
        for person in people:
            person.server = server
        seen = people[0].look(table)
        assert before <= len(seen["entries"]) <= len(after["entries"])
        assert but_tiles(seen) == but_tiles(after)[: len(seen["entries"])]
        assert seen["table"]["commitment"] == after["table"]["commitment"]
        assert people[0].look(alone)["game"]["after"] > 0
        if seen["table"]["status"] == "playing":
            play_on(people, table, 2, random)
            people[1].does(table, "resign")
        parse_record(people[0].get(f"/tables/{table}/record")).verify()
        assert guest(server, "Julia").open(WITHOUT_CHANCE, 2)


def test_only_a_whole_back_up_is_restored_and_only_into_an_empty_database(
    own_server: Server, tmp_path: Path
) -> None:
    seated(own_server, WITHOUT_CHANCE, 2)
    backup = tmp_path / "backup.gz"
    source = own_server.settings.database
    done("backup", backup, "--database-url", source)
    assert is_refused(admin("restore", backup, "--database-url", source), "not empty")
    lines = gzip.decompress(backup.read_bytes()).decode().splitlines(keepends=True)
    assert json.loads(lines[0])["kafelki_backup"] == 1
    damaged = {
        "short": "".join(lines[:-1]),
        "changed": "".join(lines).replace("Ania", "Anja"),
        "empty": "",
    }
    assert damaged["changed"] != "".join(lines)
    new = tmp_path / "new"
    for name, text in damaged.items():
        path = tmp_path / name
        path.write_bytes(gzip.compress(text.encode()))
        assert is_refused(admin("restore", path, "--data", new), "not a whole back-up"), name
    (tmp_path / "cut").write_bytes(backup.read_bytes()[:-20])
    assert is_refused(admin("restore", tmp_path / "cut", "--data", new), "not a whole back-up")
    done("restore", backup, "--data", new)


def test_figures_are_of_everything_there_is(own_server: Server) -> None:
    database = own_server.settings.database
    table, people = seated(own_server, WITHOUT_CHANCE, 2)
    people[0].does(table, "resign")
    guest(own_server).open(AT_ONCE, 2)
    figures = json.loads(done("stats", "--database-url", database))
    assert figures["people"] == 3
    assert figures["members"] == 0
    assert figures["tables"] == {"over": 1, "open": 1}
    entries = len(people[0].look(table)["entries"])
    assert figures["entries"] == entries + 1


def test_a_database_is_brought_up_to_date(tmp_path: Path) -> None:
    for _ in range(2):
        done("migrate", "--data", tmp_path)
    assert json.loads(done("stats", "--data", tmp_path))["people"] == 0


def test_a_day_of_the_archive_is_written_by_hand(own_server: Server, tmp_path: Path) -> None:
    table, people = seated(own_server, WITHOUT_CHANCE, 2)
    people[0].does(table, "resign")
    where = ("--database-url", own_server.settings.database, "--data", tmp_path)
    path = Path(done("archive", "--day", "2026-03-04", *where).strip())
    (line,) = gzip.decompress(path.read_bytes()).splitlines()
    assert json.loads(line)["table"] == table
    assert is_refused(admin("archive", "--day", "tomorrow", *where), "tomorrow is not a day")


@pytest.mark.parametrize(
    "words", [("backup", "x.gz"), ("stats",), ("archive", "--day", "2026-03-04")], ids=str
)
def test_where_there_is_no_database_a_command_says_so(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert is_refused(admin(*words, "--data", tmp_path), "no Kafelki database")
    assert not list(tmp_path.glob("*.gz"))


@pytest.mark.parametrize(
    "words",
    [("backup", "x.gz"), ("stats",), ("migrate",), ("archive", "--day", "2026-03-04")],
    ids=str,
)
@pytest.mark.parametrize("url", ["nonsense", "postgresql+psycopg://127.0.0.1:1/x"])
def test_a_database_that_cannot_be_reached_is_told_in_a_line(
    words: tuple[str, ...], url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = admin(*words, "--database-url", url)
    assert is_refused(result, "")
    assert len(result.stderr.splitlines()) == 1


# Settings


def test_settings_come_from_the_environment_and_what_is_given_goes_first(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, text in {
        "DATABASE_URL": "sqlite:///elsewhere.db",
        "PORT": "8123",
        "BOT_SECONDS": "0.5",
        "SECURE_COOKIES": "true",
        "DATA_FOLDER": str(tmp_path),
    }.items():
        monkeypatch.setenv(f"KAFELKI_{name}", text)
    found = Settings.from_environment(port=9000, database_url=None)
    assert found.database == "sqlite:///elsewhere.db"
    assert (found.port, found.bot_seconds, found.secure_cookies) == (9000, 0.5, True)
    assert found.data_folder == tmp_path


@pytest.mark.parametrize("command", [("serve",), ("admin", "stats")], ids=str)
def test_a_setting_that_cannot_be_is_told_in_a_line(command: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, list(command), env={"KAFELKI_PORT": "abc"})
    assert is_refused(result, "KAFELKI_PORT cannot be 'abc'", code=2)


def test_every_setting_is_documented() -> None:
    text = OPERATING.read_text("utf-8")
    for each in fields(Settings):
        assert f"`KAFELKI_{each.name.upper()}`" in text, each.name
