"""Tables before the game: opening, sitting, leaving, filling seats, the lobby, closing."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from kafelki.play.record import parse_record
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import guest, new_command, seated
from tests.server.running_server import DAY, Server


def ids(listed: list[dict[str, Any]]) -> list[str]:
    return [table["id"] for table in listed]


def test_a_new_table_waits_in_the_lobby_with_its_commitment(server: Server) -> None:
    ania = guest(server)
    table = ania.open(WITH_PAIRS, 3)
    assert table in ids(ania.get("/tables"))
    assert table not in ids(ania.get("/tables", playing=True))
    seen = ania.look(table)
    assert seen["table"]["status"] == "open"
    assert seen["table"]["host"] == ania.person
    assert [seat["name"] for seat in seen["table"]["seats"]] == ["Ania", None, None]
    assert len(seen["table"]["commitment"]) == 64
    assert seen["table"]["seed"] is None
    assert seen["game"] is None
    assert seen["you"] == {
        "person": ania.person,
        "seats": [0],
        "host": True,
        "looking_as": 0,
    }


def test_each_seat_can_be_mine_a_bots_open_or_another_persons_on_this_device(
    server: Server,
) -> None:
    ania = guest(server)
    seats = [{"bot": "level-2"}, {"me": True}, {}, {"label": "Julia"}]
    table = ania.open(WITH_PAIRS, 4, variant="pairs", options={"talk": True}, seats=seats)
    shown = ania.look(table)["table"]
    assert [seat["bot"] for seat in shown["seats"]] == ["level-2", None, None, None]
    assert [seat["name"] for seat in shown["seats"][1:]] == ["Ania", None, "Julia"]
    assert [seat["hot_seat"] for seat in shown["seats"]] == [False, False, False, True]
    assert shown["options"] == {"talk": True}
    assert ania.look(table)["you"]["seats"] == [1, 3]


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess", "players": 2},
        {"game": WITHOUT_CHANCE, "players": 3},
        {"game": WITHOUT_CHANCE, "players": 2, "options": {"size": 4}},
        {"game": WITH_RACKS, "players": 2, "variant": "pairs"},
        {"game": WITH_RACKS, "players": 2, "seats": [{"me": True}]},
        {"game": WITH_RACKS, "players": 2, "seats": [{"me": True}, {"me": True}]},
        {"game": WITH_RACKS, "players": 2, "seats": [{"me": True}, {"bot": "level-9"}]},
        {"game": WITH_RACKS, "players": 2, "seats": [{}, {"bot": "level-1", "label": "Ola"}]},
        {"game": WITH_RACKS, "players": 2, "seats": [{"me": True, "bot": "level-1"}, {}]},
        {"game": WITH_RACKS, "players": 2, "seats": [{"me": True, "label": "Ola"}, {}]},
        {"game": WITH_RACKS, "players": 2, "settings": {"clock": {"kind": "days", "days": 0}}},
        {"game": WITH_RACKS, "players": 2, "salt": "xyz"},
        {"game": WITH_RACKS, "players": 2, "secret": 1},
    ],
    ids=str,
)
def test_a_table_that_cannot_be_is_refused_with_words(
    server: Server, wrong: dict[str, Any]
) -> None:
    response = guest(server).ask("POST", "/tables", wrong)
    assert (response.status_code, response.json()["code"]) == (422, "malformed")
    assert all(response.json()["text"][language] for language in ("en", "pl"))


def test_opening_a_table_needs_a_name(server: Server) -> None:
    response = server.http.post(
        f"{server.url}/api/tables", json={"game": WITHOUT_CHANCE, "players": 2}
    )
    assert (response.status_code, response.json()["code"]) == (401, "not-signed-in")


def test_people_sit_where_they_like_once(server: Server) -> None:
    ania, kasia, julia = (guest(server, name) for name in ("Ania", "Kasia", "Julia"))
    table = ania.open(WITHOUT_BOARD, 3)
    kasia.does(table, "sit", seat=2)
    assert kasia.is_refused(table, "sit", seat=1) == "conflict"
    assert julia.is_refused(table, "sit", seat=2) == "conflict"
    assert julia.is_refused(table, "sit", seat=0) == "conflict"
    assert julia.is_refused(table, "sit", seat=3) == "conflict"
    julia.does(table, "sit")
    assert julia.look(table)["you"]["seats"] == [1]
    late = guest(server, "Ola")
    assert late.is_refused(table, "sit") == "conflict"


def test_a_table_starts_when_it_is_full_and_its_host_says_so(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(WITHOUT_CHANCE, 2)
    assert ania.is_refused(table, "start") == "conflict"
    kasia.does(table, "sit")
    before = ania.look(table)["table"]["commitment"]
    assert kasia.is_refused(table, "start") == "forbidden"
    ania.does(table, "start")
    shown = kasia.look(table)
    assert shown["table"]["status"] == "playing"
    assert shown["table"]["commitment"] == before
    assert shown["table"]["seed"] is None
    assert table in ids(kasia.get("/tables", playing=True))
    assert table not in ids(kasia.get("/tables"))
    assert ania.is_refused(table, "start") == "conflict"
    assert kasia.is_refused(table, "leave") == "conflict"
    assert guest(server).is_refused(table, "sit") == "conflict"


def test_the_host_fills_empty_seats_with_bots_which_then_play(
    server: Server, random: Random
) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(WITHOUT_BOARD, 4)
    kasia.does(table, "sit", seat=1)
    assert kasia.is_refused(table, "fill", seat=2, bot="level-1") == "forbidden"
    assert ania.is_refused(table, "fill", seat=1, bot="level-1") == "conflict"
    assert ania.is_refused(table, "fill", seat=2, bot="best") == "malformed"
    ania.does(table, "fill", seat=2, bot="level-1")
    ania.does(table, "fill", seat=3, bot="level-5")
    ania.does(table, "start")
    people = [ania, kasia]
    with kasia.page(table) as page:
        for _ in range(8):  # to place and to take, twice around
            while page.game["to_act"][0] > 1:
                page.until("update")
            answer = people[page.game["to_act"][0]].move(table, random)
            page.until_number(answer["number"])
    moved = {entry["event"]["seat"] for entry in page.entries.values() if entry["kind"] == "move"}
    assert moved == {0, 1, 2, 3}


def test_the_host_can_open_a_seat_again(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(WITHOUT_CHANCE, 2, seats=[{"me": True}, {"bot": "level-1"}])
    assert kasia.is_refused(table, "sit") == "conflict"
    ania.does(table, "fill", seat=1)
    kasia.does(table, "sit")
    assert kasia.look(table)["you"]["seats"] == [1]


def test_two_people_share_one_device(server: Server, random: Random) -> None:
    ania = guest(server)
    seats = [{"me": True}, {"label": "Julia"}]
    table = ania.open(WITH_RACKS, 2, seats=seats, start=True)
    mine, hers = ania.look(table, seat=0)["game"], ania.look(table, seat=1)["game"]
    assert [hand["hidden"] for hand in mine["hands"]] == [0, 5]
    assert [hand["hidden"] for hand in hers["hands"]] == [5, 0]
    # Without a wish, one looks through the eyes of the seat that is to act.
    assert ania.look(table)["you"]["looking_as"] == 0
    ania.move(table, random, seat=0)
    seen = ania.look(table)
    assert seen["you"]["looking_as"] == seen["game"]["to_act"][0]


def test_somebody_who_leaves_makes_room_and_the_next_is_host(server: Server) -> None:
    ania, kasia, julia = (guest(server, name) for name in ("Ania", "Kasia", "Julia"))
    table = ania.open(AT_ONCE, 2)
    assert kasia.is_refused(table, "leave") == "forbidden"
    kasia.does(table, "sit")
    ania.does(table, "leave")
    assert kasia.look(table)["you"]["host"] is True
    julia.does(table, "sit")
    kasia.does(table, "start")
    assert kasia.look(table)["table"]["status"] == "playing"


def test_a_table_that_everybody_left_is_closed(server: Server) -> None:
    ania = guest(server)
    table = ania.open(AT_ONCE, 2)
    ania.does(table, "leave")
    assert ania.look(table)["table"]["status"] == "closed"
    assert table not in ids(ania.get("/tables"))
    assert guest(server).is_refused(table, "sit") == "conflict"


def test_the_host_can_close_a_table(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(AT_ONCE, 2)
    kasia.does(table, "sit")
    assert kasia.is_refused(table, "close") == "forbidden"
    ania.does(table, "close")
    assert ania.is_refused(table, "start") == "conflict"
    assert ania.is_refused(table, "close") == "conflict"


def test_what_cannot_be_done_at_a_closed_table_is_refused_for_that(server: Server) -> None:
    ania = guest(server)
    table = ania.open(WITHOUT_CHANCE, 2)
    ania.does(table, "close")
    for command in (
        new_command("move", move="XO e5 f5", expected=0),
        new_command("resign"),
        new_command("propose", what="rematch"),
        new_command("start"),
    ):
        assert ania.send(table, command)["text"]["en"] == "The table is closed."


def test_a_private_table_is_reached_by_its_code_alone(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(WITHOUT_CHANCE, 2, settings={"private": True})
    assert table not in ids(kasia.get("/tables"))
    assert len(table) == 10
    kasia.does(table, "sit")
    ania.does(table, "start")
    assert table not in ids(kasia.get("/tables", playing=True))


@pytest.mark.parametrize("unknown", ["aaaaaaaaaa", "short", "AAAAAAAAAA", "aaaaaaaaa%00"])
def test_a_table_that_is_not_there_is_not_found_by_any_way(server: Server, unknown: str) -> None:
    ania = guest(server)
    for path in ("", "/at/0", "/record"):
        assert ania.ask("GET", f"/tables/{unknown}{path}").status_code == 404
    body = {"type": "sit", "id": "x"}
    assert ania.ask("POST", f"/tables/{unknown}/commands", body).json()["code"] == "not-found"


def test_my_tables_come_in_the_order_in_which_they_wait_for_me(
    own_server: Server, random: Random
) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    tables = []
    for _ in range(4):
        table = ania.open(WITHOUT_CHANCE, 2)
        kasia.does(table, "sit")
        ania.does(table, "start")
        tables.append(table)
        own_server.clock.pass_by(1000)
    own_server.clock.pass_by(1000)
    ania.move(tables[0], random)
    mine = [each["table"]["id"] for each in ania.get("/me/tables")]
    assert mine == [tables[1], tables[2], tables[3], tables[0]]
    assert [each["my_turn"] for each in ania.get("/me/tables")] == [True, True, True, False]
    assert [each["my_turn"] for each in kasia.get("/me/tables")] == [True, False, False, False]
    assert ania.get("/me/tables", over=True) == []


def test_devices_add_to_the_chance_of_the_game(server: Server, random: Random) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    table = ania.open(WITH_RACKS, 2, salt="0a0b")
    kasia.does(table, "sit", salt="ff")
    kasia.does(table, "salt", salt="c0ffee")
    assert guest(server).is_refused(table, "salt", salt="00") == "forbidden"
    ania.does(table, "start")
    assert kasia.is_refused(table, "salt", salt="00") == "conflict"
    assert kasia.look(table)["table"]["salt"] == "0a0bc0ffee"
    ania.does(table, "resign")
    record = parse_record(kasia.get(f"/tables/{table}/record"))
    assert record.salt.hex() == "0a0bc0ffee"
    assert len(record.verify().events) == len(record.events) > 0


def test_a_table_forgotten_for_a_week_is_closed(own_server: Server) -> None:
    ania = guest(own_server)
    table = ania.open(WITHOUT_CHANCE, 2)
    playing, _ = seated(own_server, WITHOUT_CHANCE, 2)
    own_server.clock.pass_by(7 * DAY - 1000)
    own_server.call(own_server.context.upkeep.close_forgotten())
    assert ania.look(table)["table"]["status"] == "open"
    own_server.clock.pass_by(2000)
    own_server.call(own_server.context.upkeep.close_forgotten())
    assert ania.look(table)["table"]["status"] == "closed"
    assert ania.look(playing)["table"]["status"] == "playing"


def test_what_there_is_to_play_is_told(server: Server) -> None:
    ania = guest(server)
    games = {game["id"]: game for game in ania.get("/games")}
    assert set(games) == {WITH_RACKS, WITH_PAIRS, AT_ONCE, WITHOUT_CHANCE, WITHOUT_BOARD}
    assert games[AT_ONCE]["simultaneous"] is True
    assert [game for game in games if not games[game]["draws"]] == [WITHOUT_CHANCE]
    assert all(len(game["levels"]) == 5 for game in games.values())
    for name, game in games.items():
        assert ania.get(f"/games/{name}/appearance")["colours"]
        for language in ("en", "pl"):
            rules = ania.ask("GET", f"/games/{name}/rules", params={"language": language})
            assert game["name"][language].split()[0].lower() in rules.text.lower()
    tiles = ania.get(f"/games/{WITHOUT_BOARD}/appearance")
    heart, yellow = tiles["shapes"]["h"], tiles["colours"]["Y"]
    assert yellow["forms"][heart["gender"]]["pl"] == "żółte"
