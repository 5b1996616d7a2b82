"""Games under load while their server is killed again and again, and what must be true after."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from kafelki.play.record import parse_record
from kafelki.server.settings import Settings
from kafelki.server.storage import schema
from kafelki.server.storage.database import connect
from kafelki.server.storage.tables import load_state
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.server.players import Json, Player, guest, new_command
from tests.server.server_process import ServerProcess
from tests.waiting import PATIENCE

KINDS: list[Json] = [
    {"game": WITH_RACKS, "players": 2},
    {"game": WITH_PAIRS, "players": 4, "variant": "pairs"},
    {"game": AT_ONCE, "players": 3},
    {"game": WITHOUT_BOARD, "players": 2},
    {"game": WITHOUT_CHANCE, "players": 2},
    {"game": WITHOUT_BOARD, "players": 3, "bots": 1},
]


class Anywhere:
    """One client for several processes: each request goes to any of them."""

    def __init__(self, servers: Sequence[ServerProcess], http: httpx.Client, seed: int) -> None:
        self._urls = [server.url for server in servers]
        self._random = Random(seed)
        self.http = http

    @property
    def url(self) -> str:
        """Where the next request goes."""
        return self._random.choice(self._urls)

    @url.setter
    def url(self, value: str) -> None:
        self._urls = [value]


@dataclass
class Played:
    """A table, and the moves at it that were acknowledged, in their order."""

    table: str
    people: list[Player]
    moves: list[tuple[int, str]] = field(default_factory=list)
    answers: list[tuple[int, Json, Json]] = field(default_factory=list)
    """Of each acknowledged move: the seat, the command and its answer."""


class Crowd(threading.Thread):
    """Plays one game after another, through whatever happens to the server."""

    def __init__(self, servers: Sequence[ServerProcess], kind: Json, seed: int) -> None:
        super().__init__(daemon=True)
        self._servers = servers
        self._kind = kind
        self._seed = seed
        self._random = Random(seed)
        self.stopping = threading.Event()
        self.tables: list[Played] = []
        self.trouble: BaseException | None = None
        self.lost = 0
        """Answers that did not come because the server was gone."""

    @property
    def moves(self) -> int:
        """How many moves were acknowledged so far."""
        return sum(len(played.moves) for played in self.tables)

    def run(self) -> None:
        try:
            with httpx.Client(timeout=PATIENCE, verify=False) as http:
                self._play(Anywhere(self._servers, http, self._seed))
        except BaseException as wrong:
            self.trouble = wrong

    def _play(self, address: Anywhere) -> None:
        while not self.stopping.is_set():
            self._play_table(address)

    def _insist(self, job: Callable[[], Any]) -> Any:
        """Do something that the server must answer, as often as it takes."""
        while True:
            try:
                answer = job()
            except (httpx.TransportError, ValueError):
                self.lost += 1
                time.sleep(0.05)
                continue
            if not isinstance(answer, dict) or answer.get("code") != "unavailable":
                return answer
            time.sleep(0.05)

    def _play_table(self, address: Anywhere) -> None:
        bots = self._kind.get("bots", 0)
        here = self._kind["players"] - bots
        people = [self._insist(lambda: guest(address, "Ania")) for _ in range(here)]
        more = {key: value for key, value in self._kind.items() if key != "bots"}
        seats = [{"me": True}, *[{}] * (here - 1), *[{"bot": "level-1"}] * bots]
        table = self._insist(lambda: people[0].open(**more, seats=seats))
        played = Played(table, people)
        for person in people[1:]:
            self._must(person, table, new_command("sit"))
        self._must(people[0], table, new_command("start"))
        self.tables.append(played)
        while not self.stopping.is_set():
            seen = self._insist(lambda: people[0].look(table))
            if seen["table"]["status"] != "playing":
                return
            acting = [seat for seat in seen["game"]["to_act"] if seat < here]
            if acting:
                self._move(played, self._random.choice(acting))
            else:
                time.sleep(0.01)  # a bot's turn

    def _move(self, played: Played, seat: int) -> None:
        person = played.people[seat]
        view = self._insist(lambda: person.look(played.table))["game"]
        if not view["legal"]:
            return
        move = self._random.choice(view["legal"]["moves"])
        command = new_command("move", move=move, expected=view["after"])
        answer = self._must(person, played.table, command)
        played.moves.append((seat, move))
        played.answers.append((seat, command, answer))

    def _must(self, person: Player, table: str, command: Json) -> Json:
        answer: Json = self._insist(lambda: person.send(table, command))
        assert answer["ok"], answer
        return answer


Disturb = Callable[[list[ServerProcess]], None]


def kill_under_load(
    settings: Settings, kills: int, random: Random, load: float = 1.0, processes: int = 1
) -> Counter[str]:
    """Kill servers `kills` times while games go on; return what was seen, all of it checked."""
    seen: Counter[str] = Counter()

    def kill(servers: list[ServerProcess]) -> None:
        time.sleep(random.uniform(0, 1) * load)
        server = random.choice(servers)
        server.kill()
        seen["kills"] += 1
        seen["tables checked meanwhile"] += check_no_half_moves(settings)
        server.start()

    return seen + disturb_under_load(settings, [kill] * kills, processes)


def disturb_under_load(
    settings: Settings, disturbances: Sequence[Disturb], processes: int = 1
) -> Counter[str]:
    """Disturb servers in some ways while games go on; return what was seen, all of it checked.

    After each disturbance, every game goes on for some moves before the next.
    """
    seen: Counter[str] = Counter()
    with ExitStack() as stack:
        servers = [ServerProcess(settings) for _ in range(processes)]
        crowds = [Crowd(servers, kind, number) for number, kind in enumerate(KINDS)]
        for server in servers:
            stack.callback(server.close)
        for crowd in crowds:
            stack.callback(crowd.stopping.set)
            crowd.start()
        for disturb in disturbances:
            _wait_for_moves(crowds, 3)
            disturb(servers)
        _wait_for_moves(crowds, 3)
        for crowd in crowds:
            crowd.stopping.set()
        for crowd in crowds:
            crowd.join(PATIENCE)
            assert not crowd.is_alive(), "a table does not go on"
            if crowd.trouble is not None:
                raise crowd.trouble
            seen["answers lost"] += crowd.lost
            for played in crowd.tables:
                seen["tables"] += 1
                seen["moves"] += check_table(servers[0], played)
    check_no_half_moves(settings)
    return seen


def _wait_for_moves(crowds: Sequence[Crowd], more: int) -> None:
    """Wait until every crowd has made some more moves: each table goes on."""
    goals = [crowd.moves + more for crowd in crowds]
    deadline = time.monotonic() + PATIENCE
    while any(crowd.moves < goal for crowd, goal in zip(crowds, goals, strict=True)):
        trouble = next((crowd.trouble for crowd in crowds if crowd.trouble is not None), None)
        if trouble is not None:
            raise trouble
        assert time.monotonic() < deadline, "a table does not go on"
        time.sleep(0.02)


def check_no_half_moves(settings: Settings) -> int:
    """Check in the database that every log is whole: no move without the draws that follow it."""
    engine = connect(settings.database)
    try:
        with engine.connect() as connection:
            tables = list(connection.execute(schema.tables.select()))
            for row in tables:
                state = load_state(connection, row.id)
                assert state is not None
                assert state.number >= row.number  # another process may go on meanwhile
                assert [entry.number for entry in state.entries] == list(range(state.number))
                if state.status == "playing":
                    assert not state.game.chance_due, f"a draw is missing at {row.id}"
    finally:
        engine.dispose()
    return len(tables)


def check_table(server: ServerProcess, played: Played) -> int:
    """Check that a table has each acknowledged move once, in order; return their number."""
    people = range(len(played.people))
    host = played.people[0]
    host.server = server
    for person in played.people:
        person.server = server
    entries = [
        entry["event"]
        for entry in host.look(played.table)["entries"]
        if entry["kind"] == "move" and entry["event"]["seat"] in people
    ]
    logged = [(event["seat"], event["move"]) for event in entries]
    hidden = [move for move in logged if move[1] is None]  # of a round that goes on
    announced = [move for move in played.moves if move[1] != "keep"]
    assert len(logged) == len(announced)
    assert sum(map(kept, played.people, [played.table] * len(people), people)) == (
        len(played.moves) - len(announced)
    )
    for in_log, acknowledged in zip(logged, announced, strict=True):
        assert in_log in (acknowledged, (acknowledged[0], None))
    assert len(hidden) < len(played.people)
    for seat, command, answer in played.answers[-3:]:
        assert played.people[seat].send(played.table, command) == answer
    record = host.get(f"/tables/{played.table}/record")
    if "seed" in record:
        parse_record(record).verify()
    return len(played.moves)


def kept(player: Player, table: str, seat: int) -> int:
    """Return how often a seat chose not to swap, which only its own log tells."""
    entries = player.look(table)["entries"]
    return sum(entry.get("unspoken", {}).get("seat") == seat for entry in entries)
