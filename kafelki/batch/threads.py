"""Parts of a batch, each in a thread: compiled loops run without the interpreter's lock."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from typing import TypeVar

Made = TypeVar("Made")
Part = tuple[int, int, int]
"""The number of a part, its first game and the one after its last."""


@cache
def parts_of(games: int, threads: int) -> list[Part]:
    """Return games in as many parts as there are threads, as even as can be.

    >>> parts_of(10, 3)
    [(0, 0, 3), (1, 3, 6), (2, 6, 10)]
    """
    edges = [games * k // threads for k in range(threads + 1)]
    return [(k, edges[k], edges[k + 1]) for k in range(threads)]


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads, thread_name_prefix="batch")


def in_threads(work: Callable[[Part], Made], parts: list[Part]) -> list[Made]:
    """Return what the work makes of each part, all at the same time; the first is done here."""
    if len(parts) == 1:
        return [work(parts[0])]
    others = [_pool(len(parts) - 1).submit(work, part) for part in parts[1:]]
    return [work(parts[0]), *(other.result() for other in others)]
