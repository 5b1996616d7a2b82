"""The chat of a table: who may write, muting, reporting."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from kafelki.server.storage import schema
from tests.games.examples import WITH_PAIRS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, new_command, seated, sit_down
from tests.server.running_server import Server

DATABASES = ("sqlite",)


def texts(player: Player, table: str) -> list[str]:
    entries = player.look(table)["entries"]
    return [entry["text"] for entry in entries if entry["kind"] == "chat"]


def test_members_write_and_guests_do_not_unless_the_host_allows(server: Server) -> None:
    ania, ola = member(server, "Ania"), guest(server, "Ola")
    table = sit_down([ania, ola], WITHOUT_CHANCE)
    assert ania.look(table)["table"]["settings"]["chat"] == "members"
    ania.does(table, "chat", text="Dzień dobry")
    assert ola.is_refused(table, "chat", text="Cześć") == "forbidden"
    friendly = sit_down([ania, ola], WITHOUT_CHANCE, settings={"chat": "everyone"})
    ola.does(friendly, "chat", text="Cześć")
    assert texts(ania, friendly) == ["Cześć"]
    quiet = sit_down([ania, ola], WITHOUT_CHANCE, settings={"chat": "off"})
    assert ania.is_refused(quiet, "chat", text="Halo?") == "forbidden"
    stranger = member(server, "Jan")
    assert stranger.is_refused(friendly, "chat", text="Hej") == "forbidden"


@pytest.mark.parametrize("chat", [None, "off", "members", "everyone"])
def test_pairs_are_silent_whatever_the_chat_is_for(server: Server, chat: str | None) -> None:
    table, people = seated(server, WITH_PAIRS, 4, variant="pairs", settings={"chat": chat})
    assert people[0].look(table)["table"]["settings"]["chat"] == "off"
    answer = people[0].send(table, new_command("chat", text="Mam same czerwone"))
    assert answer["code"] == "forbidden"
    assert "Partners do not talk" in answer["text"]["en"]
    assert "Partnerzy nie rozmawiają" in answer["text"]["pl"]
    people[0].does(table, "resign")
    people[2].does(table, "resign")  # the game is over
    policy = people[0].look(table)["table"]["settings"]["chat"]
    assert policy == (chat or "members")


@pytest.mark.parametrize(
    ("chat", "policy"),
    [(None, "everyone"), ("members", "everyone"), ("everyone", "everyone"), ("off", "off")],
)
def test_pairs_that_may_talk_do_so_with_guests_too(
    server: Server, chat: str | None, policy: str
) -> None:
    options, settings = {"talk": True}, {"chat": chat}
    table, people = seated(  # guests, all of them
        server, WITH_PAIRS, 4, variant="pairs", options=options, settings=settings
    )
    assert people[0].look(table)["table"]["settings"]["chat"] == policy
    if policy == "off":
        assert people[0].is_refused(table, "chat", text="Mam same czerwone") == "forbidden"
    else:
        people[0].does(table, "chat", text="Mam same czerwone")


def test_where_no_rule_is_against_it_partners_talk(server: Server) -> None:
    table, people = seated(server, WITHOUT_BOARD, 4, settings={"chat": "everyone"})
    people[0].does(table, "chat", text="Bierz serce")


def test_what_is_written_is_one_short_line_of_visible_text(server: Server) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    people[0].does(table, "chat", text="a\u202eb\nc  <b>d</b>")
    people[0].does(table, "chat", text="x" * 900)
    assert people[0].is_refused(table, "chat", text=" \u200b ") == "malformed"
    assert people[0].is_refused(table, "chat", text="x" * 1001) == "malformed"
    assert texts(people[1], table) == ["ab c <b>d</b>", "x" * 300]


def test_a_muted_person_is_not_read_by_who_muted_them_alone(server: Server) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia", "Julia")]
    ania, kasia, julia = people
    table = sit_down(people, WITHOUT_BOARD)
    assert ania.ask("PUT", f"/me/mutes/{kasia.person}").status_code == 204
    assert ania.get("/me")["muted"] == [kasia.person]
    with ania.page(table) as page:
        kasia.does(table, "chat", text="Ha ha")
        answer = julia.does(table, "chat", text="Ładnie")
        page.until_number(answer["number"])
        heard = [entry["text"] for entry in page.entries.values() if entry["kind"] == "chat"]
        assert heard == ["Ładnie"]
    assert texts(ania, table) == ["Ładnie"]
    assert texts(julia, table) == ["Ha ha", "Ładnie"]
    assert ania.ask("DELETE", f"/me/mutes/{kasia.person}").status_code == 204
    assert texts(ania, table) == ["Ha ha", "Ładnie"]


def test_muting_works_at_once_on_pages_that_are_open(server: Server) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    with people[0].page(table) as page:
        people[0].ask("PUT", f"/me/mutes/{people[1].person}")
        answer = people[1].does(table, "chat", text="Ha ha")
        page.until_number(answer["number"])
        assert [entry for entry in page.entries.values() if entry["kind"] == "chat"] == []


def test_what_was_written_can_be_reported(server: Server) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    answer = people[0].does(table, "chat", text="Coś brzydkiego")
    path = f"/tables/{table}/reports"
    body = {"number": answer["number"] - 1, "text": "to nie było miłe"}
    for _ in range(3):  # once is enough
        assert people[1].ask("POST", path, body).status_code == 204
    for other in (0, answer["number"], 1000):
        assert people[1].ask("POST", path, {"number": other}).status_code == 404
    with server.context.store.engine.connect() as connection:
        query = select(schema.reports).where(schema.reports.c.table_id == table)
        (row,) = connection.execute(query).all()
    assert (row.number, row.person, row.text) == (
        body["number"],
        people[1].person,
        "to nie było miłe",
    )
