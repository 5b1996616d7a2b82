"""Logs of other versions: older formats are read, older rules are not played by."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import text

from kafelki.play.record import parse_record
from kafelki.rules.registry import rules_of
from kafelki.server.storage.backup import restore
from kafelki.server.table import reading, versions
from kafelki.server.table.entries import KINDS, Entry
from kafelki.server.table.set_aside import Unreadable
from kafelki.server.table.state import Secret
from kafelki.server.web.table_models import Update
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.server.conftest import NewSettings
from tests.server.every_kind import FOLDER
from tests.server.players import Json, Player, guest, seated
from tests.server.running_server import Server, Time, serving

OPENING = {
    "game": WITHOUT_CHANCE,
    "players": 2,
    "variant": "standard",
    "options": {},
    "settings": {},
    "host": "ania",
    "seats": [{"person": "ania"}, {}],
}


def first(**more: Any) -> Entry:
    return Entry.of(0, "open", 1000, OPENING | more)


# Databases that older programs made, with every kind of entry, named by the format of their logs


@pytest.fixture(scope="module", params=[1, 3])
def log_format(request: pytest.FixtureRequest) -> int:
    """In which format the logs of a database were written."""
    return int(request.param)


@pytest.fixture(scope="module")
def seen(log_format: int) -> Json:
    """What people saw of the tables in that database."""
    packed = (FOLDER / f"logs-{log_format}.seen.json.gz").read_bytes()
    data: Json = json.loads(gzip.decompress(packed))
    return data


@pytest.fixture(scope="module")
def restored(new_settings: NewSettings, log_format: int, seen: Json) -> Iterator[Server]:
    """A server of today on that database."""
    settings = new_settings(blank=True)
    restore(settings.database, FOLDER / f"logs-{log_format}.gz")
    with serving(settings, Time(seen["now"])) as server:
        yield server


def tables_of(seen: Json, server: Server) -> Iterator[tuple[str, Player, Json]]:
    for table, each in seen["tables"].items():
        person = each["look"]["you"]["person"]
        yield table, Player(server, person, "somebody", each["token"]), each


def test_every_table_of_an_older_database_is_as_it_was(restored: Server, seen: Json) -> None:
    kinds = set()
    for table, host, before in tables_of(seen, restored):
        look = host.look(table)
        kinds |= {entry["kind"] for entry in look["entries"]}
        described = Update.model_validate(look).model_dump(by_alias=True, exclude_unset=True)
        assert json.loads(json.dumps(described)) == look
        assert _as_then(look["table"], before["look"]["table"]) == before["look"]["table"]
        assert [_entry_as_then(each) for each in look["entries"]] == before["look"]["entries"]
        assert _plain(look["game"]) == _plain(before["look"]["game"])
        record = host.get(f"/tables/{table}/record")
        assert record == before["record"]
        assert record["rules"] == 1
    assert kinds == set(KINDS)


def _as_then(table: Json, then: Json) -> Json:
    """Return a table without what was not said of its seats then."""
    said = then["seats"][0]
    seats = [{key: seat[key] for key in seat if key in said} for seat in table["seats"]]
    return table | {"seats": seats}


def _entry_as_then(entry: Json) -> Json:
    """Return an entry without what its move brought, which was not told with it then."""
    if entry["kind"] != "move":
        return entry
    told = {key: said for key, said in entry["event"].items() if key != "gained"}
    return entry | {"event": told}


def _plain(game: Json | None) -> Json | None:
    """Return what a position is, without what hints say of its moves."""
    return game and {key: game[key] for key in ("after", "over", "to_act", "scores", "hands")}


def test_lists_are_made_of_an_older_database(restored: Server, seen: Json) -> None:
    restored.call(restored.context.upkeep.bring_up_to_date())
    for table, host, before in tables_of(seen, restored):
        shown = before["look"]["table"]
        if shown["status"] == "closed":
            continue
        mine = host.get("/me/tables", over=shown["status"] == "over")
        (found,) = [each["table"] for each in mine if each["table"]["id"] == table]
        assert _as_then(found, shown) == shown


def test_every_game_of_an_older_database_goes_on(restored: Server, seen: Json) -> None:
    tokens = {each["look"]["you"]["person"]: each["token"] for each in seen["tables"].values()}
    moved = 0
    for table, host, before in tables_of(seen, restored):
        shown = before["look"]["table"]
        if shown["status"] != "playing" or shown["proposal"]:
            continue
        game = host.look(table)["game"]
        seat = shown["seats"][game["to_act"][0]]
        mover = Player(restored, seat["person"], "somebody", tokens[seat["person"]])
        view = mover.look(table, seat=game["to_act"][0])["game"]
        move = {"move": view["legal"]["moves"][0], "expected": view["after"]}
        mover.does(table, "move", seat=view["viewer"], **move)
        restored.drop_caches()
        assert host.look(table)["game"]["after"] > view["after"]
        mover.does(table, "resign")
        moved += 1
    assert moved >= 8


def test_what_is_added_to_an_older_log_says_its_format(
    restored: Server, seen: Json, log_format: int
) -> None:
    (table,) = [
        table for table, each in seen["tables"].items() if each["look"]["table"]["proposal"]
    ]
    host = Player(restored, "", "", seen["tables"][table]["token"])
    host.does(table, "answer", agree=False)
    query = text("select data from entries where table_id = :table order by number")
    rows = restored.call(
        restored.context.store.read(
            lambda connection: connection.execute(query, {"table": table}).scalars().all()
        )
    )
    formats = [json.loads(row).get("format") for row in rows]
    told = None if log_format == 1 else log_format  # at first none was told
    added = None if log_format == versions.FORMAT else versions.FORMAT
    assert formats == [told, *[None] * (len(rows) - 2), added]
    restored.drop_caches()
    assert host.look(table)["table"]["proposal"] is None


# Formats


def test_a_new_log_says_its_format_and_the_version_of_its_rules(server: Server) -> None:
    table, _ = seated(server, WITHOUT_CHANCE, 2)
    state = server.call(server.tables.loaded.state_of(table))
    data = state.entries[0].data
    assert (data["format"], data["rules"]) == (3, 1)
    assert all("format" not in entry.data for entry in state.entries[1:])


def test_older_entries_are_brought_up_to_date_step_by_step(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def to_4(kind: str, data: Json) -> Json:
        return {"seat": data.pop("chair"), **data} if kind == "sit" else data

    monkeypatch.setattr(versions, "FORMAT", 4)
    monkeypatch.setattr(versions, "STEPS", {**versions.STEPS, 3: to_4})
    for log in (first(), first(format=2, rules=1), first(format=3, rules=1)):
        entries = [
            log,
            Entry.of(1, "sit", 2000, {"chair": 1, "person": "kasia"}),
            Entry.of(2, "leave", 3000, {"seat": 1}),
            Entry.of(3, "sit", 4000, {"format": 4, "seat": 1, "person": "julia"}),
        ]
        state = reading.table_of("sometable1", Secret(bytes(32)), entries)
        assert state.people == ["ania", "julia"]
        assert [entry.number for entry in state.entries] == [0, 1, 2, 3]


@pytest.mark.parametrize("number", [0, 4, "2", None, True, 2.5])
def test_a_format_that_is_not_known_makes_a_table_unreadable(number: Any) -> None:
    with pytest.raises(Unreadable) as found:
        reading.table_of("sometable1", Secret(bytes(32)), [first(format=number, rules=1)])
    assert found.value.number == 0
    later = Entry.of(1, "sit", 2000, {"format": number, "seat": 1, "person": "kasia"})
    with pytest.raises(Unreadable) as found:
        reading.table_of("sometable1", Secret(bytes(32)), [first(format=2, rules=1), later])
    assert found.value.number == 1


# Rules


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on that game is played by version 2 of its rules."""
    now = versions.rules_now

    def later(game: str) -> int:
        return 2 if game == WITHOUT_CHANCE else now(game)

    monkeypatch.setattr(versions, "rules_now", later)
    for module in ("reading", "set_aside"):
        monkeypatch.setattr(f"kafelki.server.table.{module}.rules_now", later)


def test_a_table_of_older_rules_is_closed_and_says_so(
    own_server: Server, request: pytest.FixtureRequest
) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    table = kasia.open(WITHOUT_CHANCE, 2)
    ania.does(table, "sit")
    kasia.does(table, "start", first=1)  # so Ania has seat 0
    ania.does(table, "move", move="XO a1 a2", expected=0)
    ania.does(table, "propose", what="take-back")
    kasia.does(table, "answer", agree=True)
    ania.does(table, "move", move="XO b1 b2", expected=0)
    kasia.does(table, "move", move="XO e5 e6", expected=1)
    waiting = ania.open(WITHOUT_CHANCE, 2)
    over, (julia, _) = seated(own_server, WITHOUT_CHANCE, 2, ["Julia"])
    julia.does(over, "resign")
    other, _ = seated(own_server, WITH_RACKS, 2)
    record = ania.get(f"/tables/{table}/record")
    request.getfixturevalue("newer_rules")
    own_server.restart()
    own_server.call(own_server.context.upkeep.bring_up_to_date())
    assert own_server.http.get(f"{own_server.url}/metrics").text.count(
        "\nkafelki_unreadable_tables 0.0\n"
    )
    for each in (table, waiting, over):
        response = ania.ask("GET", f"/tables/{each}")
        assert response.status_code == 410
        assert response.json()["code"] == "old-rules"
        assert "version 1 of its rules" in response.json()["text"]["en"]
        assert "wersji 1 zasad" in response.json()["text"]["pl"]
    assert ania.is_refused(table, "resign") == "old-rules"
    assert ania.get("/me/tables") == []
    assert ania.get("/tables") == []
    assert [each["table"]["status"] for each in julia.get("/me/tables", over=True)] == ["over"]
    assert ania.look(other)["table"]["status"] == "playing"
    query = text("select kind, data from entries where table_id = :table order by number")
    rows = own_server.call(
        own_server.context.store.read(
            lambda connection: connection.execute(query, {"table": table}).all()
        )
    )
    assert rows[-1].kind == "close"
    assert json.loads(rows[-1].data) == {"why": "rules", "rules": 1, "format": 3}
    kept = ania.get(f"/tables/{table}/record")
    assert kept["rules"] == 1
    assert (
        kept["events"]
        == record["events"]
        == [
            {"seat": 0, "move": "XO b1 b2"},
            {"seat": 1, "move": "XO e5 e6"},
        ]
    )
    assert kept["seats"] == [{"name": "Ania"}, {"name": "Kasia"}]
    # By the rules of then it is a sound record.
    assert rules_of(WITHOUT_CHANCE).version == 1
    parse_record(kept).verify()
    lines = ania.ask("GET", "/me/games.jsonl").text.splitlines()
    assert lines == []  # a closed table is none of one's games
    (line,) = julia.ask("GET", "/me/games.jsonl").text.splitlines()
    assert json.loads(line)["table"] == over
