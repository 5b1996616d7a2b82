"""The bots as characters: the same five at every game, one for each number of the levels."""

from __future__ import annotations

from dataclasses import dataclass

from kafelki.bots.levels import Level
from kafelki.rules.texts import Text

MOST_STARS = 5


@dataclass(frozen=True)
class Character:
    """Somebody to play against: whose face it is, what it is called, what it is like."""

    id: str
    name: Text
    text: Text


CHARACTERS = {
    1: Character(
        "snail",
        Text("Snail", "Ślimak"),
        Text(
            "In no hurry: admires the view and misses a lot.",
            "Nie spieszy się: podziwia widoki i sporo przegapia.",
        ),
    ),
    2: Character(
        "hare",
        Text("Hare", "Zając"),
        Text(
            "Leaps at whatever shines, and looks afterwards.",
            "Rzuca się na wszystko, co błyszczy, a patrzy potem.",
        ),
    ),
    3: Character(
        "hedgehog",
        Text("Hedgehog", "Jeż"),
        Text(
            "Tidy and careful, with a spike for every shortcut of yours.",
            "Porządny i ostrożny: na każdy twój skrót ma kolec.",
        ),
    ),
    4: Character(
        "fox",
        Text("Fox", "Lis"),
        Text(
            "Polite, smiling, and never without a plan.",
            "Uprzejmy, uśmiechnięty i nigdy bez planu.",
        ),
    ),
    5: Character(
        "owl",
        Text("Owl", "Sowa"),
        Text(
            "Says little, forgets nothing, sees in the dark.",
            "Mówi mało, niczego nie zapomina, widzi w ciemności.",
        ),
    ),
}
"""By the number of the level: how strong one of them is, each game decides for itself."""


def character_of(level: Level) -> Character | None:
    """Return who plays at a level; nobody we know where a game counts beyond the five."""
    return CHARACTERS.get(level.number)


def called(level: Level) -> Text:
    """Return what people call the bot of a level: its character's name, else the game's own."""
    character = character_of(level)
    return level.name if character is None else character.name


def stars_of(level: Level) -> int:
    """Return the strength of a level on the one scale of all games."""
    return max(1, min(level.number, MOST_STARS))
