"""One source on several machines: the same records, games and thoughts of bots, compared.

`python -m tests.machines.proof` does so for all games, with 100,000 random games a table: `make
machines`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import numpy as np

from kafelki.arena.modules import write_modules
from kafelki.arena.playouts import Playouts
from kafelki.play.header import Header
from kafelki.play.record import parse_record, parse_text, read_texts
from kafelki.rules.engine import Engine, compiled_engine
from kafelki.rules.registry import GAMES, rules_of
from kafelki.testing.random_games import tables_of
from tests.corpus.make_corpus import FOLDER
from tests.machines.thinking import calls_of, write

HOST = Path(__file__).with_name("host.mjs")
ROOT = Path(__file__).parents[2]
BUILD = ROOT / "web" / "build.py"
GUEST = HOST.with_name("pyodide.mjs")
PYODIDE = ROOT / "build" / "pyodide"
PACKAGE = "pyodide@314.0.7"
ENDINGS = "wasm", "side.wasm"
MANY = 100_000
"""Random games a table, where there is time."""


def node() -> Any:
    """Return the Node that the page is built with, too, and its npm."""
    spec = spec_from_file_location("page_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    build = module_from_spec(spec)
    sys.modules["page_build"] = build
    spec.loader.exec_module(build)
    found = build.find_node()
    assert found is not None
    return found


def job_for(game: str, games: int) -> dict[str, Any]:
    """Return the records of the corpus, and random games of every table, sampled and listed."""
    records = []
    for path in sorted(FOLDER.glob(f"{game}-*.jsonl")):
        for text in read_texts(path):
            replayed = parse_record(parse_text(text)).replay()
            events = [[int(e.is_chance), e.seat, e.number] for e in replayed.events]
            records.append({"header": replayed.header, "events": events})
    playouts = [
        {"header": table, "seed": 11 + listed, "games": games, "listed": bool(listed)}
        for table in tables_of(game)
        for listed in (0, 1)
    ]
    return {"records": records, "playouts": playouts}


def on_wasm(game: str, job: dict[str, Any], folder: Path, kind: str = "") -> dict[str, Any]:
    """Return what a game's module of WebAssembly makes of a job, in Node; with "side" the other."""
    return in_node(HOST, game, _told(game, job), folder, kind)


def _told(game: str, job: dict[str, Any]) -> dict[str, Any]:
    """Return a job in the words that every machine understands."""
    told: dict[str, Any] = {
        kind: [
            {key: value for key, value in each.items() if key != "header"}
            | {"numbers": each["header"].numbers}
            for each in job[kind]
        ]
        for kind in ("records", "playouts")
    }
    told["most_moves"] = rules_of(game).most_moves
    return {"calls": [], "arrays": None} | job | told


def in_node(
    program: Path, game: str, job: dict[str, Any], folder: Path, more: str
) -> dict[str, Any]:
    """Return what a program in Node makes of a job with the modules of a game."""
    run = subprocess.run(
        [str(node().program), str(program), str(folder), game, more],
        input=json.dumps(job),
        capture_output=True,
        text=True,
        check=True,
    )
    made: dict[str, Any] = json.loads(run.stdout)
    return made


def pyodide() -> Path:
    """Return where Pyodide is, the Python that runs in browsers; install it on the first call."""
    home = PYODIDE / "node_modules" / "pyodide"
    if not home.exists():
        PYODIDE.mkdir(parents=True, exist_ok=True)
        install = "install", "--no-save", "--prefix", str(PYODIDE), PACKAGE
        assert node().run(*install, quiet=True) == 0
    return home


def on_python(engine: Engine, job: dict[str, Any]) -> dict[str, Any]:
    """Return what the functions of an engine make of a job, interpreted or as machine code."""
    return {
        "records": [_replayed(engine, **each) for each in job["records"]],
        "playouts": [_played_out(engine, **each) for each in job["playouts"]],
        "calls": [],
    }


def _replayed(engine: Engine, header: Header, events: list[list[int]]) -> list[str]:
    position = engine.first_position(*header.numbers)
    digest = sha256()
    digests = []
    for is_chance, seat, number in events:
        if is_chance:
            engine.kernels.play_outcome(position, number)
        else:
            digest.update(engine.moves(position, seat).tobytes())
            engine.kernels.play(position, seat, number)
        digest.update(position.tobytes())
        digests.append(digest.copy().hexdigest()[:16])
    return digests


def _played_out(engine: Engine, header: Header, seed: int, games: int, listed: bool) -> list[str]:
    playouts = Playouts(header, engine, seed)
    counts = playouts.list(games) if listed else playouts.sample(games)
    numbers = [*counts.tolist(), int(np.uint64(playouts._random[0]))]
    return [*map(str, numbers), sha256(playouts._position.tobytes()).hexdigest()]


@dataclass
class Proved:
    """How much was the same on all machines."""

    steps: int
    games: int
    calls: int


def prove(game: str, games: int, folder: Path, *, in_pyodide: bool = False) -> Proved:
    """Compare the machines and return how much was the same.

    The side module is linked by `host.mjs`; in Pyodide by its own means, too.
    """
    compiled = compiled_engine(game)
    job = job_for(game, games)
    native = on_python(compiled, job)
    assert on_wasm(game, job, folder) == native
    few = job_for(game, 1)
    interpreted = on_python(Engine(rules_of(game)), few)
    assert interpreted["records"] == native["records"]
    calls = calls_of(game)
    thought = few | write(calls, folder / f"{game}.arrays")
    expected = on_python(compiled, few) | {"calls": calls.made}
    assert expected == interpreted | {"calls": calls.made}
    assert on_wasm(game, thought, folder) == expected
    assert on_wasm(game, thought, folder, "side") == expected
    if in_pyodide:
        told = _told(game, thought)
        assert in_node(GUEST, game, told, folder, str(pyodide())) == expected
    steps = sum(map(len, native["records"]))
    return Proved(steps, games * len(job["playouts"]), len(calls.made))


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    with tempfile.TemporaryDirectory() as name:
        write_modules(GAMES, Path(name))
        for each in GAMES:
            same = prove(each, games, Path(name), in_pyodide=True)
            print(f"{each}: {same.steps:,} steps of records, {same.games:,} random games and")
            print(f"{each}: {same.calls} calls of kernels that bots think with are the same:")
            sizes = [(Path(name) / f"{each}.{kind}").stat().st_size for kind in ENDINGS]
            print(f"{each}: interpreted, native, WebAssembly ({sizes[0]:,} bytes) and", end=" ")
            print(f"Pyodide (a side module of {sizes[1]:,} bytes)", flush=True)
