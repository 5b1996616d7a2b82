"""The processor of this machine as a target."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache, partial
from typing import Any

import numba
from numba import njit
from numba.core import cgutils
from numba.core import types as kinds
from numba.core.caching import FunctionCache
from numba.extending import intrinsic

from kafelki.kernels.compiler import libraries
from kafelki.kernels.compiler.instructions import Flavour, intrinsics, record_view
from kafelki.kernels.compiler.signatures import SIGNATURES
from kafelki.kernels.compiler.storage import cache_folder
from kafelki.kernels.compiler.translation import Kernel, Target

SETTINGS: dict[str, Any] = {
    "error_model": "numpy",
    # Kernels make no objects: counting references to their arrays would only cost time.
    "_nrt": False,
}

WITHOUT_WRAPPERS: dict[str, Any] = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
"""Of a kernel that only kernels call: each wrapper would hold, and optimise, all of it again."""

FLAVOUR = Flavour(intrinsic, kinds, cgutils, numba.from_dtype)


class _Kept(FunctionCache):
    """Machine code on disk.

    What is found there is loaded as it is. Numba would first fetch all that its compiler can make
    code of, and SciPy with it, which takes several times as long as the rest of the way.
    """

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Return what was compiled for a signature; None where nothing is kept."""
        with self._guard_against_spurious_io_errors():
            return self._load_overload(signature, context)  # type: ignore[no-untyped-call]


@cache
def compiled_for(
    function: Kernel, signature: Any, package: str = "", *, threads: bool = False
) -> Any:
    """Return a kernel compiled for one signature and kept on disk.

    One that is filled in for a game depends on the sources of that game's `package`, too. With
    `threads`, others may run in Python while it does.
    """
    translated = NATIVE.translated(function)  # which may compile others, and keep them elsewhere
    folder = str(cache_folder(package or function.__module__))
    numba.config.CACHE_DIR = folder  # type: ignore[attr-defined]
    dispatcher = njit(nogil=threads, **SETTINGS)(translated)
    dispatcher._cache = _Kept(translated)  # type: ignore[no-untyped-call]
    with libraries.of_what_is_called(), _rarely_collected():
        dispatcher.compile(signature)
    dispatcher.disable_compile()
    return dispatcher


@contextmanager
def _rarely_collected() -> Iterator[None]:
    """Let Python look for garbage less often: of the many objects of a compiler nearly all live."""
    before = gc.get_threshold()
    gc.set_threshold(100_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)


@cache
def _inner(function: Kernel) -> Any:
    """Return a kernel that other kernels call: compiled into them, not kept by itself.

    Only once it is part of its caller are the sizes of boards and tables constants there:
    that halves the time of a move on a large board.
    """
    return njit(forceinline=True, **WITHOUT_WRAPPERS, **SETTINGS)(NATIVE.translated(function))


def _called(function: Kernel, name: str) -> Any:
    """Return a uniform function for a loop to call: compiled once, for all loops."""
    return compiled_for(function, SIGNATURES[name])


NATIVE = Target(intrinsics(FLAVOUR), partial(record_view, FLAVOUR), _inner, _called)
