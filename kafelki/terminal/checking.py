"""Files of records, checked one after the other: what `replay` and `verify` say of each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kafelki.play.game import Game, trace_line
from kafelki.play.record import Record, parse_record, parse_text, read_texts
from kafelki.play.refusal import Refusal
from kafelki.play.unfinished import check_unfinished, is_unfinished
from kafelki.terminal.progress import progress

SOUND, UNSOUND, UNREADABLE = 0, 1, 2
"""Exit codes; what is unsound counts more than a file that is not there."""


def replayed(record: Record) -> Game:
    """Return a record's game; Refusal where it is unsound."""
    return record.replay()


def traced(record: Record) -> Game:
    """Return a record's game, and print the position after every number of events."""
    for game in record.steps():
        print(json.dumps(trace_line(game), ensure_ascii=False))
    return game


def verified(record: Record) -> Game:
    """Return a record's game, its chance checked; one before the end as far as it goes."""
    return check_unfinished(record) if is_unfinished(record) else record.verify()


@dataclass
class FileChecks:
    """Checks of files of records, printed as they are made: in words, or for programs."""

    check: Callable[[Record], Game]
    as_json: bool = False
    quiet: bool = False
    """Whether only what is wrong is said."""
    records: int = 0
    unsound: int = 0
    unreadable: int = 0

    def run(self, files: Sequence[Path]) -> int:
        """Check all files, whatever is wrong with some, and return the exit code."""
        several = len(files) > 1
        code = SOUND
        for file in files:
            about = {"file": str(file)} if several else {}
            try:
                texts = read_texts(file)
            except (Refusal, OSError) as wrong:
                code = code or self._miss(file, wrong, about)
            else:
                self._check(file, texts, about)
        if several and not self.quiet and not self.as_json:
            print(self._summary(len(files)))
        return UNSOUND if self.unsound else code

    def _miss(self, file: Path, wrong: Refusal | OSError, about: dict[str, Any]) -> int:
        """Say that a file cannot be read, and return the exit code for it."""
        self.unreadable += 1
        why = wrong.strerror or str(wrong) if isinstance(wrong, OSError) else str(wrong)
        print(f"kafelki: {file}: {why}", file=sys.stderr)
        if about:
            self._tell(about | {"sound": False, "message": why})
        return UNREADABLE if isinstance(wrong, OSError) else UNSOUND

    def _check(self, file: Path, texts: list[str], about: dict[str, Any]) -> None:
        unsound = waiting = 0
        with progress("checking", len(texts)) as advance:
            for number, text in enumerate(texts, start=1):
                try:
                    record = parse_record(parse_text(text))
                    game = self.check(record)
                except Refusal as refusal:
                    unsound += 1
                    objection = {"rule": refusal.rule, "message": refusal.text.en}
                    answer = {"record": number, "sound": False, "event": refusal.event}
                    self._tell(about | answer | objection)
                    print(f"{file}: record {number}: {refusal}", file=sys.stderr)
                else:
                    waiting += is_unfinished(record)
                    self._tell(about | {"record": number, "sound": True} | self._about(game))
                advance("")
        self.records += len(texts)
        self.unsound += unsound
        if not self.quiet and not self.as_json and not unsound:
            print(f"{file}: {_counted(len(texts), 'record is', 'records are')} sound")
        if waiting and self.check is verified and not self.as_json and not unsound:
            written = _counted(waiting, "was", "were")
            print(
                f"{file}: {written} written before the seed was out, and can be verified later only"
            )

    def _tell(self, answer: dict[str, Any]) -> None:
        if self.as_json:
            print(json.dumps(answer, ensure_ascii=False))

    def _about(self, game: Game) -> dict[str, Any]:
        result = None if game.result is None else game.result.as_json()
        about = {"game": game.header.game, "events": len(game.events), "result": result}
        return about | ({"verified": game.seed is not None} if self.check is verified else {})

    def _summary(self, files: int) -> str:
        records = _counted(self.records, "record is", "records are")
        if self.unsound:
            sound = self.records - self.unsound
            records = f"{sound} of {_counted(self.records, 'record is', 'records are')}"
        lost = f"; {_counted(self.unreadable, 'file', 'files')} could not be read"
        return f"{files} files: {records} sound{lost if self.unreadable else ''}"


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
