"""Records: one open format for complete games, read strictly and written plainly.

A record is a JSON object; a file holds one, or many as JSON lines. Reading checks
everything: what comes out has been replayed event by event.
"""

from __future__ import annotations

import errno
import gzip
import json
import math
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kafelki.play.chance import SEED_BYTES, commitment, drawn_to_start
from kafelki.play.game import Event, Game
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal

FORMAT = 1
NEEDED = ("kafelki", "game", "rules", "players", "events")
KNOWN = (*NEEDED, "variant", "options", "seats", "commitment", "seed", "salt", "result")
LOT = "lot"
"""The key under which a record says who was drawn to start, of those at the table as they sat."""
LONGEST_SALT = 1024  # bytes; far more than four devices add
LONGEST_TEXT = 40  # characters of a move or chance event; none that is sound has as many
LONGEST_NUMBER = 1000  # digits
DEEPEST = 50  # lists and objects within each other
GZIP = b"\x1f\x8b"
_HEX = re.compile(r"(?:[0-9a-fA-F]{2})*")
_HALF_CHARACTER = re.compile(r"[\ud800-\udfff]|\\u[dD][89a-fA-F]")


@dataclass(frozen=True)
class Record:
    """A record as it was written: its form is sound, its events are not yet replayed."""

    header: Header
    events: tuple[Mapping[str, Any], ...]
    seats: tuple[Mapping[str, Any], ...] = ()
    commitment: str | None = None
    seed: bytes | None = None
    salt: bytes = b""
    result: Mapping[str, Any] | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    """Top-level keys that Kafelki does not know: kept as they are."""

    def steps(self) -> Iterator[Game]:
        """Yield the game before the first event and after each; Refusal at an unsound one."""
        game = Game(self.header, seats=self.seats or None, seed=self.seed, salt=self.salt)
        game.extra = dict(self.extra)
        if self.commitment is not None:
            game.commitment = self.commitment
        yield game
        for number, event in enumerate(self.events):
            try:
                play_event(game, event)
            except Refusal as refusal:
                raise refusal.at(number) from None
            yield game
        if self.result is not None and game.result is None:
            raise Refusal("the record has a result, but the game is not over")
        ended = game.result and game.result.as_json()
        if self.result is not None and self.result != ended:
            told = _short(self.result)
            raise Refusal(f"the record's result is {told}, but the game ended with {ended}")

    def replay(self) -> Game:
        """Return the game after all events; Refusal when anything is unsound."""
        *_, game = self.steps()
        return game

    def verify(self) -> Game:
        """Replay, and check the seed against the commitment and every chance outcome."""
        if self.seed is None:
            raise Refusal("the record has no seed, so its chance cannot be verified")
        if self.commitment is None:
            raise Refusal("the record has no commitment to check its seed against")
        if commitment(self.seed) != self.commitment:
            raise Refusal("the seed is not the one that was committed: its SHA-256 differs")
        drawn = drawn_to_start(self.seed, self.salt, self.header.players)
        said = self.extra.get(LOT, drawn)
        if type(said) is not int or said != drawn:
            raise Refusal(
                f"the lot was not fair: the seed draws number {drawn} to start, not {_short(said)}"
            )
        fair = None
        for game in self.steps():
            if fair is not None and game.events[-1].text != fair:
                raise Refusal(
                    f"chance was not fair: the seed gives {fair!r}, not {game.events[-1].text!r}",
                    event=len(game.events) - 1,
                )
            fair = game.rules.outcome_text(game.fair_outcome()) if game.chance_due else None
        return game


def play_event(game: Game, event: Mapping[str, Any]) -> Event:
    """Play an event of a record in a game and return it; Refusal when it cannot be.

    It is then malformed or not allowed.
    """
    if not isinstance(event, Mapping):
        raise Refusal(f"an event is an object, not {_short(event)}")
    keys = set(event)
    if keys == {"seat", "move"}:
        if not _is_short_text(event["move"]):
            raise Refusal(f"a move is a short text, not {_short(event['move'])}")
        if type(event["seat"]) is not int:
            raise Refusal(f"a seat is a whole number, not {_short(event['seat'])}")
        return game.play(event["move"], event["seat"])
    if "chance" in keys and keys <= {"chance", "seat"}:
        if not _is_short_text(event["chance"]):
            raise Refusal(f"a chance event is a short text, not {_short(event['chance'])}")
        _check_chance_seat(game, event)
        return game.play_chance(event["chance"])
    raise Refusal(f"an event has 'seat' and 'move', or 'chance', not {_short(event)}")


def _is_short_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_TEXT


def _check_chance_seat(game: Game, event: Mapping[str, Any]) -> None:
    expected = game.chance_seat
    given = event.get("seat")
    if not game.chance_due or ("seat" not in event and expected is None):
        return
    if expected is None:
        raise Refusal(f"{_short(event['chance'])} concerns no single seat")
    if type(given) is not int or given != expected:
        raise Refusal(f"{_short(event['chance'])} must be for seat {expected}")


def parse_record(data: Any) -> Record:
    """Return the record that a JSON value stands for; Refusal says what is wrong with its form."""
    _check_depth(data)
    if not isinstance(data, dict):
        raise Refusal(f"a record is a JSON object, not {_short(data)}")
    for key in NEEDED:
        if key not in data:
            raise Refusal(f"the record has no {key!r}")
    if type(data["kafelki"]) is not int or data["kafelki"] != FORMAT:
        raise Refusal(f"format {_short(data['kafelki'])} is not known; this program reads {FORMAT}")
    for key in ("game", "variant"):
        if not isinstance(data.get(key, "standard"), str):
            raise Refusal(f"{key!r} is a text, not {_short(data[key])}")
    header = Header(
        data["game"], data["players"], data.get("variant", "standard"), data.get("options", {})
    )
    current, version = header.rules.version, data["rules"]
    if type(version) is not int or version < 1:
        raise Refusal(f"'rules' is the number of a version, not {_short(version)}")
    if version != current:
        raise Refusal(
            f"the record follows version {version} of the rules of {header.game}; "
            f"this program has version {current} only"
        )
    if not isinstance(data["events"], list):
        raise Refusal(f"'events' is a list, not {_short(data['events'])}")
    committed = _hexadecimal(data, "commitment", length=32)
    return Record(
        header=header,
        events=tuple(data["events"]),
        seats=_seats(data, header.players),
        commitment=None if committed is None else committed.hex(),
        seed=_hexadecimal(data, "seed", length=SEED_BYTES),
        salt=_hexadecimal(data, "salt") or b"",
        result=_result(data),
        extra={key: value for key, value in data.items() if key not in KNOWN},
    )


def _check_depth(data: Any) -> None:
    """Refuse what is nested so deeply that Python could not write or compare it."""
    level = [data]
    for _ in range(DEEPEST):
        level = [inner for value in level for inner in _within(value)]
        if not level:
            return
    raise Refusal("the JSON is nested too deeply")


def _within(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _seats(data: Mapping[str, Any], players: int) -> tuple[Mapping[str, Any], ...]:
    seats = data.get("seats")
    if seats is None and "seats" not in data:
        return ()
    if not isinstance(seats, list) or len(seats) != players:
        raise Refusal(f"'seats' is a list of {players}, one a player")
    for seat in seats:
        if not isinstance(seat, dict):
            raise Refusal(f"a seat is an object, not {_short(seat)}")
        for key in ("name", "bot"):
            if not isinstance(seat.get(key, ""), str):
                raise Refusal(f"a seat's {key!r} is a text, not {_short(seat[key])}")
    return tuple(seats)


def _hexadecimal(data: Mapping[str, Any], key: str, length: int | None = None) -> bytes | None:
    if key not in data:
        return None
    text = data[key]
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise Refusal(f"{key!r} is bytes in hex, not {_short(text)}")
    raw = bytes.fromhex(text)
    if length is not None and len(raw) != length:
        raise Refusal(f"{key!r} is {length} bytes in hex, not {len(raw)}")
    if len(raw) > LONGEST_SALT:
        raise Refusal(f"{key!r} is at most {LONGEST_SALT} bytes, not {len(raw)}")
    return raw


def _result(data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    result = data.get("result")
    if result is None and "result" not in data:
        return None
    if not isinstance(result, dict) or set(result) != {"places", "reason"}:
        raise Refusal(f"'result' has 'places' and 'reason', not {_short(result)}")
    places = result["places"]
    if not isinstance(places, list) or any(type(place) is not int for place in places):
        raise Refusal(f"'places' is a list of whole numbers, not {_short(places)}")
    return result


def _short(value: Any) -> str:
    """Return a value as it may be shown in a message: never long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "..."


def record_of(game: Game) -> dict[str, Any]:
    """Return a game as a record; the seed is in it only once the game is over."""
    if game.origin is not None:
        raise Refusal("a game that was taken up in its middle has no record: its past is not known")
    header = game.header
    data: dict[str, Any] = {
        "kafelki": FORMAT,
        "game": header.game,
        "rules": header.rules.version,
        "players": header.players,
        "variant": header.variant,
        "options": dict(header.options),
        "seats": [dict(seat) for seat in game.seats],
    }
    if game.commitment is not None:
        data["commitment"] = game.commitment
    if game.seed is not None and game.over:
        data["seed"] = game.seed.hex()
    if game.salt:
        data["salt"] = game.salt.hex()
    data["events"] = [event.as_json() for event in game.events]
    if game.result is not None:
        data["result"] = game.result.as_json()
    return data | game.extra


# Files


def parse_text(text: str) -> Any:
    """Return the JSON value of a text; Refusal when it is none, or names a key twice."""
    try:
        value = json.loads(
            text,
            object_pairs_hook=_unique_keys,
            parse_constant=_no_constant,
            parse_int=_whole_number,
            parse_float=_finite_number,
        )
    except Refusal:
        raise
    except RecursionError:
        raise Refusal("the JSON is nested too deeply") from None
    except ValueError as wrong:
        raise Refusal(f"this is not JSON: {wrong}") from None
    _check_depth(value)
    if _HALF_CHARACTER.search(text):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise Refusal("a text has half of a character, which UTF-8 cannot write") from None
    return value


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Refusal("an object names a key twice")
    return found


def _no_constant(name: str) -> Any:
    raise Refusal(f"{name} is not JSON")


def _whole_number(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER:
        raise Refusal(f"a number of {len(digits)} digits is too long")
    return int(digits)


def _finite_number(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise Refusal(f"{_short(text)} is too large a number")
    return number


def read_texts(path: Path | str) -> list[str]:
    """Return the texts of the records in a file: one object, or one a line; packed by gzip or not.

    OSError when the file cannot be read, Refusal when it is not text or is empty. A packed
    file may be empty: it is a day on which no game ended.
    """
    content = Path(path).read_bytes()
    packed = content.startswith(GZIP)
    try:
        whole = (gzip.decompress(content) if packed else content).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Refusal("the file is not UTF-8 text") from None
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise Refusal("the packed file is damaged") from None
    lines = [line for line in whole.split("\n") if line.strip()]
    if not lines and not packed:
        raise Refusal("the file holds no record")
    return [whole] if len(lines) > 1 and _is_one_value(whole, lines[0].strip()) else lines


def _is_one_value(whole: str, first: str) -> bool:
    """Return whether a file of several lines is one record, and not one a line."""
    for text, is_one in ((whole, True), (first, False)):
        try:
            json.loads(text)
        except (ValueError, RecursionError):
            continue
        return is_one
    # Both are broken: a line that starts an object and ends it is a record by itself.
    return not (first.startswith("{") and first.endswith("}"))


def load(path: Path | str) -> Game:
    """Return the game of a file's only record, replayed."""
    texts = read_texts(path)
    if len(texts) != 1:
        raise Refusal(f"the file holds {len(texts)} records, not one")
    return parse_record(parse_text(texts[0])).replay()


def load_all(path: Path | str) -> list[Game]:
    """Return the games of all records in a file, replayed."""
    return [parse_record(parse_text(text)).replay() for text in read_texts(path)]


def save(games: Game | Iterable[Game], path: Path | str) -> None:
    """Write a game, or several as JSON lines, to a file; it is complete or not changed at all."""
    several = [games] if isinstance(games, Game) else list(games)
    write_whole(path, "".join(f"{dump(record_of(game))}\n" for game in several))


def dump(record: Mapping[str, Any]) -> str:
    """Return a record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False)


def write_whole(path: Path | str, text: str | Iterable[str]) -> None:
    """Write a file by replacing it, so that nobody ever sees half of it; a text, or part by part.

    OSError names the file when it cannot be written; nothing is left behind then.
    """
    target = Path(path)
    if target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if target.exists() and not target.is_file():
        _write(target, text)  # a pipe or a device: it must not be replaced
        return
    target = target.resolve()
    temporary = target.with_name(f".{target.name}.part")
    try:
        _write(temporary, text)
        temporary.replace(target)
    except OSError as wrong:
        raise OSError(wrong.errno, wrong.strerror, str(path)) from None
    finally:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)


def _write(path: Path, text: str | Iterable[str]) -> None:
    with path.open("wb") as file:
        for part in [text] if isinstance(text, str) else text:
            file.write(part.encode())
