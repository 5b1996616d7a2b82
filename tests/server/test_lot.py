"""Who starts at a table: drawn by lot from the committed seed, unless the host chooses."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from kafelki.play.chance import drawn_to_start
from kafelki.play.header import Header
from kafelki.play.record import parse_record
from kafelki.server.storage import schema
from kafelki.server.table import reading
from kafelki.server.table.entries import Entry
from kafelki.server.table.seat import Seat
from kafelki.server.table.seating import opened
from kafelki.server.table.set_aside import Unreadable
from kafelki.server.table.settings import TableSettings
from kafelki.server.table.state import Secret, TableState
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Json, Player, guest, member, sit_down
from tests.server.running_server import Server

ZERO = Secret(bytes(32))
"""Draws number 2 of four, and number 0 of two or three: see the tests of the lot itself."""


def names_of(seen: Json) -> list[str | None]:
    return [seat["name"] for seat in seen["table"]["seats"]]


def start_entry(seen: Json) -> Json:
    (entry,) = [entry for entry in seen["entries"] if entry["kind"] == "start"]
    return dict(entry)


def at_table(server: Server, game: str, players: int, **more: object) -> tuple[str, list[Player]]:
    """Return an open table at which people sit in the order of their names."""
    people = [guest(server, name) for name in ("Ania", "Kasia", "Julia", "Feliks")[:players]]
    table = people[0].open(game, players, **more)
    for person in people[1:]:
        person.does(table, "sit", salt="0f")
    return table, people


@pytest.mark.parametrize(
    ("game", "players"), [(WITHOUT_CHANCE, 2), (WITH_RACKS, 3), (WITHOUT_BOARD, 4)]
)
def test_who_starts_is_drawn_and_anybody_can_check_it(
    server: Server, game: str, players: int
) -> None:
    table, people = at_table(server, game, players, salt="ab")
    before = names_of(people[0].look(table))
    people[0].does(table, "start", first=None)
    seen = people[0].look(table)
    first = start_entry(seen)["first"]
    assert start_entry(seen)["lot"] is True
    assert names_of(seen) == before[first:] + before[:first]
    for number, person in enumerate(people):
        assert person.look(table)["you"]["seats"] == [(number - first) % players]
    for person in people:
        if people[0].look(table)["table"]["status"] == "playing":
            person.does(table, "resign")
    over = people[0].look(table)["table"]
    seed, salt = bytes.fromhex(over["seed"]), bytes.fromhex(over["salt"])
    assert drawn_to_start(seed, salt, players) == first
    record = people[0].get(f"/tables/{table}/record")
    assert record["lot"] == first
    assert [seat["name"] for seat in record["seats"]] == names_of(seen)
    parse_record(record).verify()


def test_over_many_tables_everybody_starts(server: Server) -> None:
    ania = guest(server)
    seats = [{"me": True}, {"bot": "level-1"}]
    starts = set()
    for _ in range(64):  # all the same once in 2 ** 63 times
        table = ania.open(WITHOUT_CHANCE, 2, seats=seats, start=True, first=None)
        starts.add(ania.look(table)["you"]["seats"][0])
        if len(starts) == 2:
            return
    pytest.fail("the same one starts always")


def test_the_host_may_choose_who_starts(server: Server) -> None:
    table, people = at_table(server, WITH_RACKS, 3)
    assert people[0].is_refused(table, "start", first=3) == "conflict"
    assert people[0].is_refused(table, "start", first=-1) == "malformed"
    people[0].does(table, "start", first=2)
    seen = people[0].look(table)
    assert names_of(seen) == [people[2].name, people[0].name, people[1].name]
    assert "lot" not in start_entry(seen)
    people[0].does(table, "resign")
    people[1].does(table, "resign")
    assert "lot" not in people[0].get(f"/tables/{table}/record")


def test_the_host_may_choose_when_the_table_is_opened(server: Server) -> None:
    ania = guest(server)
    seats = [{"me": True}, {"bot": "level-1"}, {"label": "Ola"}]
    table = ania.open(WITH_RACKS, 3, seats=seats, start=True, first=1)
    assert ania.look(table)["you"]["seats"] == [1, 2]
    body = {"game": WITH_RACKS, "players": 3, "seats": seats, "start": True, "first": 3}
    assert ania.ask("POST", "/tables", body).json()["code"] == "conflict"


def test_in_a_rated_game_nobody_chooses(server: Server) -> None:
    people = [member(server, name) for name in ("Ania", "Kasia")]
    table = people[0].open(WITHOUT_CHANCE, 2, settings={"rated": True})
    people[1].does(table, "sit")
    assert people[0].is_refused(table, "start", first=0) == "forbidden"
    people[0].does(table, "start", first=None)
    assert start_entry(people[0].look(table))["lot"] is True


def test_nobody_is_drawn_where_nobody_moves_first(server: Server) -> None:
    ania = guest(server)
    for game, players, others in ((AT_ONCE, 2, [{"bot": "level-1"}]), (WITH_RACKS, 1, [])):
        table = ania.open(game, players, seats=[{"me": True}, *others], start=True, first=None)
        seen = ania.look(table)
        assert seen["you"]["seats"] == [0]
        assert "lot" not in start_entry(seen)


def test_in_a_rematch_the_next_one_starts(server: Server) -> None:
    table, people = at_table(server, WITHOUT_CHANCE, 2)
    people[0].does(table, "start", first=1)
    people[0].does(table, "resign")
    people[0].does(table, "propose", what="rematch")
    people[1].does(table, "answer", agree=True)
    again = people[0].look(people[0].look(table)["table"]["rematch"])
    assert names_of(again) == [people[0].name, people[1].name]
    assert "lot" not in start_entry(again)


def test_the_database_knows_who_sits_where_afterwards(server: Server) -> None:
    table, people = at_table(server, WITHOUT_CHANCE, 2)
    people[0].does(table, "start", first=1)
    s = schema.seatings.c
    query = select(s.seat, s.person).where(s.table_id == table).order_by(s.seat)
    rows = server.call(
        server.context.store.read(lambda connection: list(connection.execute(query)))
    )
    assert [row.person for row in rows] == [people[1].person, people[0].person]
    server.drop_caches()
    seen = people[0].look(table)
    assert names_of(seen) == [people[1].name, people[0].name]
    (mine,) = [each for each in people[1].get("/me/tables") if each["table"]["id"] == table]
    assert mine["my_turn"] is True
    assert [seat["name"] for seat in mine["table"]["seats"]] == names_of(seen)


def test_partners_stay_partners(server: Server) -> None:
    table, people = at_table(server, WITH_PAIRS, 4, variant="pairs")
    people[0].does(table, "start", first=None)
    seats = [person.look(table)["you"]["seats"][0] for person in people]
    assert seats[0] % 2 == seats[2] % 2 != seats[1] % 2 == seats[3] % 2


# The log


def log_of_four() -> TableState:
    seats = [Seat(person=person) for person in ("ania", "kasia", "julia", "feliks")]
    return opened(Header(WITHOUT_BOARD, 4), TableSettings(), "ania", seats, 1000, ZERO)


def started(*extra: Entry, **data: object) -> TableState:
    entries = [*log_of_four().entries, Entry.of(1, "start", 2000, {"salt": "", **data}), *extra]
    return reading.table_of("abcdefghij", ZERO, entries)


def test_a_log_says_from_which_seat_on_they_play() -> None:
    assert started(first=2, lot=True).people == ["julia", "feliks", "ania", "kasia"]
    assert started(first=2, lot=True).drawn == 2
    assert started(first=1).people == ["kasia", "julia", "feliks", "ania"]
    assert started(first=1).drawn is None


def test_an_older_log_says_nothing_of_it_and_nobody_moves() -> None:
    assert started().people == ["ania", "kasia", "julia", "feliks"]


@pytest.mark.parametrize("first", [4, -1, "2", None, 1.5])
def test_a_log_that_names_no_seat_is_not_understood(first: object) -> None:
    with pytest.raises(Unreadable):
        started(first=first)


def test_everybody_hears_from_whom_who_sits_down_that_they_play(server: Server) -> None:
    """Whoever sat before the start has the seat that the lot gave them, on every open page."""
    people = [guest(server, name) for name in ("Ania", "Kasia")]
    table = people[0].open(WITHOUT_CHANCE, 2)
    with people[1].page(table) as page:
        people[1].does(table, "sit")
        answer = people[0].does(table, "start", first=1)
        page.until_number(answer["number"])
        assert page.state["you"]["seats"] == [0]
        assert page.game["viewer"] == 0
        assert page.game["legal"]["moves"]


def test_sitting_down_in_a_test_is_in_order(server: Server) -> None:
    people = [guest(server, name) for name in ("Ania", "Kasia", "Julia")]
    table = sit_down(people, WITH_RACKS)
    assert names_of(people[0].look(table)) == [person.name for person in people]
