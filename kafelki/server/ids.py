"""Ids of tables and people: short enough to tell, too many to guess."""

from __future__ import annotations

import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
ID_LENGTH = 10  # of 31 letters: nobody finds a private table by trying


def new_id() -> str:
    """Return an id that nobody can guess."""
    return "".join(secrets.choice(ALPHABET) for _ in range(ID_LENGTH))


def could_be_id(table: str) -> bool:
    """Whether a text looks like an id."""
    return len(table) == ID_LENGTH and all(letter in ALPHABET for letter in table)
