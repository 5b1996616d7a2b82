"""Compiling kernels with Numba: the only place that imports it.

The source stays where it is: each kernel is copied with globals in which other
kernels, tables and layouts are replaced by what Numba understands, and compiled
for one uniform signature, so that one loop can drive any game through function
pointers. Machine code is kept on disk, in a folder named after a hash of all the
sources, so a changed rule can never run with stale code.
"""

from __future__ import annotations

import hashlib
import os
import sys
import types
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np
from llvmlite import ir
from numba import njit
from numba.core import cgutils
from numba.core import types as kinds
from numba.extending import intrinsic

from kafelki.kernels.language import Layout, is_kernel

KAFELKI = "kafelki"
_PACKAGE = Path(__file__).parent.parent

INTEGER = kinds.int64
POSITION = kinds.Array(kinds.uint8, 1, "C")
NUMBERS = kinds.Array(kinds.int32, 1, "C")
RANDOM = kinds.Array(kinds.uint64, 1, "C")
_COUNTS = kinds.Array(kinds.int64, 1, "C")
_TABLE = kinds.Array(kinds.int16, 2, "C")

_SETTINGS: dict[str, Any] = {
    "error_model": "numpy",
    # Kernels make no objects: counting references to their arrays would only cost time.
    "_nrt": False,
}

_WITHOUT_WRAPPERS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Of a kernel that only kernels call: each wrapper would hold, and optimise, all of it again."""

SIGNATURES: dict[str, Any] = {
    "set_up": kinds.void(POSITION, INTEGER, INTEGER, INTEGER),
    "acting": INTEGER(POSITION),
    "list_moves": INTEGER(POSITION, INTEGER, NUMBERS),
    "refusal": INTEGER(POSITION, INTEGER, INTEGER),
    "play": kinds.void(POSITION, INTEGER, INTEGER),
    "sample_move": INTEGER(POSITION, INTEGER, RANDOM),
    "chance_seat": INTEGER(POSITION),
    "list_outcomes": INTEGER(POSITION, NUMBERS, NUMBERS),
    "play_outcome": kinds.void(POSITION, INTEGER),
    "sample_outcome": INTEGER(POSITION, RANDOM),
    "result": INTEGER(POSITION, NUMBERS),
    "conceal": kinds.void(POSITION, INTEGER),
    "redeal": kinds.void(POSITION, INTEGER, RANDOM),
    "consequences": kinds.void(POSITION, INTEGER, NUMBERS, INTEGER, _TABLE),
}
"""The type of each uniform function, the same for every game."""

VALUES = kinds.Array(kinds.float64, 1, "C")
EVALUATE = kinds.void(POSITION, INTEGER, NUMBERS, INTEGER, VALUES)
"""The type of a kernel that gives each of (moves, count) a value for a seat."""


def cache_folder(package: str = KAFELKI) -> Path:
    """Return where the machine code for exactly these sources and versions is kept.

    Somebody else's package has a folder of its own: it depends on its sources too.
    """
    root = os.environ.get("KAFELKI_CACHE") or os.path.join(
        os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "kafelki"
    )
    return Path(root) / f"code-{_fingerprint(_root(package))}"


def _root(package: str) -> str:
    """Return the package of all that a package lies in."""
    return package.partition(".")[0]


@cache
def _fingerprint(root: str) -> str:
    digest = hashlib.sha256()
    for version in (numba.__version__, llvmlite.__version__, np.__version__):
        digest.update(version.encode())
    for folder in _folders_of(root):
        for source in _sources_in(folder):
            digest.update(source.relative_to(folder).as_posix().encode())
            digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def kernel_sources(package: str = KAFELKI) -> list[Path]:
    """Return the files on which machine code of a package may depend, in order.

    Whatever the rules compute from goes into tables, so all their sources count.
    """
    return [source for folder in _folders_of(_root(package)) for source in _sources_in(folder)]


def _folders_of(root: str) -> list[Path]:
    """Return where the sources lie that a package's kernels may be made of: Kafelki's first."""
    other = sys.modules.get(root) if root != KAFELKI else None
    return [_PACKAGE, *map(Path, getattr(other, "__path__", ()))]


def _sources_in(folder: Path) -> list[Path]:
    return [
        source
        for source in sorted(folder.rglob("*.py"))
        if folder != _PACKAGE or _holds_rules(source.parent) or b"kernel" in source.read_bytes()
    ]


def _holds_rules(folder: Path) -> bool:
    return folder == _PACKAGE / "rules" or folder.parent == _PACKAGE / "games"


def compiled_for(function: Callable[..., Any], signature: Any) -> Any:
    """Return a kernel compiled for one signature and kept on disk."""
    numba.config.CACHE_DIR = str(cache_folder(function.__module__))  # type: ignore[attr-defined]
    return njit(signature, cache=True, **_SETTINGS)(_translated(function))


def pointer(signature: Any) -> Any:
    """Return the type of a pointer to functions of a signature."""
    return kinds.FunctionType(signature)


def driver(functions: Sequence[str]) -> Any:
    """Return the type of a loop over games that drives them through function pointers.

    It takes the named functions of a game, the first position, a working copy, a random
    state, a number of games, counters, and a buffer of moves.
    """
    pointers = [pointer(SIGNATURES[name]) for name in functions]
    return kinds.void(*pointers, POSITION, POSITION, RANDOM, INTEGER, _COUNTS, NUMBERS)


@cache
def _inner(function: Callable[..., Any]) -> Any:
    """Return a kernel that other kernels call: compiled into them, not kept by itself.

    Only once it is part of its caller are the sizes of boards and tables constants there:
    that halves the time of a move on a large board.
    """
    return njit(forceinline=True, **_WITHOUT_WRAPPERS, **_SETTINGS)(_translated(function))


def _translated(function: Callable[..., Any]) -> Any:
    """Return a copy of a kernel whose globals Numba understands."""
    assert isinstance(function, types.FunctionType)
    known: dict[str, Any] = dict(function.__globals__)
    for name in known.keys() & set(function.__code__.co_names):
        known[name] = _understood(known[name])
    copy = types.FunctionType(
        function.__code__, known, function.__name__, function.__defaults__, function.__closure__
    )
    copy.__qualname__ = function.__qualname__
    copy.__module__ = function.__module__
    return copy


def _understood(value: Any) -> Any:
    if isinstance(value, memoryview):
        return np.array(value)
    if isinstance(value, Layout):
        return _record_view(value)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return type(value)(*map(_understood, value))
    if isinstance(value, types.ModuleType):
        return _understood_module(value)
    if "__intrinsic__" in getattr(value, "__dict__", {}):
        return _INTRINSICS[value.__name__]
    return _inner(value) if is_kernel(value) else value


@cache
def _understood_module(module: types.ModuleType) -> Any:
    """Return a stand-in for a module that kernels call by its name: ``bitset.add``."""
    stand_in = types.ModuleType(module.__name__)
    for name, value in vars(module).items():
        if is_kernel(value):
            setattr(stand_in, name, _inner(value))
    return stand_in


@cache
def _record_view(layout: Layout) -> Any:
    """Return what sees a position's bytes as its record: the same address, another type."""
    record = numba.from_dtype(layout.dtype)

    @intrinsic
    def see(typing_context: Any, position: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            return builder.bitcast(array.data, context.get_value_type(record))

        return record(position), generate

    return see


def _instruction(signature: Any, build: Callable[[Any, Any], Any]) -> Any:
    """Return an intrinsic of one value: what `build` makes of a builder and of the value."""

    @intrinsic
    def instruction(typing_context: Any, value: Any) -> Any:
        return signature, lambda context, builder, signature, values: build(builder, *values)

    return instruction


@intrinsic
def _shift_right(typing_context: Any, word: Any, places: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.lshr(*arguments)

    return kinds.uint64(kinds.uint64, INTEGER), generate


@intrinsic
def _copy_position(typing_context: Any, target: Any, source: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        to, origin = (
            context.make_array(kind)(context, builder, argument)
            for kind, argument in zip(signature.args, arguments, strict=True)
        )
        cgutils.raw_memcpy(builder, to.data, origin.data, origin.nitems, 1)  # type: ignore[no-untyped-call]
        return context.get_dummy_value()

    return kinds.void(target, source), generate


_ONE = ir.Constant(ir.IntType(64), 1)
_ZERO_IS_UNDEFINED = ir.Constant(ir.IntType(1), 1)

_INTRINSICS = {
    "count_ones": _instruction(INTEGER(kinds.uint64), lambda builder, word: builder.ctpop(word)),
    "lowest_one": _instruction(
        INTEGER(kinds.uint64), lambda builder, word: builder.cttz(word, _ZERO_IS_UNDEFINED)
    ),
    "signed": _instruction(INTEGER(kinds.uint64), lambda builder, word: word),
    "bit": _instruction(kinds.uint64(INTEGER), lambda builder, number: builder.shl(_ONE, number)),
    "shift_right": _shift_right,
    "copy_position": _copy_position,
}
