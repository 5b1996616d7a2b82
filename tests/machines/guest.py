"""Runs inside Pyodide: does with a side module, by ctypes, what `host.mjs` does with a module.

Only Python's own library is there.
"""

from __future__ import annotations

import ctypes
import json
from hashlib import sha256
from typing import Any

CHANCE = 16


class Machine:
    """The functions of a side module, on memory that Python owns."""

    def __init__(self, library: str, about: dict[str, Any], job: dict[str, Any]) -> None:
        self.library = ctypes.CDLL(library)
        self.size: int = about["size"]
        self.start, self.position = bytearray(self.size), bytearray(self.size)
        self.moves = bytearray(4 * job["most_moves"])

    def call(self, name: str, *values: Any) -> int:
        """Call a function with numbers and arrays; of a table both dimensions are told."""
        given: list[int] = []
        for value in values:
            array, *shape = value if isinstance(value, tuple) else (value,)
            if isinstance(array, int):
                given.append(array)
            else:
                buffer = (ctypes.c_char * len(array)).from_buffer(array)
                given += [ctypes.addressof(buffer), *(shape or [len(array)])]
        result: int = getattr(self.library, name)(*given)
        return result

    def set_up(self, numbers: list[int]) -> None:
        """Begin a game."""
        self.start[:] = bytes(self.size)
        self.call("set_up", self.start, *numbers)
        self.position[:] = self.start

    def replayed(self, numbers: list[int], events: list[list[int]]) -> list[str]:
        """Return one digest a step: of all positions and lists of legal moves so far."""
        self.set_up(numbers)
        digest = sha256()
        digests = []
        for is_chance, seat, number in events:
            if self.call("acting", self.position) != CHANCE:
                moves = (self.moves, len(self.moves) // 4)
                count = self.call("list_moves", self.position, seat, moves)
                digest.update(self.moves[: 4 * count])
            if is_chance:
                self.call("play_outcome", self.position, number)
            else:
                self.call("play", self.position, seat, number)
            digest.update(self.position)
            digests.append(digest.copy().hexdigest()[:16])
        return digests

    def played_out(self, numbers: list[int], seed: int, games: int, listed: bool) -> list[str]:
        """Return what random games counted, the random state they leave and the last position."""
        self.set_up(numbers)
        random, counts = bytearray(seed.to_bytes(8, "little")), bytearray(24)
        moves = (self.moves, len(self.moves) // 4 if listed else 0)
        asked = (random, 1), games, (counts, 3), moves
        self.call("play_games", self.start, self.position, *asked)
        told = counts + random
        numbers = [int.from_bytes(told[k : k + 8], "little") for k in range(0, 32, 8)]
        return [*map(str, numbers), sha256(self.position).hexdigest()]

    def called(self, stored: bytes, call: dict[str, Any]) -> list[Any]:
        """Return what a kernel gives back, and a digest of all its arrays after the call."""
        at, arrays = call["from"], []
        for size in call["arrays"]:
            arrays.append(bytearray(stored[at : at + size]))
            at += size
        values = [
            (arrays[given[0]], *given[1:]) if isinstance(given, list) else given
            for given in call["parameters"]
        ]
        result = self.call(call["name"], *values)
        return [result, sha256(b"".join(arrays)).hexdigest()]


def done(job: dict[str, Any], about: dict[str, Any], library: str, arrays: str) -> str:
    """Return what is made of a job, as JSON."""
    machine = Machine(library, about, job)
    with open(arrays, "rb") as file:
        stored = file.read()
    made = {
        "records": [machine.replayed(**each) for each in job["records"]],
        "playouts": [machine.played_out(**each) for each in job["playouts"]],
        "calls": [machine.called(stored, each) for each in job["calls"]],
    }
    return json.dumps(made)
