"""Machine code only of what is called from outside.

Numba optimises whatever it compiles, and makes machine code of it. Kernels that only kernels call
need neither: they become part of their callers, which are optimised as a whole. Without it, games
are compiled in two thirds of the time.
"""

# mypy: disable-error-code="no-untyped-call"
# Numba says nothing of its types.

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.codegen import JITCodeLibrary, JITCPUCodegen
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import cpu_target


class _Library(JITCodeLibrary):
    """The code of a function, of which machine code is made when its address is asked for."""

    _is_made = False

    def _optimize_final_module(self) -> None:
        """Leave it for later."""

    def _finalize_final_module(self) -> None:
        if getattr(self, "_compiled_object", None):  # it was found on disk
            self._make()
        self._finalized = True

    def get_pointer_to_function(self, name: str) -> int:
        """Return the address of a function, nought where it is defined elsewhere."""
        self._ensure_finalized()
        if not self._is_made and any(name == each.name for each in self.get_defined_functions()):
            super()._optimize_final_module()
            self._final_module.verify()
            self._make()
        address: int = super().get_pointer_to_function(name)
        return address

    def _make(self) -> None:
        self._is_made = True
        super()._finalize_final_module()


class _Codegen(JITCPUCodegen):
    _library_class = _Library

    def set_env(self, name: str, environment: Any) -> None:
        """Tell machine code, where there is any, what belongs to it in Python."""
        if self._engine.get_global_value_address(name):
            super().set_env(name, environment)


@contextmanager
def of_what_is_called() -> Iterator[None]:
    """Let Numba make machine code only of what is called from outside, until the block ends."""
    with global_compiler_lock:
        codegen = cpu_target.target_context.codegen()
        before = codegen.__class__
        codegen.__class__ = _Codegen
        try:
            yield
        finally:
            codegen.__class__ = before
