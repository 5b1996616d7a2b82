"""Reviews of finished games, worked out bit by bit behind moves and hints, and kept in a folder.

A review is asked for by its table. As long as somebody waits for it, the advisers' processes go on
with it for a second at a time, whenever no hint is waited for; when nobody does, it rests until
somebody asks again. What is known is kept after every bit, by the record and the version of
the values, so that nothing is worked out twice.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cachetools import LRUCache

from kafelki.play.game import Game
from kafelki.review.cache import key_of, usual_version
from kafelki.review.model import Step, step_from_json, steps_as_json
from kafelki.review.reviewing import Part, review_on
from kafelki.server.denial import Denial, conflict
from kafelki.server.private import packed_whole, private_folder
from kafelki.server.settings import Settings
from kafelki.server.table.state import TableState
from kafelki.server.worker_pool import Workers

log = logging.getLogger(__name__)

BIT = 1.0
"""Seconds for which a review goes on before others have their turn."""
LEFT = 5.0
"""Seconds after which nobody waits any more who has not asked again."""
EACH, AT_AN_ADDRESS = 3, 20
"""How many reviews may be under way that a person has asked for, and those of an address."""
REMEMBERED = 64
UNUSED = 90 * 24 * 3600.0
"""Seconds after which a review that nobody has looked at is thrown away."""
ENDING = ".json.gz"

Summary = dict[str, Any]
"""A review as JSON, without its steps."""
Who = tuple[str, str]
"""An address, and a person there."""


@dataclass(frozen=True)
class Known:
    """What is known of a review."""

    start: tuple[float, ...] = ()
    whole: float = 1.0
    steps: tuple[Step, ...] = ()
    summary: Summary | None = None
    """Once it is complete."""

    def with_part(self, part: Part) -> Known:
        """Return what is known when a part was found out, too."""
        summary = None
        if part.review is not None:
            summary = {k: v for k, v in part.review.as_json().items() if k != "steps"}
        return Known(part.start, part.whole, self.steps + part.steps, summary)

    @property
    def events(self) -> int:
        """How many events of the game were looked at."""
        return self.steps[-1].event + self.steps[-1].events if self.steps else 0


@dataclass(eq=False)
class _UnderWay:
    """A review that somebody waits for."""

    path: Path
    who: Who
    """The address and the person that asked first."""
    known: Known = field(default_factory=Known)
    waiting: int = 0
    asked: float = field(default_factory=time.monotonic)
    grown: asyncio.Event = field(default_factory=asyncio.Event)
    """Set, and made anew, whenever more is known."""
    task: asyncio.Task[None] | None = None
    ended: bool = False
    """Whether it goes on no more: it is complete, nobody waits, or"""
    failed: bool = False
    """it cannot be worked out."""

    @property
    def is_wanted(self) -> bool:
        """Whether somebody waits, or may be about to ask again."""
        return self.waiting > 0 or time.monotonic() - self.asked < LEFT

    def has_more(self, since: int) -> bool:
        """Whether there is something to tell who knows so many steps."""
        return self.ended or self.known.summary is not None or len(self.known.steps) > since

    def tell(self) -> None:
        """Let all who wait look."""
        self.grown.set()
        self.grown = asyncio.Event()


def check_is_over(state: TableState) -> None:
    """Raise Denial while a game goes on, whoever asks: what is worked out tells what is hidden."""
    if state.status != "over":
        raise conflict(
            "Only a finished game is reviewed, and this one is not over yet.",
            "Analizować można tylko skończoną grę, a ta jeszcze trwa.",
        )


def room_of(settings: Settings) -> list[int]:
    """Return how much may be under way that an address, and a person, has asked for."""
    return [max(1, round(settings.rate_limits * each)) for each in (AT_AN_ADDRESS, EACH)]


def check_room(under_way: Sequence[Who], who: Who, most: Sequence[int]) -> None:
    """Raise Denial where somebody has enough under way, of what all have asked for."""
    at_an_address = sum(address == who[0] for address, _ in under_way)
    if at_an_address >= most[0] or under_way.count(who) >= most[1]:
        raise Denial(
            "too-many",
            "Several of your games are being reviewed already. Please try again soon.",
            "Kilka twoich gier jest już analizowanych. Spróbuj ponownie za chwilę.",
            retry_after=round(LEFT),
        )


class Reviews:
    """The reviews of one server process."""

    def __init__(self, workers: Workers, settings: Settings) -> None:
        self._workers = workers
        self._folder = _folder(settings)
        self._depth = settings.review_depth
        self._most = room_of(settings)
        self._is_limited = settings.rate_limits > 0
        self._under_way: dict[str, _UnderWay] = {}
        self._complete: LRUCache[str, Known] = LRUCache(REMEMBERED)
        self.on_complete: Callable[[TableState, Known, Who], Awaitable[None]] | None = None
        """Called with every complete review, before anybody is told that it is."""

    async def of(self, state: TableState, who: Who, since: int | None) -> Known:
        """Return what is known of a table's review; with `since`, when it has more steps than that.

        It goes on as long as somebody asks. Denial unless the game is over, whoever asks.
        """
        check_is_over(state)
        known = self._complete.get(state.id)
        if known is not None:
            return known
        review = self._under_way.get(state.id) or await self._begun(state, who)
        if review.known.summary is not None or since is None:
            review.asked = time.monotonic()
            return review.known
        return await self._grown(review, since)

    async def _grown(self, review: _UnderWay, since: int) -> Known:
        """Wait until more is known, or for a while; Denial when it cannot be worked out."""
        review.waiting += 1
        try:
            async with asyncio.timeout(LEFT):
                while not review.has_more(since):
                    await review.grown.wait()
        except TimeoutError:
            pass  # it is asked for again
        finally:
            review.waiting -= 1
            review.asked = time.monotonic()
        if review.failed:
            raise Denial(
                "unavailable",
                "This game could not be reviewed this time.",
                "Tym razem nie udało się przeanalizować tej gry.",
            )
        return review.known

    async def _begun(self, state: TableState, who: Who) -> _UnderWay:
        """Return a review that goes on from what is kept of it; complete if all of it is."""
        self._check_room(who)
        game = state.game.copy()
        game.seed = None
        path = await asyncio.to_thread(_path, self._folder, game, self._depth)
        kept = await asyncio.to_thread(_read, path)
        await self._learn(state, kept, who)
        review = self._under_way.get(state.id)  # somebody else may have been as quick
        if review is None:
            review = _UnderWay(path, who, kept)
            if kept.summary is not None:
                self._complete[state.id] = kept
            else:
                self._under_way[state.id] = review
                review.task = asyncio.create_task(self._work(state, review, game))
        return review

    def _check_room(self, who: Who) -> None:
        if self._is_limited:
            check_room([each.who for each in self._under_way.values()], who, self._most)

    async def _work(self, state: TableState, review: _UnderWay, game: Game) -> None:
        places = None if game.over else state.places
        try:
            while review.known.summary is None and review.is_wanted:
                known = review.known.with_part(await self._bit(review, game, places))
                await asyncio.to_thread(_write, review.path, known)
                await self._learn(state, known, review.who)
                review.known = known
                review.tell()
            if review.known.summary is not None:
                self._complete[state.id] = review.known
        except Exception:  # whatever it is, the game is there without it
            log.exception("a game could not be reviewed")
            review.failed = True
        finally:
            review.ended = True
            del self._under_way[state.id]
            review.tell()

    async def _learn(self, state: TableState, known: Known, who: Who) -> None:
        if known.summary is not None and self.on_complete is not None:
            await self.on_complete(state, known, who)

    async def _bit(self, review: _UnderWay, game: Game, places: Sequence[int] | None) -> Part:
        """Go on with a review, when nobody waits for a hint."""
        line = self._workers.line
        await line.enter(*review.who, late=True)
        try:
            given = game, review.known.steps, self._depth, places
            return await self._workers.pool.run(_go_on, *given)
        finally:
            line.leave()

    async def throw_unused_away(self) -> None:
        """Remove what nobody has looked at for long."""
        await asyncio.to_thread(_throw_away, self._folder, time.time() - UNUSED)

    async def close(self) -> None:
        """Stop; what is known is kept."""
        tasks = [each.task for each in self._under_way.values() if each.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _go_on(game: Game, done: Sequence[Step], depth: str, places: Sequence[int] | None) -> Part:
    """Work a bit of a review out, in a process of the bots."""
    return review_on(game, done, BIT, depth=depth, places=places)


def kept_review(state: TableState, settings: Settings) -> Known:
    """Return what is kept of a table's review."""
    return _read(_path(_folder(settings), state.game, settings.review_depth))


def _folder(settings: Settings) -> Path:
    return settings.data_folder / "reviews"


def _path(folder: Path, game: Game, depth: str) -> Path:
    key = key_of(game, usual_version(game.header.game), depth)
    return folder / f"{key}{ENDING}"


def _read(path: Path) -> Known:
    """Return what is kept of a review: nothing where that cannot be read."""
    try:
        with gzip.open(path, "rt", encoding="utf-8") as file:
            data = json.load(file)
        path.touch()  # it is looked at
        steps = tuple(step_from_json(step) for step in data.pop("steps"))
        return replace(Known(**data), start=tuple(data["start"]), steps=steps)
    except FileNotFoundError:
        return Known()
    except (OSError, EOFError, ValueError, TypeError, KeyError) as wrong:
        log.warning("a review is worked out again: %s", type(wrong).__name__)
        return Known()


def _write(path: Path, known: Known) -> None:
    """Keep what is known of a review; where that cannot be done it costs time later, no more."""
    data = {**vars(known), "steps": steps_as_json(known.steps)}
    try:
        private_folder(path.parent)
        with packed_whole(path) as file:
            json.dump(data, file, ensure_ascii=False)
    except OSError as wrong:
        log.warning("a review could not be kept: %s", wrong.strerror)


def _throw_away(folder: Path, before: float) -> None:
    for path in folder.glob(f"*{ENDING}"):
        if path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
