"""The puzzles that come with a game: a line each, in a file of the game's package."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

from kafelki.bots.puzzling import Theme, puzzling_of
from kafelki.play.record import parse_text, read_texts
from kafelki.play.refusal import Refusal
from kafelki.review.puzzles.model import Puzzle, puzzle_from_json
from kafelki.rules.registry import package_of

FILES = ("puzzles.jsonl.gz", "puzzles.jsonl")
"""What the file may be called; the first one that is there is read."""

log = logging.getLogger(__name__)


def read_puzzles(path: Path | str) -> tuple[Puzzle, ...]:
    """Return the puzzles in a file, packed or not; Refusal names the line that is damaged."""
    return _parsed(read_texts(path))


def _parsed(lines: Iterable[str]) -> tuple[Puzzle, ...]:
    found: dict[str, Puzzle] = {}
    for number, line in enumerate(lines, 1):
        try:
            puzzle = puzzle_from_json(parse_text(line))
        except Refusal as refusal:
            raise Refusal(f"line {number}: {refusal.text.en}", refusal.rule) from None
        if puzzle.id in found:
            raise Refusal(f"line {number}: the puzzle {puzzle.id!r} is there twice")
        found[puzzle.id] = puzzle
    return tuple(found.values())


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that come with a game; none where it has no file that can be read."""
    folder = files(package_of(game))
    for name in FILES:
        if not (folder / name).is_file():
            continue
        try:
            with as_file(folder / name) as path:
                return read_puzzles(path)
        except (OSError, Refusal) as wrong:
            log.warning("%s of %s is left out: %s.", name, game, wrong)
    return ()


def themes_of(game: str) -> Mapping[str, Theme]:
    """Return the themes of a game's puzzles by their keys: a name and a sentence each."""
    return puzzling_of(game).themes
