"""The graphics processor of this machine, by CuPy: what compiled programs run on."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kafelki.kernels.compiler.programs import BLOCK, Kind, program_for
from kafelki.kernels.compiler.translation import Kernel


@cache
def capability() -> tuple[int, int]:
    """Return what the graphics processor is capable of, as programs are compiled for it.

    Raises:
        RuntimeError: there is none, or CuPy is not installed.
    """
    try:
        import cupy

        text = cupy.cuda.Device().compute_capability
    except Exception as wrong:  # CuPy has errors of its own for a driver that is not there
        raise RuntimeError(f"no graphics processor can be used: {wrong}") from wrong
    return int(text[:-1]), int(text[-1])


def name() -> str:
    """Return what the graphics processor is called."""
    import cupy

    return str(cupy.cuda.runtime.getDeviceProperties(cupy.cuda.Device().id)["name"].decode())


class Program:
    """A kernel as PTX, ready to be run by many threads."""

    def __init__(self, file: Path) -> None:
        import cupy

        entry = re.search(r"\.visible \.entry (\w+)", file.read_text())
        assert entry is not None
        self._function = cupy.RawModule(path=str(file)).get_function(entry[1])

    def __call__(self, threads: int, *values: Any) -> None:
        """Start so many threads with arrays of CuPy and numbers; this does not wait for them."""
        parameters = tuple(each for value in prepared(*values) for each in value.parameters)
        self._function((-(-threads // BLOCK),), (BLOCK,), parameters)


def program(function: Kernel, kinds: Sequence[Kind], package: str) -> Program:
    """Return a kernel ready to be run by many threads, compiled unless it is kept already."""
    return Program(program_for(function, kinds, package, capability()))


class Prepared(NamedTuple):
    """A value as a kernel takes it, which stays where it is as long as this does."""

    value: Any
    parameters: list[Any]


def prepared(*values: Any) -> list[Prepared]:
    """Return arrays of CuPy and numbers ready for any number of calls."""
    return [
        value if isinstance(value, Prepared) else Prepared(value, _parameters(value))
        for value in values
    ]


def _parameters(value: Any) -> list[Any]:
    """Return a value as a kernel takes it: of an array all that Numba knows of one."""
    if isinstance(value, int):
        return [np.int64(value)]
    nobody = [np.uint64(0), np.uint64(0)]  # counts references, or owns the memory
    sizes = [value.size, value.itemsize, value.data.ptr, *value.shape, *value.strides]
    return nobody + [np.int64(each) for each in sizes]
