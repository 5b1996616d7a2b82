"""Work for bots on a server: who waits for whom, who left, and what becomes of a bot that fails."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, TypeVar

import pytest

from benchmarks import hints
from kafelki.bots.protocol import Bot, Judgement, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Move
from kafelki.server import bot_work
from kafelki.server.fairness import WaitingLine
from kafelki.server.worker_pool import PoolFailed
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.server.players import Player, guest
from tests.server.running_server import QuickPool, Server
from tests.waiting import wait_until

T = TypeVar("T")


class Held(QuickPool):
    """Works nothing out before it is let."""

    def __init__(self) -> None:
        super().__init__(1)
        self.let = asyncio.Event()

    async def run(self, job: Callable[..., T], *args: Any) -> Any:
        await self.let.wait()
        return await super().run(job, *args)


@pytest.fixture
def held(sqlite_server: Server) -> Iterator[Held]:
    """The pool that works hints out: it works, but does not come to an end."""
    pool = Held()
    sqlite_server.context.advisers.pool = pool
    yield pool
    sqlite_server.loop.call_soon_threadsafe(pool.let.set)


def with_hints(player: Player, *bots: str) -> str:
    """Return a table where somebody is to move, and may have hints."""
    seats = [{"me": True}, *({"bot": bot} for bot in bots or ["level-1"])]
    return player.open(WITHOUT_CHANCE, 2, seats=seats, settings={"hints": True}, start=True)


class Asking:
    """A request for a hint on a connection that can be broken off."""

    def __init__(self, player: Player, table: str) -> None:
        server = player.server
        host, port = server.url.removeprefix("http://").split(":")
        self.socket = socket.create_connection((host, int(port)))
        head = (
            f"POST /api/tables/{table}/hints HTTP/1.1",
            f"Host: {host}:{port}",
            f"Authorization: Bearer {player.token}",
            "Content-Type: application/json",
            "Content-Length: 2",
        )
        self.socket.sendall(("\r\n".join(head) + "\r\n\r\n{}").encode())

    def answered(self) -> bytes:
        """Return the first line of the answer."""
        with self.socket.makefile("rb") as answer:
            return answer.readline()

    def leave(self) -> None:
        self.socket.close()


Ask = Callable[[Player, str], Asking]


@pytest.fixture
def ask(held: Held) -> Iterator[Ask]:
    """Asks for hints; in the end nobody waits any more."""
    with ExitStack() as stack:

        def asking(player: Player, table: str) -> Asking:
            made = Asking(player, table)
            stack.callback(made.leave)
            return made

        yield asking


def waiting(server: Server) -> int:
    return server.context.advisers.line.waiting


def test_a_flood_of_hints_does_not_hold_up_a_bots_move(sqlite_server: Server, ask: Ask) -> None:
    for _ in range(12):
        asker = guest(sqlite_server)
        table = with_hints(asker)
        for _ in range(10):
            ask(asker, table)
    wait_until(lambda: waiting(sqlite_server) == 119, "all but one to wait")
    ania = guest(sqlite_server)
    table = ania.open(WITHOUT_CHANCE, 2, seats=[{"bot": "level-1"}, {"me": True}], start=True)
    wait_until(lambda: ania.look(table)["game"]["to_act"] == [1], "the bot to move")
    assert waiting(sqlite_server) == 119


def test_who_measures_that_moves_first_at_every_table(sqlite_server: Server) -> None:
    ania = hints.Person(sqlite_server.url, hints.HOME)
    tables = [hints.open_table(ania, "level-1") for _ in range(10)]
    for table in tables:
        assert ania.ask("GET", f"/tables/{table}")["game"]["to_act"] == [0]
    ania.leave()


def test_who_leaves_before_the_hint_has_begun_has_none(
    sqlite_server: Server, held: Held, ask: Ask
) -> None:
    ania, kasia = guest(sqlite_server), guest(sqlite_server)
    tables = [with_hints(ania), with_hints(kasia)]
    asking = ask(ania, tables[0])
    wait_until(lambda: len(ania.look(tables[0])["table"]["hints"]) == 1, "the hint to begin")
    leaving = ask(kasia, tables[1])
    wait_until(lambda: waiting(sqlite_server) == 1, "the other to wait")
    leaving.leave()
    wait_until(lambda: waiting(sqlite_server) == 0, "it to be dropped")
    sqlite_server.loop.call_soon_threadsafe(held.let.set)
    assert asking.answered().startswith(b"HTTP/1.1 200")
    assert held.asked == [("suggest", 0)]
    assert kasia.look(tables[1])["table"]["hints"] == []
    assert kasia.ask("POST", f"/tables/{tables[1]}/hints", {}).status_code == 200


def test_who_waits_for_too_many_hints_is_told_so(
    sqlite_server: Server, held: Held, ask: Ask
) -> None:
    sqlite_server.context.advisers.line = WaitingLine(1, [20, 1])
    ania = guest(sqlite_server)
    tables = [with_hints(ania) for _ in range(3)]
    asking = ask(ania, tables[0])
    wait_until(lambda: len(ania.look(tables[0])["table"]["hints"]) == 1, "the hint to begin")
    second = ask(ania, tables[1])
    wait_until(lambda: waiting(sqlite_server) == 1, "another to wait")
    refused = ania.ask("POST", f"/tables/{tables[2]}/hints", {})
    assert refused.status_code == 429
    assert refused.json()["code"] == "too-many"
    assert set(refused.json()["text"]) == {"en", "pl"}
    assert refused.headers["retry-after"] == "2"
    assert ania.look(tables[2])["table"]["hints"] == []
    sqlite_server.loop.call_soon_threadsafe(held.let.set)
    assert [each.answered()[:12] for each in (asking, second)] == [b"HTTP/1.1 200"] * 2


def test_a_bots_move_is_not_made_for_a_table_that_is_over_by_its_turn(
    sqlite_server: Server,
) -> None:
    line = sqlite_server.context.movers.line
    sqlite_server.call(line.enter("x", "x", "x"))
    ania = guest(sqlite_server)
    table = ania.open(WITHOUT_CHANCE, 2, seats=[{"bot": "level-1"}, {"me": True}], start=True)
    wait_until(lambda: line.waiting == 1, "the bot to wait")
    ania.does(table, "resign")
    sqlite_server.loop.call_soon_threadsafe(line.leave)
    other = ania.open(WITHOUT_CHANCE, 2, seats=[{"bot": "level-1"}, {"me": True}], start=True)
    wait_until(lambda: ania.look(other)["game"]["to_act"] == [1], "the next bot to move")
    pool = sqlite_server.context.movers.pool
    assert isinstance(pool, QuickPool)
    assert len(pool.asked) == 1


# Bots that fail


class Here(QuickPool):
    """Runs in a thread what the bots' processes would do."""

    async def run(self, job: Callable[..., T], *args: Any) -> Any:
        return await asyncio.to_thread(job, *args)


class Gone(QuickPool):
    """Loses every process."""

    async def run(self, job: Callable[..., T], *args: Any) -> Any:
        raise PoolFailed("the job failed 3 processes")


class Failing:
    """A bot that breaks down, with all it knows in its last words."""

    def choose(self, turn: Turn) -> Move:
        raise ValueError(f"my hand is {turn.view['hands'][turn.seat]['tiles']}")

    def rank(self, turn: Turn, top: int) -> list[Judgement]:
        raise KeyError(str(turn.moves[0]))


def faults(server: Server, game: str, bot: str) -> float:
    name = f'kafelki_bot_faults_total{{bot="{bot}",game="{game}"}} '
    lines = server.http.get(f"{server.url}/metrics").text.splitlines()
    return sum(float(line.removeprefix(name)) for line in lines if line.startswith(name))


def make_fail(monkeypatch: pytest.MonkeyPatch, *failing: str) -> None:
    def bot(game: str, name: str) -> Bot:
        return Failing() if name in failing else bot_named(name, game)

    bot.cache_clear = lambda: None  # type: ignore[attr-defined]
    monkeypatch.setattr(bot_work, "_bot", bot)


def errors(caplog: pytest.LogCaptureFixture) -> list[Any]:
    return [entry.fields for entry in caplog.records if entry.message == "a bot failed"]  # type: ignore[attr-defined]


def test_a_bot_that_fails_has_a_legal_move_made_and_the_operator_is_told(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    make_fail(monkeypatch, "level-2")
    sqlite_server.context.movers.pool = Here(1)
    before = faults(sqlite_server, WITH_RACKS, "level-2")
    ania = guest(sqlite_server)
    with caplog.at_level(logging.ERROR):
        table = ania.open(WITH_RACKS, 2, seats=[{"bot": "level-2"}, {"me": True}], start=True)
        wait_until(lambda: ania.look(table)["game"]["to_act"] == [1], "a move for the bot")
    assert faults(sqlite_server, WITH_RACKS, "level-2") == before + 1
    (told,) = errors(caplog)
    assert (told["game"], told["bot"]) == (WITH_RACKS, "level-2")
    assert told["error"].endswith("ValueError")
    assert 'in choose\n    raise ValueError(f"my hand is {turn.view' in told["error"]
    assert "my hand is [" not in told["error"]


def test_a_bot_whose_processes_die_has_a_legal_move_made(
    sqlite_server: Server, caplog: pytest.LogCaptureFixture
) -> None:
    sqlite_server.context.movers.pool = Gone(1)
    ania = guest(sqlite_server)
    with caplog.at_level(logging.ERROR):
        table = ania.open(WITHOUT_CHANCE, 2, seats=[{"bot": "level-1"}, {"me": True}], start=True)
        wait_until(lambda: ania.look(table)["game"]["to_act"] == [1], "a move for the bot")
    assert errors(caplog) == [{"game": WITHOUT_CHANCE, "bot": "level-1", "error": "PoolFailed"}]


def test_where_the_expert_fails_another_gives_the_hint(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    make_fail(monkeypatch, "expert")
    sqlite_server.context.advisers.pool = Here(1)
    ania = guest(sqlite_server)
    table = with_hints(ania)
    with caplog.at_level(logging.ERROR):
        answer = ania.ask("POST", f"/tables/{table}/hints", {})
    assert len(answer.json()) == 3
    (told,) = errors(caplog)
    assert told["bot"] == "expert"
    assert told["error"].endswith("KeyError")
    assert not any(move in told["error"] for move in ania.look(table)["game"]["legal"]["moves"])


@pytest.mark.parametrize("pool", [Here, Gone])
def test_where_all_fail_there_is_no_hint_and_people_are_told(
    sqlite_server: Server, monkeypatch: pytest.MonkeyPatch, pool: type[QuickPool]
) -> None:
    make_fail(monkeypatch, "expert", "greedy")
    sqlite_server.context.advisers.pool = pool(1)
    before = faults(sqlite_server, WITHOUT_CHANCE, "expert")
    ania = guest(sqlite_server)
    answer = ania.ask("POST", f"/tables/{with_hints(ania)}/hints", {})
    assert answer.status_code == 503
    assert answer.json()["text"]["pl"] == "Tym razem nie udało się przygotować podpowiedzi."
    assert faults(sqlite_server, WITHOUT_CHANCE, "expert") == before + 1


def test_what_waits_for_bots_is_among_the_numbers(sqlite_server: Server, ask: Ask) -> None:
    ania = guest(sqlite_server)
    for _ in range(2):
        ask(ania, with_hints(ania))
    wait_until(lambda: waiting(sqlite_server) == 1, "one to wait")
    text = sqlite_server.http.get(f"{sqlite_server.url}/metrics").text
    assert 'kafelki_bots_waiting{work="hints"} 1.0' in text
    assert 'kafelki_bots_waiting{work="moves"} 0.0' in text
