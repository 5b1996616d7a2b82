"""People's names: cleaned so that they can be shown anywhere, or made up for a guest."""

from __future__ import annotations

import secrets
import unicodedata
from functools import cache

from kafelki.bots.characters import CHARACTERS
from kafelki.bots.registry import levels_of
from kafelki.rules.contract import MOST_SEATS
from kafelki.rules.registry import GAMES
from kafelki.server.denial import Denial, conflict, malformed

LONGEST_NAME = 24
LONGEST_SKELETON = 200
LEFT_TO_RIGHT, DOT = "\u200e", "\u0307"
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


MOST_MARKS = 2
"""Marks on one letter: more of them cover the lines above and below."""


def cleaned(text: str, longest: int) -> str:
    """Return a text in one normal form, on one line, without what cannot be seen.

    Control and formatting characters go: among them those that turn the direction of
    writing around, with which a name could pretend to be another. So do letters and marks
    that show nothing, marks on nothing, and those that would be too many on one letter.
    """
    normal = unicodedata.normalize("NFKC", text)
    visible = "".join(
        " " if character.isspace() else character
        for character in normal
        if character.isspace()
        or (unicodedata.category(character)[0] != "C" and ord(character) not in BLANK)
    )
    # What stood apart may belong together now.
    marked = unicodedata.normalize("NFKC", _with_few_marks(visible))
    return " ".join(marked.split())[:longest].strip()


def _with_few_marks(text: str) -> str:
    kept: list[str] = []
    room = 0
    for character in text:
        if unicodedata.category(character)[0] != "M":
            room = 0 if character == " " else MOST_MARKS
        elif room == 0:
            continue
        else:
            room -= 1
        kept.append(character)
    return "".join(kept)


def checked_name(name: str) -> str:
    """Return a name as it will be shown; Denial when nothing of it can be seen."""
    shown = cleaned(name, LONGEST_NAME)
    if not any(unicodedata.category(character)[0] in "LN" for character in shown):
        raise malformed(
            "A name needs at least one letter or digit.",
            "Imię musi mieć co najmniej jedną literę lub cyfrę.",
        )
    return shown


def account_key(name: str) -> str:
    """Return what must be unique among the names of accounts: case does not matter."""
    return cleaned(name, LONGEST_NAME).casefold()


def skeleton(name: str) -> str:
    """Return what is the same for names that look alike, by Unicode's list of such letters.

    Case, spaces and punctuation make no difference, nor does whether it is an i, an l or a 1.
    """
    alike = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", name))
    for _ in range(2):  # what a capital looks like may, in lower case, look like something else
        alike = "".join(map(_look, alike))
    shown = (each for each in alike if unicodedata.category(each)[0] in "LMN")
    dotted = "".join("l" if each == "i" else each for each in shown)
    return dotted.replace(f"l{DOT}", "l").replace(f"j{DOT}", "j")[:LONGEST_SKELETON]


@cache
def _look(letter: str) -> str:
    """Return what stands for a letter, big or small, and all that look like it.

    A small one that looks like no Latin letter goes by its capital, which may: as in Cyrillic.
    """
    for form in (letter, letter.upper()):
        if (plain := _prototype(form)).isascii():
            return plain.casefold()
    return "".join(map(_prototype, letter.casefold())).casefold()


@cache
def _prototype(letter: str) -> str:
    """Return the letter or letters that stand for all that look like one."""
    from confusable_homoglyphs.confusables import confusables_data as alike

    others = [each["c"] for each in alike.get(letter, ())]
    if len(others) != 1:
        return letter  # like none, or the one that others are like
    (other,) = others
    of_many = len(alike.get(other, ())) > 1
    return str(other).strip(LEFT_TO_RIGHT) if of_many or other < letter else letter


@cache
def _of_bots() -> frozenset[str]:
    """Return how the names of bots look, as the page and records write them.

    Bots of one level at a table are numbered.
    """
    levels = [level for game in GAMES for level in levels_of(game)]
    characters = {word for character in CHARACTERS.values() for word in character.name}
    words = characters | {word for level in levels for word in (level.id, *level.name)}
    numbers = range(1, MOST_SEATS + 1)
    return frozenset(
        skeleton(each)
        for word in words
        for each in (word, f"{word} bot", f"bot {word}", "bot", *(f"{word} {k}" for k in numbers))
    )


def check_not_a_bots(name: str) -> None:
    """Raise Denial when a name looks like a bot's."""
    if skeleton(name) in _of_bots():
        raise conflict(
            "That is what a bot is called here. Please choose another name.",
            "Tak nazywa się tu bot. Wybierz inne imię.",
        )


def is_a_members() -> Denial:
    """Return the answer to who wants a name that looks like a member's."""
    return conflict(
        "Somebody with an account is called like that, or nearly so. Please choose another name.",
        "Tak lub prawie tak nazywa się ktoś, kto ma konto. Wybierz inne imię.",
    )
