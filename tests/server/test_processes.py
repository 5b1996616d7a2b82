"""Several server processes on PostgreSQL and Redis; and bots that outlive the one they were in."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import astuple, replace
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import AsyncMock, Mock, patch

import pytest

from kafelki.server.checking import Checking
from kafelki.server.settings import Settings
from kafelki.server.storage import tables as table_rows
from kafelki.server.table.state import TableState
from kafelki.server.worker_pool import LocalPool
from tests.games.examples import AT_ONCE, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.conftest import NewSettings, settings_for
from tests.server.players import Json, Player, guest, member, sit_down
from tests.server.running_server import SECOND, QuickPool, Server, Time, serving
from tests.server.server_process import ServerProcess
from tests.server.services import Redis
from tests.waiting import wait_until


@pytest.fixture
def shared(request: pytest.FixtureRequest, redis: Redis, tmp_path: Path) -> Settings:
    """The settings of servers that share PostgreSQL and Redis."""
    return replace(settings_for(request, "postgresql", tmp_path), redis_url=redis.url)


@pytest.fixture
def both(shared: Settings) -> Iterator[tuple[Server, Server]]:
    """Two servers with one clock."""
    time = Time()
    with serving(shared, time) as one, serving(shared, time) as other:
        yield one, other


def at(player: Player, server: Any) -> Player:
    """Return the same person, talking to another process."""
    return replace(player, server=server)


def test_two_processes_serve_one_table_to_its_end(shared: Settings, random: Random) -> None:
    """What one process shows is played at the other, at once, in processes of their own."""
    with ExitStack() as stack:
        servers = [ServerProcess(shared) for _ in range(2)]
        for server in servers:
            stack.callback(server.close)
        people = [guest(servers[0], name) for name in ("Ania", "Kasia", "Julia")]
        table = sit_down(people, WITHOUT_BOARD)
        watching = stack.enter_context(at(people[0], servers[1]).page(table))
        moves: list[tuple[int, str]] = []
        while True:
            here, there = random.sample(servers, 2)
            seen = at(people[0], here).look(table)
            if seen["table"]["status"] == "over":
                break
            seat = seen["game"]["to_act"][0]
            view = at(people[seat], here).look(table)["game"]
            move = random.choice(view["legal"]["moves"])
            answer = at(people[seat], there).does(table, "move", move=move, expected=view["after"])
            moves.append((seat, move))
        watching.until_number(answer["number"])
        logged = [
            (entry["event"]["seat"], entry["event"]["move"])
            for entry in watching.entries.values()
            if entry["kind"] == "move"
        ]
        assert logged == moves
        shown = [at(people[1], server).look(table) for server in servers]
        assert shown[0]["game"] == shown[1]["game"]
        assert shown[0]["entries"] == shown[1]["entries"]


def test_live_updates_presence_chat_and_names_cross(both: tuple[Server, Server]) -> None:
    one, other = both
    ania, kasia = member(one, "Ania"), member(one, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    with ania.page(table) as page:
        with at(kasia, other).page(table) as far:
            page.until("presence", here=sorted([ania.person, kasia.person]))
            move = page.game["legal"]["moves"][0]
            answer = page.command("move", move=move, expected=0)
            far.until_number(answer["number"], 3)
            assert far.game["legal"] is not None
            said = at(kasia, other).does(table, "chat", text="Dobry ruch")
            page.until_number(said["number"], 3)
            assert page.entries[said["number"] - 1]["text"] == "Dobry ruch"
            assert ania.ask("PATCH", "/me", {"name": "Julia"}).status_code == 200
            while far.state["table"]["seats"][0]["name"] != "Julia":
                far.receive(3)
        page.until("presence", here=[ania.person])


@contextmanager
def reads(server: Server) -> Iterator[list[Any]]:
    """Give what a server reads from its database within a block."""
    read = server.context.store.read
    jobs: list[Any] = []

    async def noted(job: Any, *args: Any) -> Any:
        jobs.append(job)
        return await read(job, *args)

    with patch.object(server.context.store, "read", noted):
        yield jobs


def test_what_another_process_tells_needs_no_look_at_the_log(
    both: tuple[Server, Server], random: Random
) -> None:
    one, other = both
    ania, ola = guest(one, "Ania"), guest(one, "Ola")
    table = sit_down([ania, ola], WITH_RACKS)
    with at(ola, other).page(table) as page:
        with reads(other) as jobs:
            ania.move(table, random)
            number = ania.look(table)["table"]["number"]
            page.until_number(number)
        assert table_rows.tail not in jobs
        assert page.game == at(ola, one).look(table)["game"]
        # What goes on from somewhere else is not enough: some of it was lost on the way.
        later = other.tables.audience.tables[table]
        known = later.state
        assert known is not None
        later.state = TableState.of(table, known.secret, known.entries[:-2])
        told = [astuple(known.entries[-1])]
        with reads(other) as jobs:
            other.call(other.tables.news.heard({"table": table, "number": number, "entries": told}))
        assert table_rows.tail in jobs
        assert later.state.entries == known.entries


def test_who_was_late_reads_what_it_missed_and_no_more(
    both: tuple[Server, Server], random: Random
) -> None:
    """Two people choose at once; the second's process has not heard of the first."""
    one, other = both
    people = [guest(one, "Ania"), guest(one, "Kasia")]
    table = sit_down(people, AT_ONCE)
    late = at(people[1], other)
    view = late.look(table)["game"]
    assert view["to_act"] == [0, 1]
    with (
        patch.object(one.context.fan_out, "tell"),
        reads(other) as jobs,
    ):
        people[0].move(table, random)
        answer = late.does(
            table, "move", move=view["legal"]["moves"][0], expected=view["after"], seat=1
        )
    assert answer["ok"]
    assert table_rows.tail in jobs
    assert table_rows.load_state not in jobs
    assert late.look(table)["entries"] == at(late, one).look(table)["entries"]


def test_presence_is_shown_when_it_changes_and_only_then(both: tuple[Server, Server]) -> None:
    one, other = both
    ania, kasia = guest(one, "Ania"), guest(one, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    with ania.page(table) as page, at(kasia, other).page(table):
        page.until("presence", here=sorted([ania.person, kasia.person]))
        live = one.tables.audience.tables[table]
        with patch.object(one.tables.audience, "_show_presence") as show:
            said = {"present": {table: [kasia.person]}, "process": "another"}
            one.call(one.tables.news.heard(said))
            assert not show.called
            one.call(one.tables.news.heard(said | {"present": {table: ["ola"]}}))
            show.assert_called_once_with(live)


def test_a_process_that_hears_the_others_seldom_looks_into_the_database() -> None:
    tables = Mock(news=AsyncMock(), loaded=AsyncMock(), store=AsyncMock())
    tables.audience.now.return_value = 0
    tables.store.read.return_value = {}
    checking = Checking(AsyncMock(), tables)
    looks = []
    for connected in [False, True, True, True, True, True, False, False, True, True, True]:
        tables.audience.fan_out.connected = connected
        before = tables.news.look.call_count
        asyncio.run(checking.go_round())
        looks.append(tables.news.look.call_count - before)
    # Before Redis is heard and once it is, the fifth in its turn; then while Redis is away,
    # once when it is back, and the tenth.
    assert looks == [1, 1, 0, 0, 1, 0, 1, 1, 1, 1, 0]


def test_who_signs_out_or_is_deleted_is_so_everywhere(both: tuple[Server, Server]) -> None:
    one, other = both
    ania, kasia = member(one, "Ania"), member(one, "Kasia")
    table = sit_down([ania, kasia], WITHOUT_CHANCE)
    ania.does(table, "chat", text="Tu Ania z Łodzi")
    second = ania.ask("POST", "/me/tokens").json()["token"]
    for token in (ania.token, second):
        page = replace(at(ania, other), token=token)
        assert "Łodzi" in str(page.look(table))
    assert ania.ask("DELETE", "/sessions/current").status_code == 204
    far = at(ania, other)
    wait_until(lambda: far.ask("GET", "/me").status_code == 401, "the session to end there")
    assert replace(ania, token=second).ask("DELETE", "/me").status_code == 204
    far = replace(far, token=second)
    wait_until(lambda: far.ask("GET", "/me").status_code == 401, "the person to go there")
    wait_until(lambda: "Łodzi" not in str(at(kasia, other).look(table)), "the words to go there")


def test_a_command_refused_for_what_a_process_did_not_know_is_tried_again(
    both: tuple[Server, Server], random: Random
) -> None:
    """A process that was not told looks into the log before it says that a move is stale."""
    one, other = both
    people = [guest(one, "Ania"), guest(one, "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    at(people[0], other).look(table)
    with patch.object(one.context.fan_out, "tell"):
        people[0].move(table, random)
        view = people[1].look(table)["game"]
        command = {"move": view["legal"]["moves"][0], "expected": 1}
        at(people[1], other).does(table, "move", **command)


def test_a_command_repeated_at_another_process_gets_the_first_answer(
    both: tuple[Server, Server],
) -> None:
    one, other = both
    people = [guest(one, "Ania"), guest(one, "Kasia")]
    table = sit_down(people, WITHOUT_CHANCE)
    at(people[0], other).look(table)
    move = people[0].look(table)["game"]["legal"]["moves"][0]
    command = {"type": "move", "id": "once", "move": move, "expected": 0}
    answers = [at(people[0], server).send(table, command) for server in (one, other, one)]
    assert answers[0]["ok"]
    assert answers == [answers[0]] * 3
    assert at(people[1], other).look(table)["game"]["after"] == 1


def asked(*servers: Server) -> int:
    """Return how often bots were asked for a move."""
    pools = [server.context.movers.pool for server in servers]
    return sum(len(pool.asked) for pool in pools if isinstance(pool, QuickPool))


def bot_moves(player: Player, table: str, seat: int) -> list[Json]:
    return [
        entry
        for entry in player.look(table)["entries"]
        if entry["kind"] == "move" and entry["event"]["seat"] == seat
    ]


def test_bots_think_once_whoever_serves_the_table(
    both: tuple[Server, Server], random: Random
) -> None:
    one, other = both
    ania = guest(one)
    table = ania.open(WITHOUT_BOARD, 2, seats=[{"me": True}, {"bot": "level-1"}], start=True)
    with at(ania, other).page(table) as page:
        for number in range(8):
            while page.game["to_act"] != [0]:
                page.until("update", 5)
            answer = at(ania, both[number % 2]).move(table, random)
            page.until_number(answer["number"], 5)
        while page.game["to_act"] != [0]:
            page.until("update", 5)
    made = bot_moves(ania, table, 1)
    assert len(made) >= 6
    assert asked(one, other) == len(made)


class Stuck(QuickPool):
    """Bots that never come to a decision."""

    async def run(self, job: Callable[..., Any], *args: Any) -> Any:
        await asyncio.Event().wait()


@contextmanager
def serving_stuck(settings: Settings, time: Time) -> Iterator[Server]:
    with serving(settings, time) as server:
        server.context.movers.pool = Stuck(1)
        yield server


def test_a_bots_move_that_is_owed_is_made_after_a_restart(
    new_settings: NewSettings, random: Random
) -> None:
    settings, time = new_settings(), Time()
    with serving_stuck(settings, time) as before:
        ania = guest(before)
        seats = [{"bot": "level-1"}, {"me": True}]
        table = ania.open(WITHOUT_CHANCE, 2, seats=seats, start=True)
        assert ania.look(table)["game"]["to_act"] == [0]
    with serving(settings, time) as after:
        ania = at(ania, after)
        wait_until(lambda: ania.look(table)["game"]["to_act"] == [1], "the bot to move")
        assert len(bot_moves(ania, table, 0)) == 1
        ania.move(table, random)


def test_another_process_takes_over_a_bot_that_nobody_moves(shared: Settings) -> None:
    time = Time()
    with serving_stuck(shared, time) as stuck, serving(shared, time) as well:
        ania = guest(stuck)
        seats = [{"bot": "level-1"}, {"me": True}]
        tables = [ania.open(WITHOUT_CHANCE, 2, seats=seats, start=True) for _ in range(3)]
        time.pass_by(10 * SECOND)
        well.look_after_due()
        assert asked(well) == 0
        time.pass_by(11 * SECOND)
        well.look_after_due()
        for table in tables:
            there = at(ania, well)
            wait_until(
                lambda table=table, there=there: there.look(table)["game"]["to_act"] == [1],  # type: ignore[misc]
                "the bot to move",
            )
        assert asked(well) == 3


def test_a_game_goes_on_without_redis_and_updates_cross_again_when_it_is_back(
    both: tuple[Server, Server], redis: Redis, random: Random
) -> None:
    one, other = both
    people = [guest(one, "Ania"), guest(one, "Kasia")]
    table = sit_down(people, WITHOUT_BOARD)
    with people[0].page(table) as near, at(people[0], other).page(table) as far:
        redis.stop()
        try:
            for _ in range(4):
                seat = people[0].look(table)["game"]["to_act"][0]
                answer = people[seat].move(table, random)
                near.until_number(answer["number"])
            # Without Redis, a process looks into the database now and then.
            far.until_number(answer["number"])
            assert far.game == people[0].look(table)["game"]
        finally:
            redis.start()
        wait_until(
            lambda: all(server.context.fan_out.connected for server in both),
            "Redis to be heard again",
        )
        seat = people[0].look(table)["game"]["to_act"][0]
        answer = people[seat].move(table, random)
        far.until_number(answer["number"], 3)


def test_a_real_bot_plays_in_a_process_of_its_own(tmp_path: Path) -> None:
    """With the pool that servers have: one worker, and the weakest level."""
    settings = Settings(data_folder=tmp_path, rate_limits=0)
    with serving(settings) as server:
        pool = LocalPool(1)
        server.context.movers.pool = pool
        try:
            ania = guest(server)
            seats = [{"bot": "level-1"}, {"me": True}]
            table = ania.open(WITHOUT_CHANCE, 2, seats=seats, start=True)
            wait_until(lambda: ania.look(table)["game"]["to_act"] == [1], "the bot to move")
            assert Counter(entry["kind"] for entry in ania.look(table)["entries"]) == Counter(
                open=1, start=1, move=1
            )
        finally:
            server.call(pool.close())
