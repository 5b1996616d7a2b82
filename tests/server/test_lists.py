"""Lists of tables: what they show, from how many queries, in which order, and how many."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import Connection, event, text

from kafelki.server.storage import lobby, upkeep
from kafelki.server.storage import tables as table_rows
from kafelki.server.storage.lobby import Room
from kafelki.server.table import views, visibility
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_CHANCE
from tests.server import every_kind
from tests.server.players import Json, Player, guest, sit_down
from tests.server.running_server import DAY, Server

HTML = {"Sec-Fetch-Dest": "document", "Accept": "text/html"}


@pytest.fixture(scope="module")
def filled(server: Server) -> Server:
    """A server with tables in which everything has happened that can."""
    every_kind.fill(server)
    return server


def listed(server: Server, status: str) -> list[Json]:
    return server.call(server.context.lobby.public(status))


def ids(tables: list[Json]) -> list[str]:
    return [each["id"] for each in tables]


@contextmanager
def counted(server: Server) -> Iterator[dict[str, int]]:
    """Count what is asked of the database on behalf of people, and the tables that are loaded."""
    seen = {"statements": 0, "loaded": 0}
    store = server.context.store
    read = store.read

    def statement(connection: Any, cursor: Any, words: str, *_: Any) -> None:
        seen["statements"] += words != "BEGIN"

    async def count(job: Any, *args: Any, **more: Any) -> Any:
        if job.__module__ == upkeep.__name__:  # the server's own, from time to time
            return await read(job, *args, **more)
        seen["loaded"] += job is table_rows.load_state

        def counting(connection: Connection) -> Any:
            event.listen(connection, "before_cursor_execute", statement)
            return job(connection, *args, **more)

        return await read(counting)

    store.read = count  # type: ignore[method-assign]
    try:
        yield seen
    finally:
        store.read = read  # type: ignore[method-assign]


def test_a_list_shows_what_the_tables_themselves_show(filled: Server) -> None:
    states = {}
    for person in filled.call(filled.context.store.read(_everybody)):
        for over in (False, True):
            for each in filled.call(filled.context.lobby.of(person, over)):
                table = each["table"]["id"]
                state, live = filled.call(filled.tables.loaded.state_for(table, person))
                here = filled.tables.audience.here(table)
                seed_is_out = visibility.seed_is_out(state, filled.clock.now)
                assert each["table"] == views.table_view(
                    state, live.names, here, seed_is_out, live.members
                )
                assert each["my_turn"] == (person in state.people_to_act)
                assert each["changed"] == state.changed_at
                states[table] = state.status
    assert set(states.values()) == {"open", "playing", "over"}
    for status in ("open", "playing"):
        for view in listed(filled, status):
            state, live = filled.call(filled.tables.loaded.state_for(view["id"], None))
            here = filled.tables.audience.here(view["id"])
            assert view == views.table_view(state, live.names, here, members=live.members)
            assert not state.settings.private
            states.pop(view["id"])
    assert AT_ONCE not in {view["game"] for view in listed(filled, "playing") if view["daily"]}


def _everybody(connection: Any) -> list[str]:
    return list(connection.execute(text("select id from people")).scalars())


def test_names_and_who_is_here_are_those_of_now(server: Server) -> None:
    ania = guest(server, "Zosia")
    seats = [{"me": True}, {"label": "Ola"}, {}]
    table = ania.open(WITH_RACKS, 3, seats=seats)
    (view,) = [each for each in ania.get("/tables") if each["id"] == table]
    assert [seat["name"] for seat in view["seats"]] == ["Zosia", "Ola", None]
    assert [seat["here"] for seat in view["seats"]] == [False, False, None]
    assert ania.ask("PATCH", "/me", {"name": "Zofia"}).status_code == 200
    with ania.page(table):
        (view,) = [each for each in ania.get("/tables") if each["id"] == table]
        assert [seat["name"] for seat in view["seats"]] == ["Zofia", "Ola", None]
        assert [seat["here"] for seat in view["seats"]] == [True, True, None]
    ania.does(table, "leave")


def test_a_list_plays_no_game_again_and_asks_the_database_once(filled: Server) -> None:
    filled.drop_caches()
    filled.tables.audience.tables.clear()
    with counted(filled) as seen:
        listed(filled, "open")
        listed(filled, "playing")
        for person in filled.call(filled.context.store.read(_everybody))[:3]:
            filled.call(filled.context.lobby.of(person))
    assert seen == {"statements": 5 + 1, "loaded": 0}  # and one for the people


def test_the_home_page_takes_a_few_queries_whatever_there_is(filled: Server) -> None:
    ania = guest(filled, "Ania")
    for _ in range(5):
        ania.open(WITHOUT_CHANCE, 2)
    cookie = {"Cookie": f"kafelki={ania.token}"}
    with counted(filled) as seen:
        response = filled.http.get(filled.url, headers=HTML | cookie)
    assert response.status_code == 200
    assert '"/api/me/tables"' in response.text
    assert seen["loaded"] == 0
    # Who asks (if that is not known), what is theirs, three lists, three for today's challenge.
    assert seen["statements"] <= 8
    for table in ids([each["table"] for each in ania.get("/me/tables")]):
        ania.does(table, "leave")


def test_a_list_is_made_for_tables_that_have_none_yet(own_server: Server) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    room = ania.open(WITH_RACKS, 3, seats=[{"me": True}, {"label": "Ola"}, {}])
    game = sit_down([ania, kasia], WITHOUT_CHANCE)
    before = [ania.get("/tables"), ania.get("/me/tables")]
    forget = text("update tables set view = null")
    nameless = text("update seatings set label = null")

    def empty(connection: Any) -> None:
        connection.execute(forget)
        connection.execute(nameless)

    own_server.call(own_server.context.store.write(empty))
    assert [ania.get("/tables"), ania.get("/me/tables")] == before
    with counted(own_server) as seen:
        assert [ania.get("/tables"), ania.get("/me/tables")] == before
    assert seen["loaded"] == 0
    own_server.call(own_server.context.store.write(empty))
    own_server.call(own_server.context.upkeep.list_tables())
    missing = own_server.call(own_server.context.store.read(upkeep.tables_without_view))
    assert missing == []
    assert [ania.get("/tables"), ania.get("/me/tables")] == before
    assert {room, game} == {each["table"]["id"] for each in before[1]}


# The order


def test_one_host_does_not_fill_the_first_page(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lobby, "PAGE", 4)
    ania, kasia, julia = (guest(own_server, name) for name in ("Ania", "Kasia", "Julia"))
    first = _opened(own_server, kasia)
    second = _opened(own_server, julia)
    many = [_opened(own_server, ania) for _ in range(5)]
    own = [_opened(own_server, kasia)]
    page = ids(ania.get("/tables"))
    # The newest of each, then the next newest of each.
    assert page == [*own, many[4], second, many[3]]
    assert ids(ania.get("/tables", after=page[-1])) == [first, many[2], many[1], many[0]]
    assert ania.get("/tables", after=many[0]) == []
    # A table that has left the list meanwhile still says where the next page begins.
    own_server.clock.pass_by(1000)
    ania.does(many[3], "close")  # which is its newest change: nothing older is left out
    assert ids(ania.get("/tables", after=many[3])) == [*own, many[4], second, many[2]]
    assert ids(ania.get("/tables", after="nosuchtable")) == ids(ania.get("/tables"))


def test_my_own_tables_come_page_by_page(
    own_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    waiting = [_opened(own_server, ania) for _ in range(3)]
    playing = []
    for _ in range(2):
        own_server.clock.pass_by(1000)
        seats = [{"me": True}, {"label": "Ola"}]
        playing.append(ania.open(WITHOUT_CHANCE, 2, seats=seats, start=True))
    whole = own_tables(ania)
    # My turn: the longest waiting first. Then those that wait for somebody else, newest first.
    assert whole == [*playing, *reversed(waiting)]
    monkeypatch.setattr(lobby, "PAGE", 2)
    assert own_tables(ania) == whole[:2]
    assert own_tables(ania, after=whole[1]) == whole[2:4]
    assert own_tables(ania, after=whole[3]) == whole[4:]
    assert own_tables(ania, after=whole[4]) == []
    for unknown in ("nosuchtable", _opened(own_server, kasia)):
        assert own_tables(ania, after=unknown) == whole[:2]
    for table in playing:
        own_server.clock.pass_by(1000)
        ania.does(table, "resign")
    assert own_tables(ania, over=True) == playing[::-1]
    assert own_tables(ania, over=True, after=playing[1]) == playing[:1]


def own_tables(person: Player, **query: Any) -> list[str]:
    """Return the ids of a page of somebody's own tables."""
    return [each["table"]["id"] for each in person.get("/me/tables", **query)]


def _opened(server: Server, host: Player) -> str:
    server.clock.pass_by(1000)
    return host.open(WITHOUT_CHANCE, 2)


def test_what_is_private_or_a_days_challenge_is_in_nobody_elses_list(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    private = ania.open(WITHOUT_CHANCE, 2, settings={"private": True})
    daily = ania.ask("POST", f"/daily/{AT_ONCE}").json()["id"]
    server.call(
        server.context.store.write(
            lambda c: c.execute(
                text("update tables set private = false where id = :table"), {"table": daily}
            )
        )
    )
    for playing in (False, True):
        assert not {private, daily} & set(ids(kasia.get("/tables", playing=playing)))
    mine = {each["table"]["id"]: each["table"] for each in ania.get("/me/tables")}
    assert set(mine) == {private, daily}
    assert mine[daily]["seed"] is None
    ania.does(daily, "resign")
    (over,) = ania.get("/me/tables", over=True)
    assert (over["table"]["id"], over["table"]["seed"]) == (daily, None)
    server.clock.pass_by(DAY)
    (over,) = ania.get("/me/tables", over=True)
    assert len(over["table"]["seed"]) == 64


# How many


def test_tables_that_wait_for_people_are_limited_by_person_and_by_address(
    own_server: Server,
) -> None:
    own_server.context.room = Room(of_person=2, of_address=3)
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    own = [ania.open(WITHOUT_CHANCE, 2), ania.open(WITHOUT_CHANCE, 2, settings={"private": True})]
    response = ania.ask("POST", "/tables", {"game": WITHOUT_CHANCE, "players": 2})
    assert response.status_code == 429
    assert response.json()["code"] == "too-many"
    assert "No more than 2 tables" in response.json()["text"]["en"]
    assert "najwyżej tyle stołów" in response.json()["text"]["pl"]
    # A game that begins at once does not wait for anybody.
    bot = ania.open(WITHOUT_CHANCE, 2, seats=[{"me": True}, {"bot": "level-1"}], start=True)
    kasia.open(WITHOUT_CHANCE, 2)
    response = kasia.ask("POST", "/tables", {"game": WITHOUT_CHANCE, "players": 2})
    assert "No more than 3 tables" in response.json()["text"]["en"]
    # There is room again once a game begins, or a table is closed.
    kasia.does(own[0], "sit")
    ania.does(own[0], "start")
    third = kasia.open(WITHOUT_CHANCE, 2)
    kasia.does(third, "close")
    ania.open(WITHOUT_CHANCE, 2)
    assert {own[0], bot} < {each["table"]["id"] for each in ania.get("/me/tables")}


def test_the_address_is_kept_only_while_a_table_waits(own_server: Server) -> None:
    ania, kasia = guest(own_server, "Ania"), guest(own_server, "Kasia")
    table = ania.open(WITHOUT_CHANCE, 2)

    def address(connection: Any) -> Any:
        query = text("select opened_from from tables where id = :table")
        return connection.execute(query, {"table": table}).scalar_one()

    assert own_server.call(own_server.context.store.read(address)) == "127.0.0.1"
    kasia.does(table, "sit")
    assert own_server.call(own_server.context.store.read(address)) == "127.0.0.1"
    ania.does(table, "start")
    assert own_server.call(own_server.context.store.read(address)) is None
