"""Deleting one's data: words, labels and names go from everywhere, whoever writes meanwhile."""

from __future__ import annotations

import asyncio
import gzip
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, patch

import pytest
from sqlalchemy import select

from kafelki.server import archive
from kafelki.server.storage import forgetting, schema, sessions
from kafelki.server.storage import people as people_rows
from kafelki.server.storage import tables as table_rows
from kafelki.server.table.entries import Entry
from kafelki.server.tables import Tables
from tests.games.examples import WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Player, guest, member, sit_down
from tests.server.running_server import Server
from tests.server.test_processes import at, both, shared  # noqa: F401  # fixtures
from tests.server.test_sessions import look_again
from tests.waiting import PATIENCE, wait_until

TO_EVERYONE = {"chat": "everyone"}


def everything_kept(server: Server) -> str:
    """Return all that the database says, in one text."""
    with server.context.store.engine.connect() as connection:
        return "\n".join(
            str(row)
            for table in schema.metadata.sorted_tables
            for row in connection.execute(select(table))
        )


def test_no_word_of_mine_is_left_wherever_i_wrote_it(server: Server) -> None:
    ania, kasia = guest(server, "Ania"), guest(server, "Kasia")
    # At a table that was left before the start, and where only others play.
    left = kasia.open(WITHOUT_CHANCE, 2, settings=TO_EVERYONE)
    ania.does(left, "sit")
    ania.does(left, "chat", text="Szeptucha")
    said = kasia.does(left, "chat", text="Nieznośne")["number"] - 1
    ania.ask("POST", f"/tables/{left}/reports", {"number": said, "text": "Skarżypyta"})
    ania.does(left, "leave")
    # On a device of mine, for others, at a table that I have then left.
    lent = ania.open(WITHOUT_CHANCE, 2, seats=[{"label": "Bezimienna"}, {}])
    ania.does(lent, "fill", seat=0, label="Przezwisko")
    ania.does(lent, "fill", seat=0)
    kasia.does(lent, "sit", seat=1)
    for word in ("Szeptucha", "Skarżypyta", "Bezimienna", "Przezwisko"):
        assert word in everything_kept(server)
    assert ania.ask("DELETE", "/me").status_code == 204
    kept = everything_kept(server)
    for word in ("Szeptucha", "Skarżypyta", "Bezimienna", "Przezwisko"):
        assert word not in kept
    assert "Nieznośne" in kept
    assert "Szeptucha" not in str(kasia.look(left))


def test_an_open_page_shows_the_words_no_more(server: Server) -> None:
    ania, kasia = member(server, "Ania"), member(server, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    number = ania.does(table, "chat", text="Tu Ania z Łodzi")["number"] - 1
    with kasia.page(table) as page:
        assert page.entries[number]["text"] == "Tu Ania z Łodzi"
        assert ania.ask("DELETE", "/me").status_code == 204
        while page.entries[number]["text"] or page.state["table"]["seats"][0]["name"] != "—":
            page.receive()


def test_words_go_at_every_process_though_redis_was_away(
    both: tuple[Server, Server],  # noqa: F811
) -> None:
    one, other = both
    ania, kasia = member(one, "Ania"), member(one, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    number = ania.does(table, "chat", text="Tu Ania z Łodzi")["number"] - 1
    far = at(kasia, other)
    with far.page(table) as page:
        assert page.entries[number]["text"] == "Tu Ania z Łodzi"
        with patch.object(one.context.fan_out, "tell"):  # nobody is told
            assert ania.ask("DELETE", "/me").status_code == 204
        checking = look_again(other)
        while page.entries[number]["text"] or page.state["table"]["seats"][0]["name"] != "—":
            page.receive()
        with patch.object(
            other.tables.loaded, "reread", wraps=other.tables.loaded.reread
        ) as reread:
            other.call(checking.look())  # and once is enough
        assert [set(call.args[0]) for call in reread.call_args_list] == [set()]
    assert "Łodzi" not in str(far.look(table))


@contextmanager
def held_before_writing(server: Server) -> Iterator[tuple[threading.Event, threading.Event]]:
    """Hold the next command up when it has been decided; give what says so, and what lets it go."""
    reached, go = threading.Event(), threading.Event()
    write = Tables._write

    async def held(self: Tables, *args: Any) -> None:
        if not reached.is_set() and self is server.tables:
            reached.set()
            await asyncio.to_thread(go.wait, PATIENCE)
        await write(self, *args)

    with patch.object(Tables, "_write", held):
        try:
            yield reached, go
        finally:
            go.set()


def is_deleted(server: Server, player: Player) -> bool:
    with server.context.store.engine.connect() as connection:
        query = select(schema.people.c.deleted).where(schema.people.c.id == player.person)
        return bool(connection.execute(query).scalar_one())


def test_what_another_tab_is_about_to_write_is_not_written_any_more(server: Server) -> None:
    ania, kasia = member(server, "Ania"), member(server, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    kasia.does(table, "resign")
    with ThreadPoolExecutor() as tabs, held_before_writing(server) as (reached, go):
        chat: Future[Any] = tabs.submit(ania.is_refused, table, "chat", text="Zdążę?")
        assert reached.wait(PATIENCE)
        deleting = tabs.submit(ania.ask, "DELETE", "/me")
        wait_until(lambda: is_deleted(server, ania), "the person to be deleted")
        go.set()
        assert chat.result(PATIENCE) == "not-signed-in"
        assert deleting.result(PATIENCE).status_code == 204
    assert "Zdążę" not in everything_kept(server)
    assert "Zdążę" not in str(kasia.look(table))


def test_a_rematch_under_way_elsewhere_does_not_bring_labels_back(
    both: tuple[Server, Server],  # noqa: F811
) -> None:
    """The other process has the label in memory when the log has it no more."""
    one, other = both
    ania, kasia = guest(one, "Ania"), guest(one, "Kasia")
    table = ania.open(WITHOUT_BOARD, 3, seats=[{"me": True}, {"label": "Przezwisko"}, {}])
    kasia.does(table, "sit")
    ania.does(table, "start")
    ania.does(table, "resign")
    far = at(kasia, other)
    ania.does(table, "propose", what="rematch")
    with ThreadPoolExecutor() as tabs, held_before_writing(other) as (reached, go):
        agreeing = tabs.submit(far.does, table, "answer", agree=True)
        assert reached.wait(PATIENCE)
        with patch.object(one.context.fan_out, "tell"):
            assert ania.ask("DELETE", "/me").status_code == 204
        go.set()
        assert agreeing.result(PATIENCE)["ok"]
    rematch = kasia.look(table)["table"]["rematch"]
    assert rematch is not None
    names = sorted(seat["name"] for seat in kasia.look(rematch)["table"]["seats"])
    assert names == sorted(["Kasia", "—", "—"])
    assert "Przezwisko" not in everything_kept(one)


def test_a_transaction_that_writes_words_and_one_that_removes_them(server: Server) -> None:
    """Whichever is first, no words are left: they wait for each other."""
    ania, kasia = member(server, "Ania"), member(server, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    engine = server.context.store.engine.execution_options(writes=True)
    begun = threading.Event()

    def forget() -> list[str]:
        begun.set()
        with engine.begin() as connection:
            return forgetting.forget_person(connection, ania.person, 0)

    with ThreadPoolExecutor(1) as other:
        with engine.begin() as connection:
            state = table_rows.load_state(connection, table)
            assert state is not None
            said = Entry.of(state.number, "chat", 0, {"person": ania.person, "text": "Zdążę"})
            state.apply(said)
            table_rows.append(connection, state, [said])
            forgetting_it = other.submit(forget)
            assert begun.wait(PATIENCE)
        assert forgetting_it.result(PATIENCE) == [table]
    assert "Zdążę" not in everything_kept(server)
    late = Entry.of(state.number, "chat", 0, {"person": ania.person, "text": "Za późno"})
    state.apply(late)
    with pytest.raises(forgetting.Gone), engine.begin() as connection:
        table_rows.append(connection, state, [late])
    assert "Za późno" not in everything_kept(server)


def test_nothing_gives_somebody_who_is_gone_a_name_again(server: Server) -> None:
    ania = guest(server)
    assert ania.ask("DELETE", "/me").status_code == 204
    engine = server.context.store.engine.execution_options(writes=True)
    with engine.begin() as connection:
        people_rows.set_name(connection, ania.person, "Ania", None)
        people_rows.set_password(connection, ania.person, "ania gone", "hash", "anlagone")
        sessions.add(connection, "0" * 64, ania.person, "token", 0)
        assert sessions.held(connection, ["0" * 64], 0) == {}
        query = select(schema.people).where(schema.people.c.id == ania.person)
        row = connection.execute(query).one()
    assert (row.name, row.account, row.password) == ("—", None, None)


def test_a_day_of_the_archive_is_written_again_when_words_were_taken_out_meanwhile(
    tmp_path: Path,
) -> None:
    store = AsyncMock()
    # How much was rewritten before, the file, and after: something was in between at first.
    store.read.side_effect = [(0, 0), None, (1, 7), (1, 7), None, (1, 7)]
    asyncio.run(archive.keep_day(store, tmp_path, "2026-03-04"))
    written = [call for call in store.read.call_args_list if call.args[0] is archive.write_day]
    assert len(written) == 2


def test_the_archive_loses_the_names_of_those_on_a_device_too(sqlite_server: Server) -> None:
    ania = guest(sqlite_server, "Ania")
    table = ania.open(WITHOUT_CHANCE, 2, seats=[{"label": "Przezwisko"}, {"label": "Bezimienna"}])
    ania.does(table, "start")
    ania.does(table, "resign", seat=0)
    folder = sqlite_server.settings.data_folder
    store = sqlite_server.context.store
    sqlite_server.call(archive.keep_day(store, folder, "2026-03-04"))
    file = archive.folder(folder) / "2026-03-04.jsonl.gz"
    assert "Przezwisko" in gzip.decompress(file.read_bytes()).decode()
    assert ania.ask("DELETE", "/me").status_code == 204
    text = gzip.decompress(file.read_bytes()).decode()
    assert table in text
    assert "Przezwisko" not in text
    assert "Bezimienna" not in text
