"""Makes the corpus: complete records of every game, and a digest of each one's full trace.

The corpus is frozen. It holds what version 1 of the rules does, and old records must keep
replaying the same way for ever. It is made anew only when the version of a game's rules
goes up, and then only for that game:

    python -m tests.corpus.make_corpus GAME

Each file has two games: one of random moves, and one of eager players, who take the points
and every swap that they can get, so that full colours, extra turns and swaps are there too.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from kafelki.arena.simulation import play_out, simulate
from kafelki.bots.protocol import Turn
from kafelki.play.game import Game, Move, seed_of_number, trace_line
from kafelki.play.header import Header
from kafelki.play.record import Record, dump, parse_record, record_of, write_whole
from kafelki.rules.registry import GAMES, all_seatings
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE

FOLDER = Path(__file__).parent
DIGESTS = FOLDER / "traces.sha256"
NAMES = ("Ania", "Kasia", "Julia", "Feliks")
WORTH = {
    WITHOUT_CHANCE: {"line": 1, "opponent_line": -2},
    WITHOUT_BOARD: {"points": 1},
    AT_ONCE: {"change": 1},
}
"""What an eager player counts, by the columns of the consequences; elsewhere the colours."""


class Case(NamedTuple):
    """A file of the corpus: its name without the ending, and how its games are set up."""

    name: str
    header: Header


def cases() -> list[Case]:
    """Return every game with every seating, and with the options that change a game."""
    seatings = [
        Case(
            f"{game}-{seating.players}" + ("-pairs" if seating.variant == "pairs" else ""),
            Header(game, seating.players, seating.variant),
        )
        for game, seating in all_seatings()
    ]
    pyramids = [
        Case(
            f"{WITH_RACKS}-{players}-colour",
            Header(WITH_RACKS, players, "standard", {"pyramid": "colour"}),
        )
        for players in (1, 2, 4)
    ]
    sizes = [
        Case(
            f"{WITHOUT_CHANCE}-2-size{size}", Header(WITHOUT_CHANCE, 2, "standard", {"size": size})
        )
        for size in (5, 7, 19)
    ]
    talk = Case(f"{WITH_PAIRS}-4-pairs-talk", Header(WITH_PAIRS, 4, "pairs", {"talk": True}))
    return [*seatings, *pyramids, *sizes, talk]


class EagerBot:
    """Takes a swap, now and then gives up extra tiles, and else the most points at once."""

    def choose(self, turn: Turn) -> Move:
        """Return one of the best moves at first sight."""
        legal = turn.view["legal"]
        by_text = {str(move): move for move in turn.moves}
        if "swap" in by_text:
            return by_text["swap"]
        if "pass" in by_text and turn.random.random() < 0.3:
            return by_text["pass"]
        counted = WORTH.get(turn.header.game) or dict.fromkeys(legal["columns"][:6], 1)
        values = [
            sum(counted.get(name, 0) * n for name, n in zip(legal["columns"], row, strict=True))
            for row in legal["rows"]
        ]
        best = [text for text, n in zip(legal["moves"], values, strict=True) if n == max(values)]
        return by_text[turn.random.choice(best)]


def games(case: Case) -> Iterator[Game]:
    """Yield the games of a file."""
    yield from simulate(case.header, ["random"], 1, seed=case.name)
    number = int.from_bytes(case.name.encode(), "big")
    seats = [{"name": name, "bot": "eager"} for name in NAMES[: case.header.players]]
    salt = case.name.encode()
    game = Game(case.header, seats=seats, seed=seed_of_number(number), salt=salt, deals=True)
    yield play_out(game, [EagerBot()] * case.header.players, Random(number))


def digest_of_trace(record: Record) -> str:
    """Return the SHA-256 of a record's trace, a line of canonical JSON for each prefix."""
    lines = (_canonical(trace_line(game)) for game in record.steps())
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def _canonical(line: dict[str, Any]) -> str:
    legal = {seat: sorted(moves) for seat, moves in line["legal"].items()}
    return json.dumps(line | {"legal": legal}, sort_keys=True, ensure_ascii=False)


def stored_digests() -> dict[str, str]:
    """Return the digests by the file and the number of the record in it."""
    lines = DIGESTS.read_text("utf-8").splitlines() if DIGESTS.exists() else []
    return {name: digest for digest, name in (line.split("  ") for line in lines)}


def make(chosen: Sequence[str]) -> None:
    """Write the files of some games, and their digests beside those of the others."""
    digests = stored_digests()
    for case in cases():
        if case.header.game not in chosen:
            continue
        records = [record_of(game) for game in games(case)]
        write_whole(FOLDER / f"{case.name}.jsonl", "".join(f"{dump(each)}\n" for each in records))
        for number, record in enumerate(records, start=1):
            digests[f"{case.name}.jsonl:{number}"] = digest_of_trace(parse_record(record))
    text = "".join(f"{digest}  {name}\n" for name, digest in sorted(digests.items()))
    write_whole(DIGESTS, text)


if __name__ == "__main__":
    make(sys.argv[1:] or GAMES)
