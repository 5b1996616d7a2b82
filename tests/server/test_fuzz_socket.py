"""Sockets that misbehave in every way, at real tables: each command is answered exactly once,
nothing of ours breaks, and afterwards the game can be played to its end."""

from __future__ import annotations

import json
import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from kafelki.play.record import parse_record
from kafelki.server.live.live_table import MOST_WAITING
from kafelki.server.settings import Settings
from kafelki.server.web import socket as table_socket
from kafelki.server.web.socket_models import SocketMessage
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.safety_server import (
    RunningServer,
    hear,
    new_database,
    running,
    say,
)
from tests.sockets import open_socket

ROUNDS = 150
TABLES = [(WITH_RACKS, 2), (WITH_PAIRS, 2), (AT_ONCE, 3), (WITHOUT_CHANCE, 2), (WITHOUT_BOARD, 2)]
NAMES = ("Ania", "Kasia", "Julia")
TELLING = {"snapshot", "update", "presence", "notice"}
"""What comes without having been asked for."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder = tmp_path_factory.mktemp("server")
    new_database(folder)
    with running(Settings(data_folder=folder, rate_limits=0)) as server:
        yield server


@pytest.fixture(autouse=True)
def forgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be cut off for talking nonsense."""
    monkeypatch.setattr(table_socket, "MOST_MALFORMED", 10**6)


@dataclass
class Line:
    """One socket, what it is owed, and what it has seen last."""

    connection: ClientConnection
    token: str | None
    owed: Counter[str] = field(default_factory=Counter)
    table: dict[str, Any] = field(default_factory=dict)

    @property
    def legal(self) -> list[str]:
        game = self.table.get("game") or {}
        return list((game.get("legal") or {"moves": []})["moves"])

    @property
    def after(self) -> int:
        return int(self.table["table"]["after"])

    @property
    def number(self) -> int:
        return int(self.table["table"]["number"])


class Fuzzer:
    """People at a table, and what they send."""

    def __init__(self, server: RunningServer, game: str, players: int, seed: int) -> None:
        self.server = server
        self.random = Random(f"{game} {seed}")
        self.tokens: list[str | None] = [server.guest(name)[1] for name in NAMES[:players]]
        self.watching: list[str | None] = [server.guest("Ola")[1], None]
        self.table = self._begin(game, players)
        self.lines: list[Line] = []
        self.first_answers: dict[tuple[str | None, str], dict[str, Any]] = {}
        self.sent: list[dict[str, Any]] = []
        self.accepted = 0

    def _begin(self, game: str, players: int) -> str:
        with self.server.client(self.tokens[0]) as host:
            new = {"game": game, "players": players, "settings": {"chat": "everyone"}}
            table = str(host.post("/api/tables", json=new).json()["id"])
            where = f"/api/tables/{table}/commands"
            for token in self.tokens[1:]:
                with self.server.client(token) as client:
                    assert client.post(where, json={"type": "sit", "id": "s"}).json()["ok"]
            assert host.post(where, json={"type": "start", "id": "b", "first": 0}).json()["ok"]
        return table

    # Lines

    def open(self, token: str | None) -> Line:
        connection = self.server.socket(f"/api/tables/{self.table}/live").__enter__()
        line = Line(connection, token)
        since = self.random.choice([None, None, 0, 3, 10**6])
        say(
            connection,
            type="hello",
            token=token,
            since=since,
            seat=self.random.choice([None, 0, 9]),
        )
        self.lines.append(line)
        self.settle(line)
        return line

    def close(self, line: Line) -> None:
        """Go away: with a good-bye, or without."""
        self.lines.remove(line)
        if self.random.random() < 0.5:
            with suppress(OSError):
                line.connection.socket.shutdown(socket.SHUT_RDWR)
        line.connection.close()

    def settle(self, line: Line) -> None:
        """Read all that was sent, and check that it is what the line is owed: no less, no more."""
        say(line.connection, type="ping")
        line.owed["pong"] += 1
        while line.owed["pong"]:
            message = hear(line.connection)
            SocketMessage.model_validate(message)
            kind = message["type"]
            if kind in ("snapshot", "update"):
                line.table = message
            if kind not in TELLING:
                self._account(line, kind, message)
        assert not +line.owed, line.owed

    def _account(self, line: Line, kind: str, message: dict[str, Any]) -> None:
        key = kind if kind == "pong" else f"{kind} {message['id']}"
        assert line.owed[key] > 0, message
        line.owed[key] -= 1
        if kind == "answer" and message.get("code") != "malformed":
            self.accepted += message["ok"]
            first = self.first_answers.setdefault((line.token, message["id"]), message)
            assert message == first

    # What is sent

    def round(self) -> None:
        """Let a line send a few messages without waiting, then see what came."""
        line = self.random.choice(self.lines)
        burst = [
            self.random.choice(self.kinds)(self, line) for _ in range(self.random.randint(1, 6))
        ]
        if self.random.random() < 0.3:
            burst += self.random.sample(burst, 1)
        self.random.shuffle(burst)
        for message in burst:
            self.send(line, message)
        for each in self.lines:
            self.settle(each)
        trouble = self.random.random()
        if trouble < 0.15:
            self.break_off(line)
        elif trouble < 0.3:
            self.leave_in_the_middle(line)
        while len(self.lines) < len(self.tokens) + 2:
            self.open(self.random.choice(self.tokens + self.watching))

    def send(self, line: Line, message: dict[str, Any]) -> None:
        kind, key = message.get("type"), message.get("id")
        line.connection.send(json.dumps(message))
        self.sent.append(message)
        if kind == "ping":
            line.owed["pong"] += 1
        elif kind == "explain":
            line.owed[f"explained {key if isinstance(key, str | int) else None}"] += 1
        elif kind != "look":
            line.owed[f"answer {key if isinstance(key, str) else ''}"] += 1

    def key(self) -> str:
        return f"k{self.random.randrange(40 * len(self.sent) + 40)}"

    def some_move(self, line: Line) -> str:
        strange = [
            "",
            "pass",
            "swap",
            "²² ³,⁴",
            "Ys ٣,٤",
            "RB a1 a1",
            "\x00",
            "x" * 40,
            "XO e5 f5",
            "keep",
        ]
        return self.random.choice(line.legal[:50] + strange)

    def move(self, line: Line) -> dict[str, Any]:
        return {
            "type": "move",
            "id": self.key(),
            "move": self.random.choice(line.legal) if line.legal else self.some_move(line),
            "expected": line.after,
        }

    def wrong_move(self, line: Line) -> dict[str, Any]:
        changes: list[dict[str, Any]] = [
            {"expected": line.after - 1},
            {"expected": line.after + 1},
            {"expected": 10**5},
            {"expected": -1},
            {"expected": 1e300},
            {"expected": None},
            {"expected": "1"},
            {"seat": self.random.randrange(5)},
            {"seat": -1},
            {"seat": 2**70},
            {"move": self.some_move(line)},
            {"move": 7},
            {"id": ""},
            {"id": None},
            {"id": "ż" * 10},
            {"id": "x" * 65},
            {"extra": {"deep": [[[[]]]]}},
        ]
        return self.move(line) | self.random.choice(changes)

    def again(self, line: Line) -> dict[str, Any]:
        """Send something again, or something else with an id that was used."""
        if not self.sent:
            return self.move(line)
        old = self.random.choice(self.sent)
        return old if self.random.random() < 0.5 else self.move(line) | {"id": old.get("id")}

    def question(self, line: Line) -> dict[str, Any]:
        seat = self.random.choice([None, 0, 1, 2, 3, -1, "0", 1.5])
        kind = self.random.choice(["explain", "look", "ping"])
        key = self.random.choice([1, "x", None, [1], -(2**40)])
        return {"type": kind, "id": key, "seat": seat, "move": self.some_move(line)}

    def other_command(self, line: Line) -> dict[str, Any]:
        commands: list[dict[str, Any]] = [
            {
                "type": "chat",
                "text": self.random.choice(["Hej!", "\u202e\x00", "", "ż" * 999, "<b>"]),
            },
            {
                "type": "propose",
                "what": self.random.choice(["take-back", "stand-in", "rematch", "x"]),
            },
            {"type": "propose", "what": "take-back", "seat": self.random.randrange(4)},
            {"type": "answer", "agree": self.random.choice([True, False, None, 3])},
            {"type": "sit", "seat": self.random.choice([None, 0, 3])},
            {"type": "leave"},
            {"type": "fill", "seat": 0, "bot": "level-1"},
            {"type": "salt", "salt": "zz"},
            {"type": "start"},
            {"type": "close"},
            {"type": "return"},
            {"type": "resign", "seat": 3},
            {"type": "hello", "since": 0},
            {"type": None},
            {"type": ["move"]},
            {},
        ]
        return {"id": self.key()} | self.random.choice(commands)

    kinds = (move, move, move, wrong_move, again, question, other_command)

    def break_off(self, line: Line) -> None:
        """Send what is no message: the server says so, and ends this connection alone."""
        nonsense: list[str | bytes] = [
            b"\x00\xff" * 10,
            b"{}",
            "",
            "nonsense",
            "[1, 2]",
            "null",
            '{"type": "move"',
            '{"type": NaN}',
            '"\\ud800"',
            "[" * 5000,
            '{"type": "chat", "text": "' + "x" * 9000 + '"}',
            "x" * 200_000,
        ]
        line.connection.send(self.random.choice(nonsense))
        messages: list[dict[str, Any]] = []
        with pytest.raises(ConnectionClosed) as closed:
            hear_all(line.connection, messages)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code in (4400, 1009)
        if closed.value.rcvd.code == 4400:
            assert messages[-1]["type"] == "bye"
            assert messages[-1]["code"] in ("malformed", "too-large")
        self.close(line)

    def leave_in_the_middle(self, line: Line) -> None:
        """Go away with commands under way; what became of them is asked on another line."""
        for _ in range(3):
            message = self.move(line)
            line.connection.send(json.dumps(message))
            self.sent.append(message)
        self.close(line)

    def finish(self) -> None:
        """Let honest people play on until the game is over."""
        for line in list(self.lines):
            self.close(line)
        lines = [self.open(token) for token in self.tokens]
        for number in range(2000):
            for line in lines:
                self.settle(line)
            if lines[0].table["table"]["status"] == "over":
                return
            (line, *_) = [line for line in lines if line.legal]
            move = {"type": "move", "id": f"end-{number}", "move": self.random.choice(line.legal)}
            before = self.accepted
            self.send(line, move | {"expected": line.after})
            self.settle(line)
            assert self.accepted == before + 1
        raise AssertionError("the game does not end")


def hear_all(connection: ClientConnection, messages: list[dict[str, Any]]) -> None:
    while True:
        messages.append(hear(connection))


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_table_survives_anything(server: RunningServer, game: str, players: int) -> None:
    fuzzer = Fuzzer(server, game, players, seed=1)
    for token in fuzzer.tokens + fuzzer.watching:
        fuzzer.open(token)
    for _ in range(ROUNDS):
        fuzzer.round()
    assert len(fuzzer.sent) > 2 * ROUNDS
    assert fuzzer.accepted > 5
    fuzzer.finish()
    with server.client() as client:
        shown = client.get(f"/api/tables/{fuzzer.table}")
        server.context.tables.loaded.drop_caches()
        assert client.get(f"/api/tables/{fuzzer.table}").content == shown.content
        record = client.get(f"/api/tables/{fuzzer.table}/record").json()
    assert parse_record(record).verify().over
    numbers = [entry["number"] for entry in shown.json()["entries"]]
    assert numbers == list(range(len(numbers)))
    for line in fuzzer.lines:
        line.connection.close()
    assert not [line for line in server.logged if '"level": "info"' not in line]


def test_a_burst_of_questions_is_answered_whole(server: RunningServer) -> None:
    """Who asks a hundred things at once gets a hundred answers, in order."""
    fuzzer = Fuzzer(server, WITHOUT_CHANCE, 2, seed=2)
    line = fuzzer.open(fuzzer.tokens[0])
    for number in range(100):
        say(line.connection, type="explain", id=number, move="XO e5 f5")
    ids: list[int] = []
    while len(ids) < 100:
        message = hear(line.connection)
        if message["type"] == "explained":
            ids.append(message["id"])
    assert ids == list(range(100))
    line.connection.close()


def test_who_does_not_read_is_dropped_and_resumes(server: RunningServer) -> None:
    fuzzer = Fuzzer(server, WITH_RACKS, 2, seed=3)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)  # so that little is under way
    narrow.connect(("127.0.0.1", int(server.host.split(":")[1])))
    slow = open_socket(
        f"ws://{server.host}/api/tables/{fuzzer.table}/live",
        sock=narrow,
        max_queue=1,
        close_timeout=0.1,
    ).__enter__()
    say(slow, type="hello", token=None)
    hear(slow)
    line = fuzzer.open(fuzzer.tokens[0])
    (listener,) = (
        each
        for each in server.context.tables.audience.tables[fuzzer.table].listeners
        if each.person is None
    )
    for _ in range(400):  # fills what lies between the two; the server then hears it no more
        say(slow, type="look")
    for number in range(2000):
        fuzzer.send(line, {"type": "chat", "text": "Hej!", "id": f"n{number}"})
        fuzzer.settle(line)
        assert listener._waiting.qsize() <= MOST_WAITING
        if listener.dropped:
            break
    assert listener.dropped
    slow.close()
    again = fuzzer.open(None)
    fuzzer.settle(line)
    assert again.number == line.number
    for each in fuzzer.lines:
        each.connection.close()
