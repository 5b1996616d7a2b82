"""What operators do about people: reports read, people muted, banned, renamed, tables closed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from sqlalchemy import select

from kafelki.server.settings import Settings
from kafelki.server.storage import schema
from tests.games.examples import WITHOUT_CHANCE
from tests.server.players import Player, guest, member, sit_down
from tests.server.running_server import DAY, Server, Time, serving
from tests.server.test_admin import admin, done, is_refused
from tests.server.test_people import browser
from tests.server.test_sessions import credentials, look_again


def act(server: Server, *words: object) -> str:
    """Let an operator do something, and the server find out."""
    printed = done(*words, "--database-url", server.settings.database)
    look_again(server)
    return printed


def lines(server: Server, *words: object) -> list[dict[str, Any]]:
    printed = done(*words, "--database-url", server.settings.database)
    return [json.loads(line) for line in printed.splitlines()]


def reported(server: Server) -> tuple[str, Player, Player, int]:
    """Return a table, who wrote something there, who reported it, and the report's number."""
    ania, kasia = member(server, "Ania"), member(server, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    number = ania.does(table, "chat", text="Coś brzydkiego")["number"] - 1
    body = {"number": number, "text": "to nie było miłe"}
    assert kasia.ask("POST", f"/tables/{table}/reports", body).status_code == 204
    (report,) = [each for each in lines(server, "reports") if each["table"] == table]
    assert report["about"] == {"person": ania.person, "name": ania.name}
    assert report["by"] == {"person": kasia.person, "name": kasia.name}
    assert (report["said"], report["text"]) == ("Coś brzydkiego", "to nie było miłe")
    assert (report["number"], report["resolved"]) == (number, None)
    return table, ania, kasia, report["report"]


def actions_about(server: Server, person: str) -> list[dict[str, Any]]:
    return [each for each in lines(server, "actions") if each["person"] == person]


def open_reports(server: Server) -> set[int]:
    return {each["report"] for each in lines(server, "reports")}


def test_who_is_muted_cannot_write_until_then(server: Server) -> None:
    table, ania, kasia, report = reported(server)
    why = ("--why", "wulgaryzmy", "--as", "Ola")
    act(server, "mute", ania.person, "--days", "100000", "--report", report, *why)
    refused = ania.send(table, {"type": "chat", "id": "muted", "text": "Ha"})
    assert refused["code"] == "forbidden"
    assert "muted you until" in refused["text"]["en"]
    assert "odebrał ci głos do" in refused["text"]["pl"]
    assert ania.ask("PATCH", "/me", {"name": "Jan"}).status_code == 403
    labelled = {"game": WITHOUT_CHANCE, "players": 2, "seats": [{"me": True}, {"label": "Ha"}]}
    assert ania.ask("POST", "/tables", labelled).status_code == 403
    kasia.does(table, "chat", text="Gramy dalej")
    assert report not in open_reports(server)
    assert report in {each["report"] for each in lines(server, "reports", "--all")}
    act(server, "unmute", ania.person, *why)
    ania.does(table, "chat", text="Przepraszam")
    noted = [
        (each["action"], each["operator"], each["why"], each["report"])
        for each in actions_about(server, ania.person)
    ]
    assert noted == [
        ("unmute", *("Ola", "wulgaryzmy", None)),
        ("mute", "Ola", "wulgaryzmy", report),
    ]


def test_who_is_banned_is_out_at_once_and_cannot_come_in(server: Server) -> None:
    table, ania, _, _ = reported(server)
    with ania.page(table) as page, browser(server) as signed_in:
        assert signed_in.post("/api/sessions", json=credentials(ania)).status_code == 200
        act(server, "ban", ania.person, "--why", "groźby")
        assert page.closed_with() == 4408
        refused = signed_in.get("/api/me")
        assert (refused.status_code, refused.json()["code"]) == (403, "forbidden")
        assert refused.json()["text"] == {
            "en": "An operator of this server has banned you.",
            "pl": "Operator serwera zablokował ci dostęp.",
        }
        # Who shares the browser can sign out, and come in as themselves.
        assert signed_in.delete("/api/sessions/current").status_code == 204
        assert signed_in.post("/api/sessions", json=credentials(ania)).status_code == 403
        assert signed_in.get("/api/tables").status_code == 200
    with ania.page(table) as page:
        assert page.others[0]["code"] == "forbidden"
        assert page.closed_with() == 4403
    act(server, "unban", ania.person, "--why", "wyjaśnione")
    assert ania.ask("GET", "/me").status_code == 200


def test_a_ban_for_a_time_ends_by_itself(tmp_path: Path) -> None:
    now = int(time.time() * 1000)
    settings = Settings(data_folder=tmp_path, rate_limits=0, bot_workers=1)
    with serving(settings, Time(now)) as server:
        ania = guest(server)
        act(server, "ban", ania.person, "--days", "2", "--why", "spam")
        server.clock.pass_by(DAY)
        assert ania.ask("GET", "/me").status_code == 403
        server.clock.pass_by(2 * DAY)
        assert ania.ask("GET", "/me").status_code == 200


def test_a_rude_name_is_changed_where_it_shows(server: Server) -> None:
    table, ania, kasia, _ = reported(server)
    with kasia.page(table) as page:
        act(server, "rename", ania.person, "--name", "Miła Osoba", "--why", "obraźliwe")
        while page.state["table"]["seats"][0]["name"] != "Miła Osoba":
            page.receive()
    assert act(server, "rename", ania.person, "--why", "jeszcze raz").startswith(ania.person)
    assert ania.get("/me")["name"] != "Miła Osoba"
    taken = admin(
        "rename", ania.person, "--name", kasia.name, "--why", "x",
        "--database-url", server.settings.database,
    )  # fmt: skip
    assert is_refused(taken, "try again")


def test_a_table_is_closed_for_all_and_counts_for_nobody(server: Server) -> None:
    table, ania, kasia, report = reported(server)
    with kasia.page(table) as page:
        act(server, "close", table, "--report", report, "--why", "wulgaryzmy")
        while page.state["table"]["status"] != "closed":
            page.receive()
        last = page.entries[max(page.entries)]
        assert (last["kind"], last["by"]) == ("close", "operator")
    refused = ania.send(table, {"type": "resign", "id": "late"})
    assert refused["text"] == {
        "en": "An operator of this server has closed the table.",
        "pl": "Operator serwera zamknął ten stół.",
    }
    assert table not in str(ania.get("/me/tables"))
    with server.context.store.engine.connect() as connection:
        query = select(schema.results).where(schema.results.c.table_id == table)
        assert connection.execute(query).all() == []
    (noted,) = [each for each in lines(server, "actions") if each["table_id"] == table]
    assert (noted["action"], noted["report"]) == ("close", report)


def test_a_report_is_done_with_and_nothing_else(server: Server) -> None:
    _, _, _, report = reported(server)
    act(server, "resolve", report, "--why", "nic takiego")
    assert report not in open_reports(server)
    where = ("--database-url", server.settings.database)
    assert is_refused(admin("resolve", report, "--why", "x", *where), "no open report")
    assert is_refused(admin("mute", "nobody", "--why", "x", *where), "nobody with the id")
    assert is_refused(admin("rename", "nobody", "--why", "x", *where), "nobody with the id")
    assert is_refused(admin("close", "nothere", "--why", "x", *where), "no table")
    before = lines(server, "actions")
    failed = admin("ban", "nobody", "--why", "x", "--report", report, *where)
    assert is_refused(failed, "no open report")
    assert lines(server, "actions") == before
