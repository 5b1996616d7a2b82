"""Which of many puzzles are shipped: of every theme, and none that looks like another."""

from __future__ import annotations

import gzip
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from kafelki.review.puzzles.finding import form_of
from kafelki.review.puzzles.model import Puzzle, dump_puzzle, game_at

LARGEST_SHARE = 0.4
"""No theme is more of what is chosen, as far as the others suffice."""


class Distinct:
    """Tells which puzzles look like none before them."""

    def __init__(self) -> None:
        self._seen: set[tuple[str, bytes]] = set()

    def new(self, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
        """Return those of some puzzles whose position looks like none that was here before."""
        found = []
        for puzzle in puzzles:
            form = puzzle.game, form_of(puzzle, game_at(puzzle))
            if form not in self._seen:
                self._seen.add(form)
                found.append(puzzle)
        return found


def chosen(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Return so many puzzles: no theme too often, and in each those that are clearest.

    Where there are fewer than that, all of them.
    """
    by_theme: dict[str, list[Puzzle]] = defaultdict(list)
    for puzzle in sorted(puzzles, key=lambda each: (-each.margin, each.id)):
        by_theme[puzzle.theme].append(puzzle)
    share = max(1, int(LARGEST_SHARE * most))
    first = [puzzle for group in by_theme.values() for puzzle in group[:share]]
    rest = [puzzle for group in by_theme.values() for puzzle in group[share:]]
    found = [*first, *rest] if len(first) < most else sorted(first, key=lambda each: -each.margin)
    return sorted(found[:most], key=lambda each: each.id)


def write_packed(path: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write puzzles as they ship: the same bytes for the same puzzles."""
    text = "".join(f"{dump_puzzle(puzzle)}\n" for puzzle in puzzles)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
