"""Where machine code is kept, and which sources it depends on."""

from __future__ import annotations

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

import llvmlite
import numba
import numpy as np

KAFELKI = "kafelki"
_PACKAGE = Path(__file__).parents[2]


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
