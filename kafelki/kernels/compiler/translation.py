"""Translating a kernel: a copy of it, with globals that a target understands."""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from kafelki.kernels.language import Layout, is_kernel, original_of

Kernel = Callable[..., Any]


@dataclass(frozen=True, eq=False)
class Target:
    """What a machine makes of the parts of a kernel: all else is the same on every one."""

    intrinsics: Mapping[str, Any]
    """What stands for each intrinsic of the language, by its name."""
    see: Callable[[Layout], Any]
    """What sees a position's bytes as a layout's record."""
    inner: Callable[[Kernel], Any]
    """A kernel that others call: made part of them."""
    called: Callable[[Kernel, str], Any]
    """A kernel that others call as it is by itself, with the uniform signature of a name."""

    def translated(self, function: Kernel) -> Any:
        """Return a copy of a kernel whose globals the target understands."""
        assert isinstance(function, types.FunctionType)
        known: dict[str, Any] = dict(function.__globals__)
        for name in known.keys() & set(function.__code__.co_names):
            known[name] = self._understood(known[name])
        copy = types.FunctionType(
            function.__code__, known, function.__name__, function.__defaults__, function.__closure__
        )
        copy.__qualname__ = function.__qualname__
        copy.__module__ = function.__module__
        return copy

    def _understood(self, value: Any) -> Any:
        if isinstance(value, memoryview):
            return np.array(value)
        if isinstance(value, Layout):
            return self.see(value)
        if isinstance(value, tuple) and hasattr(value, "_fields"):
            return type(value)(*map(self._understood, value))
        if isinstance(value, types.ModuleType):
            return self._module(value)
        if "__intrinsic__" in getattr(value, "__dict__", {}):
            return self.intrinsics[value.__name__]
        if original := original_of(value):
            return self.called(*original)
        return self.inner(value) if is_kernel(value) else value

    @cache  # noqa: B019 (there are as many targets as machines)
    def _module(self, module: types.ModuleType) -> Any:
        """Return a stand-in for a module that kernels call by its name: ``bitset.add``."""
        stand_in = types.ModuleType(module.__name__)
        for name, value in vars(module).items():
            if is_kernel(value):
                setattr(stand_in, name, self.inner(value))
        return stand_in
