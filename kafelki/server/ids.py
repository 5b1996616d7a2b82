"""Ids of tables and people: short enough to tell, too many to guess."""

from __future__ import annotations

import secrets
from collections.abc import Iterator

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10  # of 31 letters: nobody finds a private table by trying


def new_id(length: int = ID_LENGTH) -> str:
    """Return an id that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def portions(ids: list[str], size: int) -> Iterator[list[str]]:
    """Return some ids at a time, as many as a query can ask about."""
    return (ids[k : k + size] for k in range(0, len(ids), size))


def could_be_id(table: str) -> bool:
    """Whether a text looks like an id."""
    return len(table) == ID_LENGTH and all(letter in ALPHABET for letter in table)
