"""How long a bot's move takes while many hints are asked for from another address.

Twelve guests of one address ask for ten hints each, all at once, of a server with one process
for moves; meanwhile somebody at another address plays against bots. Exit with 1 when the
longest wait for a bot is more than a second above the longest one without hints.
"""

from __future__ import annotations

import http.client
import json
import socket
import sys
import threading
import time
from contextlib import suppress
from random import Random
from typing import Any
from urllib.parse import urlsplit

from kafelki.server.load.testing import servers

GUESTS, HINTS = 12, 10
HOME, SCHOOL = "127.0.0.2", "127.0.0.3"
"""Two addresses of this machine."""
GAME = "exo"
"""A bot's turn is one move there."""
LEVELS = ("level-1", "level-5")
MOVES = 12
"""Of each level, without hints and with them."""
ALLOWED = 1.0  # seconds


class Person:
    """Somebody at an address, with a connection of their own."""

    def __init__(self, url: str, address: str) -> None:
        self._connection = http.client.HTTPConnection(
            urlsplit(url).netloc, timeout=600, source_address=(address, 0)
        )
        self._token = ""
        self._token = self.ask("POST", "/guests", {"token": True})["token"]

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Return what the server answers."""
        headers = {"Content-Type": "application/json"}
        if self._token:
            headers["Authorization"] = f"Bearer {self._token}"
        self._connection.request(method, f"/api{path}", json.dumps(body), headers)
        answer = self._connection.getresponse()
        data = json.loads(answer.read() or "null")
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status} {data}")
        return data

    def leave(self) -> None:
        """Break the connection off."""
        if self._connection.sock is not None:
            with suppress(OSError):  # whoever waits for an answer in another thread is told, too
                self._connection.sock.shutdown(socket.SHUT_RDWR)
        self._connection.close()


def open_table(person: Person, bot: str) -> str:
    """Return a table where somebody plays against a bot, and moves first."""
    seats = [{"me": True}, {"bot": bot}]
    new = {"game": GAME, "players": 2, "seats": seats, "start": True, "first": 0}
    table = person.ask("POST", "/tables", new | {"settings": {"hints": True}})["id"]
    return str(table)


def waits(person: Person, bot: str, moves: int, random: Random) -> list[float]:
    """Return how many seconds each of a bot's next moves took, as who waits for it sees."""
    found: list[float] = []
    table = open_table(person, bot)
    while len(found) < moves:
        game = person.ask("GET", f"/tables/{table}")["game"]
        if game["result"] is not None:
            table = open_table(person, bot)
            continue
        move = random.choice(game["legal"]["moves"])
        command = {"type": "move", "id": str(game["after"]), "move": move}
        person.ask("POST", f"/tables/{table}/commands", command | {"expected": game["after"]})
        began, asked = time.perf_counter(), False
        while not (game["result"] or (asked and game["to_act"] == [0])):
            game = person.ask("GET", f"/tables/{table}")["game"]
            asked = asked or game["to_act"] == [1]
            if game["to_act"] == [0] and not asked:
                break  # the bot was quicker than we looked
            time.sleep(0.005)
        if asked:
            found.append(time.perf_counter() - began)
    return found


class Flood:
    """Guests who all ask for hints at once, each on connections of their own."""

    def __init__(self, url: str) -> None:
        self.given = 0
        self._over = False
        self._lock = threading.Lock()
        self._askers: list[tuple[Person, str]] = []
        for _ in range(GUESTS):
            person = Person(url, SCHOOL)
            table = open_table(person, "level-1")
            for _ in range(HINTS):
                asker = Person(url, SCHOOL)
                asker._token = person._token
                asker.leave()  # the server closes a connection that rests; it is opened anew
                self._askers.append((asker, table))

    def begin(self) -> None:
        """Ask for all of them."""
        for asker, table in self._askers:
            threading.Thread(target=self._ask, args=(asker, table), daemon=True).start()

    def _ask(self, asker: Person, table: str) -> None:
        try:
            asker.ask("POST", f"/tables/{table}/hints", {})
            with self._lock:
                self.given += 1
        except (OSError, http.client.HTTPException, ValueError, AttributeError):
            if not self._over:
                raise

    def end(self) -> None:
        """Leave, all of them."""
        self._over = True
        for asker, _ in self._askers:
            asker.leave()


def main() -> None:
    """Measure, and print a line a level."""
    random = Random(1)
    held = True
    with servers(1) as ((url,), _):
        ania = Person(url, HOME)
        flood = Flood(url)
        for level in LEVELS:  # what is compiled or loaded first is not measured
            waits(ania, level, 2, random)
        ania.ask("POST", f"/tables/{open_table(ania, 'level-1')}/hints", {})
        quiet = {level: waits(ania, level, MOVES, random) for level in LEVELS}
        flood.begin()
        busy = {level: waits(ania, level, MOVES, random) for level in LEVELS}
        given = flood.given
        flood.end()
    print(f"{GUESTS * HINTS} hints asked for at once, {given} of them given meanwhile")
    for level in LEVELS:
        longest = max(quiet[level]), max(busy[level])
        held = held and longest[1] - longest[0] <= ALLOWED
        print(
            f"{level}: longest wait of {MOVES} moves {longest[0]:.2f} s without hints, "
            f"{longest[1]:.2f} s with them"
        )
    sys.exit(0 if held else 1)


if __name__ == "__main__":
    main()
