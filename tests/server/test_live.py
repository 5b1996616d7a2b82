"""The socket of a table: resuming, snapshots, slow clients, many tabs, presence, spectators."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from kafelki.server.live import audience
from kafelki.server.web import socket
from tests.games.examples import WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import guest, new_command, page_at, play_on, seated
from tests.server.running_server import SECOND, Server
from tests.sockets import open_socket
from tests.waiting import PATIENCE, wait_until

DATABASES = ("sqlite",)


def test_a_page_that_knows_nothing_gets_a_snapshot(server: Server, random: Random) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    play_on(people, table, 3, random)
    with people[0].page(table) as page:
        assert page.kinds == ["snapshot"]
        assert page.state["since"] == 0
        assert sorted(page.entries) == list(range(page.number))
        now = people[0].look(table)
        assert (page.game, page.state["entries"]) == (now["game"], now["entries"])


def test_a_page_resumes_from_the_number_it_knows(server: Server, random: Random) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    with people[0].page(table) as page:
        known = page.number
    play_on(people, table, 3, random)
    with people[0].page(table, since=known) as page:
        assert page.kinds == ["update"]
        assert page.state["since"] == known
        assert sorted(page.entries) == list(range(known, page.number))
        assert page.game == people[0].look(table)["game"]
    with people[0].page(table, since=page.number) as again:
        assert (again.kinds, again.entries) == (["update"], {})


def test_a_page_that_is_too_far_behind_or_ahead_gets_a_snapshot(
    server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "FAR_BEHIND", 5)
    table, people = seated(server, WITHOUT_CHANCE, 2)
    play_on(people, table, 4, random)
    number = people[0].look(table)["table"]["number"]
    for since, kind in ((number - 5, "update"), (number - 6, "snapshot"), (number + 1, "snapshot")):
        with people[0].page(table, since=since) as page:
            assert page.kinds == [kind]


def test_a_restart_is_no_more_than_a_reconnection(own_server: Server, random: Random) -> None:
    table, people = seated(own_server, WITH_PAIRS, 2)
    play_on(people, table, 2, random)
    with people[0].page(table) as page:
        known, before = page.number, page.game
    own_server.restart()
    with people[0].page(table, since=known) as page:
        assert (page.kinds, page.entries) == (["update"], {})
        assert page.game == before
        seat = page.game["to_act"][0]
        answer = people[seat].move(table, random)
        page.until_number(answer["number"])


def test_every_tab_of_a_person_follows_the_game(server: Server, random: Random) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    with ania.page(table) as laptop, ania.page(table) as phone, kasia.page(table) as other:
        legal = laptop.game["legal"]["moves"]
        answer = laptop.command("move", move=legal[0], expected=0)
        for page in (laptop, phone, other):
            page.until_number(answer["number"])
            assert page.game["last"]["move"] == legal[0]
        late = phone.command("move", move=legal[1], expected=0)
        assert late["code"] == "stale"
        assert not [each for each in laptop.others if each.get("id") == late["id"]]


def test_a_command_on_the_socket_and_again_over_http_has_one_answer(
    server: Server, random: Random
) -> None:
    table, (ania, _) = seated(server, WITHOUT_CHANCE, 2)
    command = new_command("move", move=ania.look(table)["game"]["legal"]["moves"][0], expected=0)
    with ania.page(table) as page:
        page.send(command)
        first = page.until("answer")
    assert first.pop("type") == "answer"
    assert ania.send(table, command) == first
    assert ania.look(table)["game"]["after"] == 1


def test_presence_tells_who_is_here_and_who_watches(own_server: Server) -> None:
    table, (ania, kasia) = seated(own_server, WITHOUT_CHANCE, 2)
    with ania.page(table) as page:
        assert page.until("presence")["here"] == [ania.person]
        with kasia.page(table):
            here = page.until("presence")
            assert here["here"] == sorted([ania.person, kasia.person])
            assert here["watching"] == 0
            with page_at(own_server, table):
                assert page.until("presence")["watching"] == 1
            assert page.until("presence")["watching"] == 0
        assert page.until("presence")["here"] == [ania.person]
        # A connection that broke is forgiven for half a minute.
        seats = ania.look(table)["table"]["seats"]
        assert [seat["here"] for seat in seats] == [True, True]
        own_server.clock.pass_by(31 * SECOND)
        seats = ania.look(table)["table"]["seats"]
        assert [seat["here"] for seat in seats] == [True, False]


def test_who_watched_and_sits_down_is_here(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(WITHOUT_CHANCE, 2)
    with ania.page(table) as page, kasia.page(table):
        assert page.until("presence", watching=1)["here"] == [ania.person]
        kasia.does(table, "sit")
        here = sorted([ania.person, kasia.person])
        assert page.until("presence", here=here)["watching"] == 0


def test_one_of_several_tabs_that_closes_leaves_its_person_here(server: Server) -> None:
    table, (ania, kasia) = seated(server, WITHOUT_CHANCE, 2)
    with kasia.page(table) as page, ania.page(table):
        with ania.page(table):
            pass
        wait_until(
            lambda: len(server.tables.audience.tables[table].listeners) == 2, "a tab to close"
        )
        page.send({"type": "ping"})
        page.until("pong")
        assert ania.person in page.presence["here"]


def test_a_spectator_sees_what_is_public_and_everything_after_the_end(
    server: Server, random: Random
) -> None:
    table, people = seated(server, WITH_RACKS, 2)
    play_on(people, table, 2, random)
    with page_at(server, table) as page:
        assert page.state["you"] == {
            "person": None,
            "seats": [],
            "host": False,
            "looking_as": None,
        }
        assert page.game["legal"] is None
        assert [hand["tiles"] for hand in page.game["hands"]] == [[], []]
        assert all(hand["hidden"] > 0 for hand in page.game["hands"])
        refused = page.command("resign")
        assert (refused["ok"], refused["code"]) == (False, "not-signed-in")
        answer = people[0].does(table, "resign")
        page.until_number(answer["number"])
        assert page.state["you"]["looking_as"] == "all"
        assert [hand["hidden"] for hand in page.game["hands"]] == [0, 0]
        assert len(page.state["table"]["seed"]) == 64
    stranger = guest(server, "Ola")
    with stranger.page(table) as page:
        assert page.command("chat", text="hi")["code"] == "forbidden"


def test_a_person_with_two_seats_looks_through_either_and_no_other(server: Server) -> None:
    ania, kasia = guest(server), guest(server, "Kasia")
    seats = [{"me": True}, {"label": "Julia"}, {}]
    table = ania.open(WITH_RACKS, 3, seats=seats)
    kasia.does(table, "sit")
    ania.does(table, "start")
    with ania.page(table, seat=1) as page:
        assert page.game["viewer"] == 1
        page.send({"type": "look", "seat": 0})
        assert page.until("snapshot")["game"]["viewer"] == 0
        page.send({"type": "look", "seat": 2})
        assert page.until("snapshot")["game"]["viewer"] == 0
        assert page.game["hands"][2]["tiles"] == []


def test_moves_are_explained_on_the_socket(server: Server) -> None:
    table, (ania, _) = seated(server, WITH_RACKS, 2)
    with ania.page(table) as page:
        move = page.game["legal"]["moves"][0]
        page.send({"type": "explain", "id": "e1", "move": move})
        explained = page.until("explained")
        assert (explained["id"], explained["ok"]) == ("e1", True)
        assert sum(explained["points"].values()) == sum(page.game["legal"]["rows"][0][:5])
        page.send({"type": "explain", "id": "e2", "move": "nonsense"})
        refused = page.until("explained")
        assert (refused["id"], refused["ok"], refused["code"]) == ("e2", False, "illegal")


def test_a_move_is_explained_for_the_position_that_was_seen(server: Server, random: Random) -> None:
    table, people = seated(server, WITHOUT_CHANCE, 2)
    play_on(people, table, 2, random)
    seen = people[0].look(table)["game"]
    assert seen["to_act"] == [0]
    move = seen["legal"]["moves"][0]
    for after, code in (
        (2, None),
        (1, "stale"),
        (3, "stale"),
        (-1, "malformed"),
        ("two", "malformed"),
    ):
        asked = {"move": move, "after": after}
        told = people[0].ask("POST", f"/tables/{table}/explain", asked).json()
        with people[0].page(table) as page:
            page.send({"type": "explain", "id": "e", **asked})
            assert page.until("explained").get("code") == told.get("code") == code


def test_a_ping_gets_a_pong(server: Server) -> None:
    table, (ania, _) = seated(server, WITHOUT_CHANCE, 2)
    with ania.page(table) as page:
        page.send({"type": "ping"})
        assert page.until("pong") == {"type": "pong", "now": server.clock.now}


def test_a_client_that_does_not_read_is_dropped_and_resumes(
    server: Server, random: Random, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "SEND", 600)  # who waited for it would wait for ever
    table, (ania, kasia) = seated(server, WITH_PAIRS, 2)
    with ania.page(table) as page:
        known = page.number
    with kasia.page(table) as quick, ania.page(table, since=known, max_queue=1) as slow:
        for _ in range(1500):  # with all legal moves: more than fits between server and client
            slow.send({"type": "look", "seat": None})
        wait_until(lambda: _most_waiting(server, table) > 16, "the line to be full")
        while not _dropped(server, table):  # each who comes and goes is told to all
            with page_at(server, table):
                pass
        # The others do not wait for it.
        answer = ania.move(table, random)
        quick.until_number(answer["number"])
        assert slow.closed_with() == 4408
    with ania.page(table, since=known) as again:
        assert sorted(again.entries) == list(range(known, answer["number"]))
        assert again.game == ania.look(table)["game"]


def _most_waiting(server: Server, table: str) -> int:
    return max(
        listener._waiting.qsize()
        for listener in list(server.tables.audience.tables[table].listeners)
    )


def _dropped(server: Server, table: str) -> bool:
    return any(
        listener.dropped for listener in list(server.tables.audience.tables[table].listeners)
    )


@pytest.mark.parametrize(
    ("first", "code"),
    [
        ('{"type": "ping"}', 4400),
        ('{"type": "hello", "since": -1}', 4400),
        ('{"type": "hello", "since": "1"}', 4400),
        ('{"type": "hello", "seat": 1.5}', 4400),
        ("[]", 4400),
        ("hello", 4400),
        (b"hello", 4400),
        ('{"type": "hello", "version": 0}', 4426),
        ('{"type": "hello", "version": "1"}', 4426),
        ('{"type": "hello", "token": "nonsense"}', 4403),
        ('{"type": "hello", "token": 7}', 4403),
        ('{"type": "hello", "more": "' + "x" * 9000 + '"}', 4400),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_wrong_first_word_ends_the_talk_with_a_reason(
    server: Server, first: str | bytes, code: int
) -> None:
    table, _ = seated(server, WITHOUT_CHANCE, 2)
    assert _goodbye(server, table, first) == (code, True)


def test_a_table_that_is_not_there_ends_the_talk(server: Server) -> None:
    assert _goodbye(server, "aaaaaaaaaa", '{"type": "hello"}') == (4404, True)


def _goodbye(server: Server, table: str, first: str | bytes) -> tuple[int, bool]:
    """Return the code with which the server closes, and whether it said why before."""
    address = server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    said: Any = None
    with open_socket(address) as connection:
        connection.send(first)
        try:
            while True:
                said = json.loads(connection.recv(timeout=PATIENCE))
        except ConnectionClosed as closed:
            code = 0 if closed.rcvd is None else closed.rcvd.code
    explained = said is not None and said["type"] == "bye" and set(said["text"]) == {"en", "pl"}
    return code, explained


def test_a_message_that_is_no_text_ends_the_talk_and_nothing_else(
    server: Server, random: Random
) -> None:
    table, people = seated(server, WITHOUT_CHANCE, 2)
    with people[0].page(table) as page, people[1].page(table) as other:
        page.socket.send(b"\x00\xff")
        assert page.closed_with() == 4400
        answer = people[0].move(table, random)
        other.until_number(answer["number"])
