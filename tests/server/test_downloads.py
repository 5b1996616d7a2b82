"""Downloads: records at any time, my games, the nightly archive; `kafelki verify` takes them."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from typer.testing import CliRunner

from kafelki.cli import app
from kafelki.play.record import parse_record
from kafelki.server.archive import write_day
from kafelki.server.storage import tables as table_rows
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, play_on, seated, sit_down
from tests.server.running_server import DAY, HOUR, MINUTE, Server


def verified(path: Path) -> str:
    """Return what `kafelki verify` says about a file; it must be content."""
    result = CliRunner().invoke(app, ["verify", str(path)])
    assert result.exit_code == 0, result.output
    return result.output


def play_out(people: list[Player], table: str, random: Random) -> None:
    """Play a game to its end."""
    while people[0].look(table)["table"]["status"] == "playing":
        play_on(people, table, 1, random)


def test_a_record_during_the_game_tells_what_its_viewer_may_know(
    server: Server, random: Random, tmp_path: Path
) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    play_on(people, table, 4, random)
    for viewer, person in enumerate(people):
        response = person.ask("GET", f"/tables/{table}/record")
        (path := tmp_path / "record.json").write_bytes(response.content)
        assert "1 was written before the seed was out" in verified(path)
        record = response.json()
        assert "seed" not in record
        assert record["viewer"] == viewer
        draws = [event for event in record["events"] if "chance" in event]
        for event in draws:
            hidden = event["chance"] == "draw"
            assert hidden == (event.get("seat") not in (viewer, None))
    spectator = server.http.get(f"{server.url}/api/tables/{table}/record").json()
    hidden = [event for event in spectator["events"] if event.get("chance") == "draw"]
    assert len(hidden) >= 10
    assert spectator["commitment"] == people[0].look(table)["table"]["commitment"]


def test_a_finished_games_record_is_whole_and_verified(
    server: Server, random: Random, tmp_path: Path
) -> None:
    table, people = seated(server, AT_ONCE, 2)
    while people[0].look(table)["table"]["status"] == "playing":
        for person in people:
            if person.look(table)["game"]["legal"]:
                person.move(table, random)
    response = people[0].ask("GET", f"/tables/{table}/record")
    assert f"{AT_ONCE}-{table}" in response.headers["content-disposition"]
    path = tmp_path / "game.json"
    path.write_bytes(response.content)
    verified(path)
    record = response.json()
    assert (record["table"], record["result"]["places"]) == (
        table,
        people[0].look(table)["table"]["places"],
    )


def test_the_game_can_be_looked_at_as_it_was(server: Server, random: Random) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    views = {}
    for _ in range(4):
        view = people[0].look(table)["game"]
        views[view["after"]] = view
        play_on(people, table, 1, random)
    for event, view in views.items():
        then = people[0].get(f"/tables/{table}/at/{event}")
        assert then == view
    assert people[0].ask("GET", f"/tables/{table}/at/9999").status_code == 404
    assert people[0].ask("GET", f"/tables/{table}/at/-1").status_code == 404


def test_my_games_are_all_mine_and_verified(
    own_server: Server, random: Random, tmp_path: Path
) -> None:
    people = [guest(own_server, name) for name in ("Ania", "Kasia")]
    finished = sit_down(people, WITHOUT_CHANCE)
    play_out(people, finished, random)
    given_up = sit_down(people, WITHOUT_BOARD)
    people[1].does(given_up, "resign")
    going_on = sit_down(people, WITH_RACKS)
    today = people[0].ask("POST", f"/daily/{AT_ONCE}").json()["id"]
    while people[0].look(today)["table"]["status"] == "playing":
        people[0].move(today, random)
    seated(own_server, WITHOUT_CHANCE, 2)
    response = people[0].ask("GET", "/me/games.jsonl")
    records = [json.loads(line) for line in response.text.splitlines()]
    assert {record["table"] for record in records} == {finished, given_up, going_on, today}
    path = tmp_path / "games.jsonl"
    path.write_bytes(response.content)
    said = verified(path)
    assert "4 records are sound" in said
    assert "2 were written before the seed was out" in said
    own_server.clock.pass_by(DAY)
    path.write_bytes(people[0].ask("GET", "/me/games.jsonl").content)
    assert "1 was written before the seed was out" in verified(path)
    assert people[0].ask("GET", "/me/games.jsonl").status_code == 200
    assert guest(own_server).ask("GET", "/me/games.jsonl").text == ""


def archive(server: Server) -> dict[str, list[dict[str, Any]]]:
    """Write the archive now; return the records by the file's name, all of them verified."""
    server.call(server.context.upkeep.write_archive())
    found = {}
    for name in server.http.get(f"{server.url}/api/archive").json():
        response = server.http.get(f"{server.url}/api/archive/{name}")
        assert response.status_code == 200
        lines = gzip.decompress(response.content).decode().splitlines()
        found[name] = [json.loads(line) for line in lines]
        with TemporaryDirectory() as folder:
            (path := Path(folder) / name).write_bytes(response.content)
            said = verified(path)
        assert (
            said
            == f"{path}: {len(lines)} {'record is' if len(lines) == 1 else 'records are'} sound\n"
        )
    return found


def test_every_night_the_finished_public_games_of_the_day_are_filed(
    own_server: Server, random: Random
) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    play_out(people, table, random)
    private = sit_down(people, WITHOUT_CHANCE, settings={"private": True})
    people[0].does(private, "resign")
    sit_down(people, WITHOUT_CHANCE)
    daily = people[0].ask("POST", f"/daily/{AT_ONCE}").json()["id"]
    people[0].does(daily, "resign")
    assert not any(archive(own_server).values())
    own_server.clock.pass_by(12 * HOUR + 10 * MINUTE)
    later = sit_down(people, WITHOUT_CHANCE)
    people[1].does(later, "resign")
    found = archive(own_server)
    (record,) = found["2026-03-04.jsonl.gz"]
    assert record["table"] == table
    assert parse_record(record).verify().over
    assert "2026-03-05.jsonl.gz" not in found
    own_server.clock.pass_by(DAY)
    (record,) = archive(own_server)["2026-03-05.jsonl.gz"]
    assert record["table"] == later
    parse_record(record).verify()


def test_a_game_is_filed_once_on_the_day_it_ended_whatever_is_said_later(
    own_server: Server,
) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    people[0].does(table, "resign")
    own_server.clock.pass_by(12 * HOUR)
    people[1].does(table, "chat", text="Dobra gra, dziękuję")
    own_server.clock.pass_by(DAY)
    found = archive(own_server)
    filed = [name for name, records in found.items() for record in records]
    assert filed == ["2026-03-04.jsonl.gz"]


def test_who_deletes_their_data_is_in_no_file_any_more(own_server: Server) -> None:
    ania, kasia = people = [member(own_server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    kasia.does(table, "resign")
    own_server.clock.pass_by(12 * HOUR + 10 * MINUTE)
    (record,) = archive(own_server)["2026-03-04.jsonl.gz"]
    assert [seat["name"] for seat in record["seats"]] == ["Ania", "Kasia"]
    assert ania.ask("DELETE", "/me").status_code == 204
    (record,) = archive(own_server)["2026-03-04.jsonl.gz"]
    assert (record["table"], [seat["name"] for seat in record["seats"]]) == (table, ["—", "Kasia"])


def test_nights_that_the_server_was_off_are_made_up_for(own_server: Server) -> None:
    people = [member(own_server, name) for name in ("Ania", "Kasia")]
    own_server.clock.pass_by(DAY)
    assert "2026-03-04.jsonl.gz" in archive(own_server)
    table = sit_down(people, WITHOUT_CHANCE)
    people[0].does(table, "resign")
    own_server.clock.pass_by(30 * DAY)
    found = archive(own_server)
    assert [record["table"] for record in found["2026-03-05.jsonl.gz"]] == [table]
    assert {f"2026-03-{day:02}.jsonl.gz" for day in range(5, 32)} <= set(found)
    assert "2026-04-04.jsonl.gz" not in found, "today is not over"


def test_two_processes_write_a_day_at_once_and_it_is_whole(
    sqlite_server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, people = seated(sqlite_server, WITHOUT_CHANCE, 2)
    play_out(people, table, random)
    folder = sqlite_server.settings.data_folder
    finished_public = table_rows.finished_public
    with sqlite_server.context.store.engine.connect() as connection:

        def while_another_writes(*args: Any) -> Any:
            monkeypatch.setattr(table_rows, "finished_public", finished_public)
            write_day(connection, folder, "2026-03-04")
            return finished_public(*args)

        monkeypatch.setattr(table_rows, "finished_public", while_another_writes)
        path = write_day(connection, folder, "2026-03-04")
    (line,) = gzip.decompress(path.read_bytes()).splitlines()
    assert json.loads(line)["table"] == table
    assert not list(path.parent.glob(".*"))  # nothing half-written is left


def test_only_files_of_the_archive_can_be_had(server: Server) -> None:
    for name in ("kafelki.db", "..%2Fkafelki.db", "2020-01-01.jsonl.gz"):
        response = server.http.get(f"{server.url}/api/archive/{name}")
        assert response.status_code in (404, 422)
