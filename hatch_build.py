"""Lets the package's own build make the page, for a wheel as for an editable install."""

from __future__ import annotations

import os
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

SKIP = "KAFELKI_SKIP_PAGE"
"""Set in the environment, it leaves the page out."""


class PageHook(BuildHookInterface[Any]):
    """Runs before a wheel or an editable install is made."""

    def dependencies(self) -> list[str]:
        """Return Node as a wheel where it is needed and this machine has none."""
        builder = self._builder()
        if builder is None or builder.is_up_to_date() or builder.find_node():
            return []
        return [builder.NODE_WHEEL]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Build the page. An editable install goes on without one, and says so."""
        builder = self._builder()
        if builder and builder.main([]) and version != "editable":
            sys.exit("kafelki: a wheel needs its page; KAFELKI_SKIP_PAGE=1 leaves it out.")

    def _builder(self) -> ModuleType | None:
        path = Path(self.root) / "web" / "build.py"
        if os.environ.get(SKIP) or not path.is_file():
            return None
        loader = SourceFileLoader("kafelki_web_build", str(path))
        module = ModuleType(loader.name)
        module.__file__ = loader.path
        loader.exec_module(module)
        return module
