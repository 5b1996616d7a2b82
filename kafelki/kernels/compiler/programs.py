"""Kernels as PTX, kept on disk: what has been compiled once runs without Numba's part for it."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from kafelki.kernels.compiler.storage import cache_folder
from kafelki.kernels.compiler.translation import Kernel

Kind = tuple[str, int] | tuple[str, int, str]
"""An item's NumPy type, and how many dimensions an array of them has; 0: a number.

"A" may follow where rows need not lie one after the other.
"""

BLOCK = 128
"""How many threads share a part of the graphics processor: programs are compiled for that."""


def program_for(
    function: Kernel, kinds: Sequence[Kind], package: str, capability: tuple[int, int]
) -> Path:
    """Return where a kernel that many threads run lies as PTX, for processors of a capability."""
    major, minor = capability
    name = f"{function.__module__}.{function.__qualname__}.sm_{major}{minor}.ptx"
    file = cache_folder(package) / name
    if not file.exists():
        from kafelki.kernels.compiler.cuda import ptx_for

        _write(file, ptx_for(function, kinds, capability))
    return file


def _write(file: Path, text: str) -> None:
    """Write a file so that nobody ever reads a part of it."""
    file.parent.mkdir(parents=True, exist_ok=True)
    own = file.with_suffix(f".{os.getpid()}")
    own.write_text(text)
    own.replace(file)
