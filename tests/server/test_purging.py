"""Guests who never played go after a while; whoever plays, or is here, stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import func, select

from kafelki.server import purging
from kafelki.server.settings import Settings
from kafelki.server.storage import forgetting as rows
from kafelki.server.storage import schema
from tests.games.examples import WITHOUT_CHANCE
from tests.server.conftest import NewSettings
from tests.server.players import Player, guest, member, sit_down
from tests.server.running_server import DAY, Server, Time, serving
from tests.server.test_sessions import look_again

DAYS = 30


def is_there(server: Server, player: Player) -> bool:
    with server.context.store.engine.connect() as connection:
        query = select(schema.people.c.id).where(schema.people.c.id == player.person)
        return connection.execute(query).first() is not None


def go_round(server: Server, days: float = DAYS) -> None:
    context = server.context
    server.call(purging.go_round(context.store, context.identity, server.clock, days))


def test_only_guests_without_games_who_were_away_are_removed(new_settings: NewSettings) -> None:
    with serving(new_settings(), Time()) as server:
        idle, left = guest(server, "Idle"), guest(server, "Left")
        table = left.open(WITHOUT_CHANCE, 2, settings={"chat": "everyone"})
        left.does(table, "chat", text="Nikogo tu nie ma")
        left.does(table, "close")
        stay = [guest(server, name) for name in ("Opened", "Won", "Lost", "Watching", "Returned")]
        opened, won, lost, watching, returned = stay
        waiting = opened.open(WITHOUT_CHANCE, 2)
        lost.does(sit_down([won, lost], WITHOUT_CHANCE), "resign")
        stay.append(member(server, "Member"))
        server.clock.pass_by(DAYS * DAY)
        go_round(server)
        assert all(is_there(server, each) for each in (idle, left, *stay))
        server.clock.pass_by(1)
        assert returned.ask("GET", "/me").status_code == 200
        with watching.page(waiting):
            look_again(server)
            go_round(server, days=0)
            assert is_there(server, idle)
            go_round(server)
        assert not is_there(server, idle)
        assert not is_there(server, left)
        assert [each.name for each in stay if not is_there(server, each)] == []
        assert idle.ask("GET", "/me").status_code in (200, 401)
        look_again(server)
        assert idle.ask("GET", "/me").status_code == 401
        assert "Nikogo" not in str(opened.look(table))


def test_who_sits_down_at_the_last_moment_stays(new_settings: NewSettings) -> None:
    with serving(new_settings(), Time()) as server:
        late, idle = guest(server, "Late"), guest(server, "Idle")
        engine = server.context.store.engine
        later = server.clock.now + 1
        with engine.connect() as connection:
            chosen = rows.idle_guests(connection, later, 10)
        assert sorted(chosen) == sorted([late.person, idle.person])
        late.open(WITHOUT_CHANCE, 2)
        with engine.execution_options(writes=True).begin() as connection:
            assert rows.purge(connection, chosen, later, later) == [idle.person]


def test_many_go_in_portions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(purging, "AT_ONCE", 2)
    with serving(Settings(data_folder=tmp_path, rate_limits=0), Time()) as server:
        for number in range(5):
            guest(server, f"Guest {number}")
        server.clock.pass_by(DAYS * DAY + 1)
        go_round(server)
        with server.context.store.engine.connect() as connection:
            count = connection.scalar(select(func.count()).select_from(schema.people))
        assert count == 0


def test_sessions_that_have_ended_unused_are_removed(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path, rate_limits=0, session_days=10)
    with serving(settings, Time()) as server:
        ania = member(server)
        server.clock.pass_by(10 * DAY + 1)
        go_round(server)
        with server.context.store.engine.connect() as connection:
            assert connection.scalar(select(func.count()).select_from(schema.sessions)) == 0
        assert is_there(server, ania)
