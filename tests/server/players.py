"""People and their pages, as programs that talk to a server the way its protocol says."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, Protocol
from uuid import uuid4

import httpx
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from kafelki.server.web.socket_models import SocketMessage
from tests.sockets import open_socket
from tests.waiting import PATIENCE

Json = dict[str, Any]

_numbers = count()
_RUN = uuid4().hex
"""Tells the commands of this run from those that a database kept from another."""


class Address(Protocol):
    """Where a server is, and a client to reach it with."""

    url: str
    http: httpx.Client


def new_command(kind: str, **fields: Any) -> Json:
    """Return a command with an id that no other has; who sits first starts, unless it says more."""
    first = {"first": 0} if kind == "start" else {}
    return {"type": kind, "id": f"{_RUN}{next(_numbers)}", **first, **fields}


@dataclass
class Player:
    """Somebody with a bearer token."""

    server: Address
    person: str
    name: str
    token: str

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.server.http.request(
            method,
            f"{self.server.url}/api{path}",
            json=body,
            headers={"Authorization": f"Bearer {self.token}"},
            **more,
        )

    def get(self, path: str, **query: Any) -> Any:
        """Return what is at a path; it must be there."""
        response = self.ask("GET", path, params=query)
        assert response.status_code == 200, response.text
        return response.json()

    def open(self, game: str, players: int, **more: Any) -> str:
        """Return the id of a table that this person opens; who sits first starts, if it starts."""
        body = {"game": game, "players": players, "first": 0, **more}
        response = self.ask("POST", "/tables", body)
        assert response.status_code == 201, response.text
        return str(response.json()["id"])

    def send(self, table: str, command: Json) -> Json:
        """Return the answer to a command."""
        answer: Json = self.ask("POST", f"/tables/{table}/commands", command).json()
        return answer

    def does(self, table: str, kind: str, **fields: Any) -> Json:
        """Return the answer to a command that must be accepted."""
        answer = self.send(table, new_command(kind, **fields))
        assert answer.get("ok") is True, answer
        return answer

    def is_refused(self, table: str, kind: str, **fields: Any) -> str:
        """Return the code with which a command is refused."""
        answer = self.send(table, new_command(kind, **fields))
        assert answer.get("ok") is not True, answer
        assert set(answer["text"]) == {"en", "pl"}
        return str(answer["code"])

    def look(self, table: str, **query: Any) -> Json:
        """Return a table as this person sees it now."""
        seen: Json = self.get(f"/tables/{table}", **query)
        return seen

    def move(self, table: str, random: Random, seat: int | None = None) -> Json:
        """Play any legal move of one's own, and return the answer."""
        query = {} if seat is None else {"seat": seat}
        view = self.look(table, **query)["game"]
        command = {"move": random.choice(view["legal"]["moves"]), "expected": view["after"]}
        return self.does(table, "move", seat=view["viewer"], **command)

    @contextmanager
    def page(self, table: str, **hello: Any) -> Iterator[Page]:
        """Give a page on which this person follows a table."""
        with page_at(self.server, table, token=self.token, **hello) as page:
            yield page


def guest(server: Address, name: str = "Ania") -> Player:
    """Return a new guest: of that name, with a number where a member of a test before has it."""
    address = f"{server.url}/api/guests"
    response = server.http.post(address, json={"name": name, "token": True})
    if response.status_code == 409:
        other = f"{name[:16]} {next(_numbers)}"  # longer ones are cut, and the number with it
        response = server.http.post(address, json={"name": other, "token": True})
    assert response.status_code == 201, response.text
    me = response.json()
    return Player(server, me["person"], me["name"], me["token"])


def member(server: Address, name: str = "Ania") -> Player:
    """Return somebody new with an account."""
    player = guest(server, name)
    account = f"{name[:6]} {player.person}"  # longer ones are cut
    body = {"account": account, "password": "correct horse"}
    response = player.ask("PUT", "/me/password", body)
    assert response.status_code == 204, response.text
    return player


def seated(
    server: Address, game: str, players: int, names: Sequence[str] = (), **more: Any
) -> tuple[str, list[Player]]:
    """Return a table where different people sit, and the people; the game has started."""
    called = [*names, "Ania", "Kasia", "Julia", "Feliks"][:players]
    people = [guest(server, name) for name in called]
    table = sit_down(people, game, **more)
    return table, people


def sit_down(people: list[Player], game: str, **more: Any) -> str:
    """Return a table where these people sit and the game has started.

    A rated one draws who starts: the list then has them in the order in which they play.
    """
    table = people[0].open(game, len(people), **more)
    for person in people[1:]:
        person.does(table, "sit")
    rated = more.get("settings", {}).get("rated", False)
    people[0].does(table, "start", first=None if rated else 0)
    seats = [seat["person"] for seat in people[0].look(table)["table"]["seats"]]
    people.sort(key=lambda person: seats.index(person.person))
    return table


def to_act(people: Sequence[Player], table: str) -> list[int]:
    """Return the seats that are to move."""
    seats: list[int] = people[0].look(table)["game"]["to_act"]
    return seats


def play_on(people: Sequence[Player], table: str, moves: int, random: Random) -> None:
    """Play some moves of a game where each person sits on the seat of their number."""
    for _ in range(moves):
        seat = to_act(people, table)[0]
        people[seat].move(table, random)


@dataclass
class Page:
    """A socket of a table: keeps what it was told, and checks that nothing is left out."""

    socket: ClientConnection
    entries: dict[int, Json] = field(default_factory=dict)
    state: Json = field(default_factory=dict)
    presence: Json = field(default_factory=dict)
    kinds: list[str] = field(default_factory=list)
    others: list[Json] = field(default_factory=list)
    """Messages that are not of the state: answers, notices and so on."""

    @property
    def number(self) -> int:
        """How many entries of the log this page knows of."""
        return int(self.state["table"]["number"]) if self.state else 0

    @property
    def game(self) -> Json:
        """The game as it was last shown."""
        shown: Json = self.state["game"]
        return shown

    def send(self, message: Json) -> None:
        self.socket.send(json.dumps(message))

    def receive(self, seconds: float = PATIENCE) -> Json:
        """Return the next message, having learnt what it says."""
        message: Json = json.loads(self.socket.recv(timeout=seconds))
        SocketMessage.model_validate(message)  # it is as OpenAPI says
        self.kinds.append(message["type"])
        if message["type"] in ("snapshot", "update"):
            self._learn(message)
        elif message["type"] == "presence":
            self.presence = message
        else:
            self.others.append(message)
        return message

    def _learn(self, message: Json) -> None:
        since = message["since"]
        if message["type"] == "update":
            assert since <= self.number, "an update left entries out"
        self.entries |= {entry["number"]: entry for entry in message["entries"]}
        self.state = message

    def until(self, kind: str, seconds: float = PATIENCE, **fields: Any) -> Json:
        """Return the next message of a kind that has certain fields."""
        while True:
            message = self.receive(seconds)
            if message["type"] == kind and fields.items() <= message.items():
                return message

    def until_number(self, number: int, seconds: float = PATIENCE) -> Json:
        """Return the state once the log has so many entries."""
        while self.number < number:
            self.receive(seconds)
        return self.state

    def command(self, kind: str, **fields: Any) -> Json:
        """Return the answer to a command sent on this socket."""
        command = new_command(kind, **fields)
        self.send(command)
        return self.until("answer", id=command["id"])

    def closed_with(self, seconds: float = PATIENCE) -> int:
        """Return the code with which the server closes the socket."""
        try:
            while True:
                self.receive(seconds)
        except ConnectionClosed as closed:
            return 1006 if closed.rcvd is None else int(closed.rcvd.code)


@contextmanager
def page_at(
    server: Address,
    table: str,
    token: str | None = None,
    since: int | None = None,
    seat: int | None = None,
    **connection: Any,
) -> Iterator[Page]:
    """Give a page at a table, once it has been told the state; a spectator's without a token."""
    address = server.url.replace("http", "ws", 1) + f"/api/tables/{table}/live"
    with open_socket(address, **connection) as socket:
        page = Page(socket)
        if since is not None:
            page.state = {"table": {"number": since}}
        page.send({"type": "hello", "since": since, "seat": seat, "token": token})
        page.receive()
        yield page
