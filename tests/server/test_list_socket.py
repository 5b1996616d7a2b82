"""The socket of the lists: who is told that which of them changed, how often, and who is not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest

from kafelki.server.live import lists
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE
from tests.server.players import Address, Page, Player, guest, new_command, page_at, seated
from tests.server.running_server import Server
from tests.server.test_results import play_alone
from tests.sockets import open_socket
from tests.waiting import wait_until

DATABASES = ("sqlite",)
LISTED = {"settings": {"private": False}}


@contextmanager
def home(server: Address, player: Player | None, **hello: object) -> Iterator[Page]:
    """Give the socket of somebody's home page, which has been told to ask for everything."""
    address = server.url.replace("http", "ws", 1) + "/api/live"
    with open_socket(address) as socket:
        page = Page(socket)
        page.send({"type": "hello", "token": player and player.token, **hello})
        assert page.receive() == {"type": "lists", "changed": ["daily", "mine", "public"]}
        yield page


def told(page: Page) -> list[list[str]]:
    """Return all that a page was told of lists until it is answered now."""
    page.send({"type": "ping"})
    page.until("pong")
    found = [each["changed"] for each in page.others if each["type"] == "lists"]
    page.others.clear()
    return found[1:] if found[:1] == [["daily", "mine", "public"]] else found


def test_whoever_is_to_move_now_is_told_and_nobody_else(own_server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2, settings={"private": True})
    ola = guest(own_server, "Ola")
    with home(own_server, kasia) as hers, home(own_server, ola) as others:
        ania.move(table, random)
        assert hers.until("lists")["changed"] == ["mine"]
        assert kasia.get("/me/tables")[0]["my_turn"] is True
        assert told(others) == []


def test_where_all_place_at_once_only_those_who_have_placed_are_told(
    own_server: Server, random: Random
) -> None:
    table, (ania, kasia, julia) = seated(own_server, AT_ONCE, 3)
    with home(own_server, ania) as mine, home(own_server, kasia) as hers:
        ania.move(table, random)
        assert mine.until("lists")["changed"] == ["mine"]
        assert told(hers) == []  # that Ania has placed is in nobody's list but hers
        assert julia.get("/me/tables")[0]["my_turn"] is True


def test_everybody_hears_of_public_tables_and_nobody_of_private_ones(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lists, "PACE", 0.0)
    ania = guest(own_server)
    with home(own_server, None) as nobodys:
        ania.open(WITHOUT_CHANCE, 2, settings={"private": True})
        assert told(nobodys) == []
        table = ania.open(WITHOUT_CHANCE, 2, **LISTED)
        assert nobodys.until("lists")["changed"] == ["public"]
        ania.does(table, "fill", seat=1, bot="level-1")
        assert nobodys.until("lists")["changed"] == ["public"]


def test_what_everybody_sees_is_told_no_more_often_than_its_pace(own_server: Server) -> None:
    ania = guest(own_server)
    with home(own_server, None) as nobodys:
        for _ in range(5):
            ania.open(WITHOUT_CHANCE, 2, **LISTED)
        assert told(nobodys) == [["public"]]


def test_a_result_of_the_day_is_told_to_all(own_server: Server, random: Random) -> None:
    ania = guest(own_server)
    table = ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"]
    with home(own_server, None) as nobodys:
        play_alone(ania, table, random)
        assert told(nobodys) == [["daily"]]


def test_at_a_table_one_hears_of_ones_other_tables(own_server: Server, random: Random) -> None:
    here, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2)
    with page_at(own_server, here, token=kasia.token) as page:
        ania.move(here, random)  # told as what happens at this table, and not as anything else
        page.until("update")
        assert told(page) == []
        other = ania.open(WITHOUT_CHANCE, 2)
        kasia.does(other, "sit")
        assert page.until("lists")["changed"] == ["mine"]


def test_a_session_that_ends_closes_the_socket(own_server: Server) -> None:
    ania = guest(own_server)
    with home(own_server, ania) as page:
        assert ania.ask("DELETE", "/sessions/current").status_code == 204
        assert page.closed_with() == 4408


def test_here_one_only_listens(own_server: Server) -> None:
    ania = guest(own_server)
    with home(own_server, ania) as page:
        page.send(new_command("chat", text="Hej!"))
        assert page.until("notice")["text"]["en"] == "Here one only listens."
        for _ in range(9):
            page.send({"type": "nonsense"})
        assert page.closed_with() == 4400


def test_who_has_gone_leaves_nothing_behind(own_server: Server) -> None:
    ania = guest(own_server)
    with home(own_server, ania), home(own_server, None):
        pass
    kept = own_server.context.tables.audience.lists
    wait_until(lambda: not kept.at_home and not kept._by_person, "both to be forgotten")
