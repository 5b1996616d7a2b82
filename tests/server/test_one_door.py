"""Nothing hidden leaves the server: two worlds that a viewer cannot tell apart answer alike.

Whatever the viewer can ask for, by HTTP and on the socket, is asked of two servers whose
tables differ in what is hidden from that viewer, and in the seed. All answers, messages,
lines of the log and numbers for operators must be the same to the byte, in the same order.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.sync.client import ClientConnection

from kafelki.bots.protocol import Budget, Turn
from kafelki.play.game import Game
from kafelki.play.view import Viewer
from kafelki.server import archive, bot_moves, bot_work, push
from kafelki.server.settings import Settings
from kafelki.server.storage import pulse
from kafelki.server.web import page, sharing
from kafelki.server.web import socket as table_socket
from kafelki.server.web.app import make_app
from kafelki.server.web.context import Context
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.random_games import Table
from tests.server.safety_server import NOON, RunningServer, heard_so_far, running, say
from tests.server.safety_worlds import (
    IDS,
    PEOPLE,
    STRANGER,
    TABLE,
    Pair,
    World,
    announced,
    keep,
    pairs,
)
from tests.waiting import PATIENCE, wait_until

T = TypeVar("T")

Told = list[tuple[str, str]]
"""What somebody was told: what it answers or where it was heard, and the text."""

SECRET_TABLES = (
    Table(WITH_RACKS, 2),
    Table(WITH_PAIRS, 3),
    Table(AT_ONCE, 4),
    Table(WITHOUT_BOARD, 2),
    Table(WITHOUT_CHANCE, 2),
)
CASES = [
    *(
        (table, seat, acting)
        for table in SECRET_TABLES
        for seat in range(table.players)
        for acting in (True, False)
        # Whether the viewer acts changes from seat to seat here; `make attack` tries both.
        if acting == (seat % 2 == 0) or os.environ.get("KAFELKI_TWINS") == "all"
    ),
    *((table, None, False) for table in (*SECRET_TABLES, Table(WITH_RACKS, 1))),
]
NO_TABLE_DATA = {
    ("POST", "/api/guests"),
    ("PATCH", "/api/me"),
    ("PUT", "/api/me/password"),
    ("PUT", "/api/me/profile"),
    ("POST", "/api/sessions"),
    ("POST", "/api/me/tokens"),
    ("DELETE", "/api/sessions/current"),
    ("GET", "/api/me/sessions"),
    ("DELETE", "/api/me/sessions"),
    ("DELETE", "/api/me/sessions/{session}"),
    ("DELETE", "/api/me"),
    ("PUT", "/api/me/mutes/{person}"),
    ("DELETE", "/api/me/mutes/{person}"),
    ("POST", "/api/tables"),
    ("POST", "/api/daily/{game}"),
    ("GET", "/api/push/key"),
    ("PUT", "/api/me/push"),
    ("DELETE", "/api/me/push"),
    ("GET", "/api/games"),
    ("GET", "/api/games/{game}/appearance"),
    ("GET", "/api/games/{game}/lesson"),
    ("GET", "/api/games/{game}/page.js"),
    ("GET", "/api/games/{game}/rules"),
    ("POST", "/api/try"),
    ("GET", "/api/puzzles"),
    ("GET", "/api/puzzles/next"),
    ("GET", "/api/puzzles/{puzzle}"),
    ("POST", "/api/puzzles/{puzzle}/explain"),
    ("POST", "/api/puzzles/{puzzle}/answers"),
    ("GET", "/api/me/puzzles.jsonl"),
    ("PUT", "/api/me/gives-games"),
}
"""What says nothing of a game that others play: who I am, what there is (puzzles came with the
games), a new table's id."""


class Here:
    """Runs in a thread what the bots' processes would do."""

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        return await asyncio.to_thread(job, *args)

    async def close(self) -> None:
        pass


class Asleep(Here):
    """Lets bots think for ever."""

    async def run(self, job: Callable[..., T], *args: Any) -> T:
        await asyncio.Event().wait()
        raise AssertionError("nothing wakes it up")


def pools(context: Context) -> None:
    context.movers.pool = Asleep()
    context.advisers.pool = Here()


@pytest.fixture(autouse=True)
def forgiving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nobody be cut off for talking nonsense."""
    monkeypatch.setattr(table_socket, "MOST_MALFORMED", 10**6)


@pytest.fixture(autouse=True)
def built_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let there be a page: what comes with it is looked at here, not how it is built."""
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / "index.html").write_text("<!doctype html><body></body>")
    monkeypatch.setattr(page, "_page", page.Page(folder))


@pytest.fixture(autouse=True)
def pictures_as_they_are_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let pictures be sent as SVG: whatever shows in their pixels does there, names and all."""
    monkeypatch.setattr(sharing, "png", str.encode)


@pytest.fixture(autouse=True)
def counted_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let hints end after a number of nodes, not after a time, and draw the same in both worlds.

    What they draw follows from the table's secret, by a function that tells nothing of it.
    """

    def turn(game: Game, seat: int, seed: str, seconds: float) -> Turn:
        assert len(bytes.fromhex(seed)) == 32
        return Turn(game, seat, Random(1), Budget(None, 200))

    monkeypatch.setattr(bot_work, "_turn", turn)
    # How long a machine takes to think or to write is no difference between worlds.
    monkeypatch.setattr(bot_moves, "NOTICE", 3600.0)
    monkeypatch.setattr(pulse, "PATIENCE", PATIENCE)


class Witness:
    """A viewer: asks for everything that can be asked for, and keeps what is told."""

    def __init__(self, server: RunningServer, world: World, viewer: Viewer, token: str | None):
        self.world = world
        self.viewer = viewer
        self.token = token
        # By one name in both worlds: links and pictures say where they lead.
        self.client = server.client(token, Host="kafelki.example.org")
        self.told: Told = []

    def ask(self, method: str, path: str, **what: Any) -> httpx.Response:
        answer = self.client.request(method, path, **what)
        headers, text = dict(answer.headers), answer.text
        if headers.get("content-type") == "application/gzip":
            # A file of the archive: when it was written shows in it, and differs.
            text = gzip.decompress(answer.content).decode()
            headers = {k: headers[k] for k in set(headers) - {"etag", "last-modified"}}
        self.keep(
            f"{method} {path} {what}", f"{answer.status_code} {sorted(headers.items())} {text}"
        )
        return answer

    def keep(self, about: str, text: str) -> None:
        """Keep a text; the commitment says nothing of the seed, but differs with it."""
        assert self.world.seed.hex() not in text, about
        self.told.append((about, text.replace(self.world.commitment, "COMMITMENT")))

    def look_everywhere(self) -> None:
        table = f"/api/tables/{TABLE}"
        game = self.world.game.header.game
        after = self.ask("GET", table).json()["table"]["after"]
        for path in (
            "/api/tables",
            "/api/tables?playing=true",
            "/api/me",
            "/api/me/tables",
            "/api/me/tables?over=true",
            "/api/me/games.jsonl",
            f"/api/records/{game}",
            f"/api/records/{game}?period=mine",
            "/api/daily",
            f"/api/daily/{game}",
            f"/api/ratings/{game}/{max(2, self.world.game.header.players)}",
            "/api/me/ratings",
            "/api/me/statistics",
            "/api/me/insights",
            "/api/me/mistakes",
            f"/api/me/mistakes/{TABLE}/3",
            *(f"/api/people/{person}" for person in IDS),
            f"/api/me/ratings/{game}/{max(2, self.world.game.header.players)}",
            "/api/archive",
            "/api/archive/2027-01-14.jsonl.gz",
            "/api/archive/2027-01-15.jsonl.gz",
            "/healthz",
            f"{table}?since=7",
            f"{table}/record",
            f"{table}/picture.png",
            f"{table}/picture.png?language=pl",
            f"{table}/review",
            f"{table}/review?since=3",
            f"{table}/nothing",
            f"{table}?since=-1",
        ):
            self.ask("GET", path)
        # The page comes with answers; compressed, the commitment would change its length.
        as_browsers_do = {"Sec-Fetch-Dest": "document", "Accept-Encoding": "identity"}
        assert TABLE in self.ask("GET", f"/t/{TABLE}", headers=as_browsers_do).text
        self.ask("GET", "/", headers=as_browsers_do)
        for seat in range(4):
            for path in (
                table,
                f"{table}/record",
                f"{table}/at/{after}",
                f"{table}/at/{after - 2}",
            ):
                self.ask("GET", f"{path}?seat={seat}")
        for event in sorted({0, after // 2, *range(max(0, after - 3), after + 2)}):
            self.ask("GET", f"{table}/at/{event}")

    def try_things(self) -> None:
        """Ask what cannot be done, or can and shows why; none of it changes the game."""
        table = f"/api/tables/{TABLE}"
        game = self.world.game
        now = self.ask("GET", table).json()
        legal = (now["game"]["legal"] or {"moves": []})["moves"]
        numbers = range(0, game.rules.move_count, 1 + game.rules.move_count // 4)
        moves = legal[:: 1 + len(legal) // 3] + [game.rules.move_text(k) for k in numbers] + ["?"]
        for seat in (None, 0, 1, 3):
            for move in moves:
                self.ask("POST", f"{table}/explain", json={"move": move, "seat": seat})
        for number, move in enumerate(moves):
            stale = {"type": "move", "move": move, "expected": 0, "id": f"stale-{number}"}
            self.ask("POST", f"{table}/commands", json=stale)
            if move not in legal:
                wrong = stale | {"expected": now["table"]["after"], "id": f"wrong-{number}"}
                self.ask("POST", f"{table}/commands", json=wrong)
                for seat in range(game.header.players):
                    if seat != self.viewer:
                        others = wrong | {"seat": seat, "id": f"others-{number}-{seat}"}
                        self.ask("POST", f"{table}/commands", json=others)
        for what in ("take-back", "stand-in", "rematch"):
            propose = {"type": "propose", "what": what, "id": f"propose-{what}"}
            self.ask("POST", f"{table}/commands", json=propose)
            withdraw = {"type": "answer", "agree": False, "id": f"withdraw-{what}"}
            self.ask("POST", f"{table}/commands", json=withdraw)
        self.ask("POST", f"{table}/commands", json={"type": "chat", "text": "Hej!", "id": "chat"})
        self.ask("POST", f"{table}/commands", json={"type": "start", "id": "start"})
        self.ask("POST", f"{table}/commands", content=b"{not json")
        self.ask("POST", f"{table}/reports", json={"number": 3})
        self.ask("POST", "/api/me/insights/reviews")
        mistake = f"/api/me/mistakes/{TABLE}/3"
        self.ask("POST", mistake, json={"move": None})
        self.ask("POST", f"{mistake}/explain", json={"move": moves[0]})
        for path in ("analysis", "analysis/values"):
            for event in (0, 3, 10_000):
                self.ask("POST", f"{table}/{path}", json={"event": event})
            line = [{"seat": 0, "move": moves[0]}]
            self.ask("POST", f"{table}/{path}", json={"event": 3, "line": line})
        self.ask("POST", f"{table}/hints", json={})
        for seat in range(4):
            self.ask("POST", f"{table}/hints", json={"seat": seat})

    def hear(self, connection: ClientConnection) -> None:
        for message in heard_so_far(connection):
            self.keep("socket", message)


def witnesses_of(server: RunningServer, world: World, viewer: Viewer) -> list[Witness]:
    """Return those who have a viewer's eyes: a seat's person, or the two kinds of spectators."""
    if isinstance(viewer, int):
        return [Witness(server, world, viewer, PEOPLE[IDS[viewer]][1])]
    return [Witness(server, world, None, token) for token in (STRANGER[2], None)]


def sockets_of_all(
    server: RunningServer, world: World, stack: ExitStack
) -> dict[str | None, ClientConnection]:
    """Return a socket for everybody by token: those who sit, a stranger, and nobody."""
    tokens = [PEOPLE[person][1] for person in IDS[: world.game.header.players]]
    opened: dict[str | None, ClientConnection] = {}
    for token in (*tokens, STRANGER[2], None):
        opened[token] = stack.enter_context(server.socket(f"/api/tables/{TABLE}/live"))
        say(opened[token], type="hello", token=token)
        say(opened[token], type="ping")
        while json.loads(opened[token].recv(timeout=PATIENCE)).get("type") != "pong":
            pass  # the others' comings change with who is there already: compared below
    return opened


def everything_told(world: World, viewer: Viewer, folder: Path) -> tuple[Told, Counter[str]]:
    """Return all that a viewer is told in a world, and the routes that told it."""
    keep(world, folder)
    settings = Settings(data_folder=folder, rate_limits=0)
    with running(settings, lambda: NOON, pools) as server, ExitStack() as stack:
        wait_until(lambda: len(archive.files(folder)) == 7, "the archive of the last days")
        told: Told = []
        before = numbers_for_operators(server)
        observers = witnesses_of(server, world, viewer)
        for witness in observers:
            stack.enter_context(witness.client)
            witness.look_everywhere()
        sockets = sockets_of_all(server, world, stack)
        at_home = {
            each.token: stack.enter_context(server.socket("/api/live")) for each in observers
        }
        for token, connection in at_home.items():
            say(connection, type="hello", token=token)
        for witness in observers:
            witness.try_things()
        for witness in observers:
            connection = sockets[witness.token]
            witness.hear(connection)
            talk_on_socket(witness, connection)
        make_the_move(server, world, observers[0])
        for witness in observers:
            witness.hear(sockets[witness.token])
            witness.hear(at_home[witness.token])
            witness.look_everywhere()
            again = stack.enter_context(server.socket(f"/api/tables/{TABLE}/live"))
            say(again, type="hello", token=witness.token, since=2 + len(announced(world.game)))
            witness.hear(again)
            told += witness.told
        told += [("push", str(pushed)) for pushed in pushed_texts(server)]
        server.until_all_is_logged()
        told.append(("metrics", repr(numbers_for_operators(server) - before)))
        server.until_all_is_logged()
        # A line is written when its request has been answered: the next may have come by then.
        told += sorted(("log", without_times(line)) for line in server.logged)
        visited = Counter(
            f"{line['method']} {line['route']}"
            for line in map(json.loads, server.logged)
            if "route" in line
        )
        check_all_is_revealed_at_the_end(server, world, observers)
    assert not any(world.seed.hex() in line for line in server.logged)
    return told, visited


def talk_on_socket(witness: Witness, connection: ClientConnection) -> None:
    for seat in (0, 1, None, 3, 99, -1, "0"):
        say(connection, type="look", seat=seat)
        for move in ("pass", "RB a1 a2", "Ys 0,1", "OB a1 b1", "XO e5 f5", ""):
            say(connection, type="explain", id="x", move=move, seat=seat)
    say(connection, type="look", seat=None)
    say(connection, type="move", id="on-socket", move="RB a1 a2", expected=1, seat=0)
    say(connection, type="move", id="not-whole")
    say(connection, type="nonsense", id="nonsense")
    witness.hear(connection)


def make_the_move(server: RunningServer, world: World, witness: Witness) -> None:
    """Let a seat to act move, and keep what it is answered: numbers alone."""
    if world.move is None:
        return
    seat, move = world.move
    with server.client(PEOPLE[IDS[seat]][1]) as client:
        command = {"type": "move", "move": move, "seat": seat, "id": "live"}
        expected = len(announced(world.game))
        answer = client.post(f"/api/tables/{TABLE}/commands", json=command | {"expected": expected})
        assert answer.json()["ok"], answer.text
        witness.keep("move", answer.text)


def numbers_for_operators(server: RunningServer) -> Counter[str]:
    """Return how often everything happened.

    How long it took says nothing, and differs; so does how many writes shared a commit.
    """
    with server.client() as client:
        text = client.get("/metrics").text
    found: Counter[str] = Counter()
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            if re.match(r"kafelki_\w+$", sample.name) and not re.search(
                r"_(bucket|sum|created|commits)$", sample.name
            ):
                found[f"{sample.name} {sorted(sample.labels.items())}"] = int(sample.value)
    assert found
    return found


def pushed_texts(server: RunningServer) -> Iterator[dict[str, Any]]:
    """Yield what would be pushed to somebody's phone now."""
    state = server.context.tables.audience.tables[TABLE].state
    assert state is not None
    for language in ("en", "pl"):
        for text in (push.YOUR_MOVE, push.LITTLE_TIME):
            yield push._message(state, language, text)


def without_times(line: str) -> str:
    return json.dumps({k: v for k, v in json.loads(line).items() if k not in ("time", "ms")})


def check_all_is_revealed_at_the_end(
    server: RunningServer, world: World, observers: list[Witness]
) -> None:
    """Let everybody give up, and see that then nothing is hidden from anybody."""
    for person in IDS[: world.game.header.players]:
        with server.client(PEOPLE[person][1]) as client:
            client.post(f"/api/tables/{TABLE}/commands", json={"type": "resign", "id": "end"})
    truth = world.after()
    for witness in observers:
        shown = witness.client.get(f"/api/tables/{TABLE}").json()
        assert shown["table"]["status"] == "over"
        assert shown["table"]["seed"] == world.seed.hex()
        assert [hand["tiles"] for hand in shown["game"]["hands"]] == truth.hands
        assert all(hand["hidden"] == 0 for hand in shown["game"]["hands"])
        assert shown["game"]["cells"] == truth.cells
        record = witness.client.get(f"/api/tables/{TABLE}/record").json()
        assert record["seed"] == world.seed.hex()
        assert record["events"] == [event.as_json() for event in truth.events]


def first_pair(table: Table, viewer: Viewer, acting: bool) -> Pair:
    return next(pairs(table, viewer, 5, acting))


@pytest.mark.parametrize(("table", "viewer", "acting"), CASES, ids=str)
def test_two_worlds_tell_the_same(
    table: Table, viewer: Viewer, acting: bool, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    pair = first_pair(table, viewer, acting)
    assert pair.one.seed != pair.other.seed
    if table.game != WITHOUT_CHANCE:
        assert pair.one.game.position != pair.other.game.position
    told, visited = everything_told(pair.one, viewer, tmp_path / "one")
    printed = capfd.readouterr()
    also_told, _ = everything_told(pair.other, viewer, tmp_path / "other")
    assert capfd.readouterr() == printed
    for one, other in zip(told, also_told, strict=True):
        assert one == other
    assert len([about for about, _ in told if about == "socket"]) > 20
    check_everything_was_asked(visited)


def check_everything_was_asked(visited: Counter[str]) -> None:
    """Every route that could tell of a game was asked: a new one must be added above."""
    for method, path in all_routes():
        if (method, path) not in NO_TABLE_DATA:
            assert visited[f"{method} {path}"] > 0, (method, path)


@cache
def all_routes() -> list[tuple[str, str]]:
    """Return every method and route but those of the page's files, which are for everybody."""
    paths = make_app(Settings()).openapi()["paths"]
    assert len(paths) > 20
    found = [(method.upper(), path) for path, methods in paths.items() for method in methods]
    return [*found, ("GET", "/healthz"), ("GET", "/metrics"), ("GET", "/t/{table}")]


def test_a_placement_that_was_taken_back_stays_unseen(tmp_path: Path) -> None:
    """Where all place at once, one may be taken back before the others: nobody ever saw it."""
    pair = next(
        pair
        for pair in pairs(Table(AT_ONCE, 3), None, 5, False)
        if pair.one.game.events[-1].text != pair.other.game.events[-1].text
    )
    seat = pair.one.game.events[-1].seat
    told = []
    for number, world in enumerate((pair.one, pair.other)):
        folder = tmp_path / str(number)
        keep(world, folder)
        settings = Settings(data_folder=folder, rate_limits=0)
        with running(settings, lambda: NOON, pools) as server, ExitStack() as stack:
            wait_until(lambda folder=folder: len(archive.files(folder)) == 7)  # type: ignore[misc]
            (*_, witness) = witnesses_of(server, world, None)
            stack.enter_context(witness.client)
            connection = stack.enter_context(server.socket(f"/api/tables/{TABLE}/live"))
            say(connection, type="hello")
            witness.hear(connection)
            commands = [(seat, {"type": "propose", "what": "take-back", "seat": seat})] + [
                (other, {"type": "answer", "agree": True}) for other in range(3) if other != seat
            ]
            for other, command in commands:
                with server.client(PEOPLE[IDS[other]][1]) as client:
                    where = f"/api/tables/{TABLE}/commands"
                    answer = client.post(where, json={"id": "c", **command})
                    assert answer.json()["ok"], answer.text
            witness.hear(connection)
            witness.look_everywhere()
            shown = witness.client.get(f"/api/tables/{TABLE}").json()
            assert shown["table"]["after"] == len(world.game.events) - 1
            assert any(entry.get("event", {}).get("undone") for entry in shown["entries"])
            told.append(witness.told)
    assert len(told[0]) == len(told[1])
    for one, other in zip(*told, strict=True):
        assert one == other
