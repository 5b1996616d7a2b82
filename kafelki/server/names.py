"""People's names: cleaned so that they can be shown anywhere, or made up for a guest."""

from __future__ import annotations

import secrets
import unicodedata

from kafelki.server.denial import Denial

LONGEST_NAME = 24
LONGEST_CHAT = 300

BLANK = frozenset(
    {0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0}
    | {*range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)}
)
"""Letters, marks and symbols that show nothing: fillers, joiners, variation selectors."""

MADE_UP = {
    "en": (
        ("Amber", "Brave", "Calm", "Clever", "Cosy", "Gentle", "Golden", "Happy", "Merry", "Quiet"),
        ("Badger", "Beaver", "Crane", "Finch", "Fox", "Hare", "Hedgehog", "Heron", "Lynx", "Otter"),
    ),
    "pl": (
        ("Bystry", "Cichy", "Dzielny", "Miły", "Mądry", "Pogodny", "Sprytny", "Szybki", "Wesoły"),
        ("Bocian", "Borsuk", "Bóbr", "Dudek", "Jeż", "Lis", "Puchacz", "Ryś", "Szpak", "Żuraw"),
    ),
}
"""Words that go together by language; all the Polish ones are masculine."""


def made_up_name(language: str = "en") -> str:
    """Return a friendly name for somebody who gave none."""
    qualities, animals = MADE_UP[language]
    return f"{secrets.choice(qualities)} {secrets.choice(animals)} {secrets.randbelow(90) + 10}"


def cleaned(text: str, longest: int) -> str:
    """Return a text in one normal form, on one line, without what cannot be seen.

    Control and formatting characters go: among them those that turn the direction of
    writing around, with which a name could pretend to be another. So do letters and marks
    that show nothing.
    """
    normal = unicodedata.normalize("NFKC", text)
    visible = "".join(
        " " if character.isspace() else character
        for character in normal
        if character.isspace() or _can_be_seen(character)
    )
    return " ".join(visible.split())[:longest].strip()


def _can_be_seen(character: str) -> bool:
    return unicodedata.category(character)[0] != "C" and ord(character) not in BLANK


def checked_name(name: str) -> str:
    """Return a name as it will be shown; Denial when nothing of it can be seen."""
    shown = cleaned(name, LONGEST_NAME)
    if not any(unicodedata.category(character)[0] in "LN" for character in shown):
        raise Denial(
            "malformed",
            "A name needs at least one letter or digit.",
            "Imię musi mieć co najmniej jedną literę lub cyfrę.",
        )
    return shown


def account_key(name: str) -> str:
    """Return what must be unique among the names of accounts: case does not matter."""
    return cleaned(name, LONGEST_NAME).casefold()
