"""Files and folders for the server's eyes alone: 0600 and 0700, whatever the umask says."""

from __future__ import annotations

import gzip
import logging
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import BinaryIO, TextIO, cast

log = logging.getLogger(__name__)


def private_folder(path: Path) -> Path:
    """Return a folder, made if there is none, into which nobody else can look.

    A folder that is anybody's, as /tmp is, stays as it is.
    """
    path.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.stat().st_mode & stat.S_ISVTX:
        _tighten(path, 0o700)
    return path


def private_file(path: Path) -> None:
    """Make a file if there is none, and keep what is in it from others."""
    os.close(os.open(path, os.O_RDONLY | os.O_CREAT, 0o600))
    tighten_file(path)


def tighten_file(path: Path) -> None:
    """Keep what is in a file from others, if it is there."""
    if path.is_file():
        _tighten(path, 0o600)


def open_private(path: Path) -> BinaryIO:
    """Open a new file to be written, which nobody else can read; an old one of its name goes."""
    path.unlink(missing_ok=True)
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb")


@contextmanager
def packed_whole(path: Path) -> Iterator[TextIO]:
    """Give a file to write, packed by gzip, which nobody else can read: whole, or not there."""
    # A name of its own: several processes may write the same file at once.
    part = path.with_name(f".{path.name}.{token_hex(4)}")
    try:
        with open_private(part) as raw, gzip.open(raw, "wt", encoding="utf-8") as file:
            yield cast(TextIO, file)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _tighten(path: Path, mode: int) -> None:
    try:
        if stat.S_IMODE(path.stat().st_mode) & ~mode:
            path.chmod(mode)
    except OSError as wrong:  # somebody else's, or on a disk that is read only
        log.warning("others may be able to look into %s: %s", path.name, wrong.strerror)
