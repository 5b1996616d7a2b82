"""One source on several machines: the same records and random games on each, compared.

`python -m tests.machines.proof` does so for all games, with 100,000 random games a table: `make
machines`.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
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

HOST = Path(__file__).with_name("host.mjs")
BUILD = Path(__file__).parents[2] / "web" / "build.py"
MANY = 100_000
"""Random games a table, where there is time."""


def node() -> str:
    """Return the Node that the page is built with, too."""
    spec = spec_from_file_location("page_build", BUILD)
    assert spec is not None
    assert spec.loader is not None
    build = module_from_spec(spec)
    sys.modules["page_build"] = build
    spec.loader.exec_module(build)
    found = build.find_node()
    assert found is not None
    return str(found.program)


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


def on_wasm(game: str, job: dict[str, Any], folder: Path) -> dict[str, Any]:
    """Return what the game's module of WebAssembly makes of a job, in Node."""
    told: dict[str, Any] = {
        kind: [
            {key: value for key, value in each.items() if key != "header"}
            | {"numbers": each["header"].numbers}
            for each in job[kind]
        ]
        for kind in ("records", "playouts")
    }
    told["most_moves"] = rules_of(game).most_moves
    run = subprocess.run(
        [node(), str(HOST), str(folder), game],
        input=json.dumps(told),
        capture_output=True,
        text=True,
        check=True,
    )
    made: dict[str, Any] = json.loads(run.stdout)
    return made


def on_python(engine: Engine, job: dict[str, Any]) -> dict[str, Any]:
    """Return what the functions of an engine make of a job, interpreted or as machine code."""
    return {
        "records": [_replayed(engine, **each) for each in job["records"]],
        "playouts": [_played_out(engine, **each) for each in job["playouts"]],
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


def prove(game: str, games: int, folder: Path) -> tuple[int, int]:
    """Compare the machines and return how many steps and random games were the same."""
    compiled = compiled_engine(game)
    job = job_for(game, games)
    native = on_python(compiled, job)
    assert on_wasm(game, job, folder) == native
    few = job_for(game, 1)
    interpreted = on_python(Engine(rules_of(game)), few)
    assert interpreted["records"] == native["records"]
    assert on_python(compiled, few) == interpreted == on_wasm(game, few, folder)
    steps = sum(map(len, native["records"]))
    return steps, games * len(job["playouts"])


if __name__ == "__main__":
    games = int(sys.argv[1]) if len(sys.argv) > 1 else MANY
    with tempfile.TemporaryDirectory() as name:
        write_modules(GAMES, Path(name))
        for each in GAMES:
            steps, played = prove(each, games, Path(name))
            size = (Path(name) / f"{each}.wasm").stat().st_size
            print(f"{each}: {steps:,} steps of records and {played:,} random games are the same")
            print(f"{each}: interpreted, native and WebAssembly ({size:,} bytes)", flush=True)
