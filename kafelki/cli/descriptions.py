"""`kafelki games` and `rules`: what there is to play, and how."""

from __future__ import annotations

import json
from typing import Any

import typer

from kafelki.cli.parameters import GameName, Json, Language, language_of
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, rules_of
from kafelki.rules.texts import Text, as_data

AGES = Text("ages", "wiek:")

commands = typer.Typer()


@commands.command(epilog="Example: kafelki games --json")
def games(as_json: Json = False, lang: Language = None) -> None:
    """List the games, for how many players, and their options."""
    language = language_of(lang)
    described = [_description(game, language) for game in GAMES]
    if as_json:
        print(json.dumps(described, ensure_ascii=False, indent=2))
        return
    for game in described:
        counts = ", ".join(
            f"{seating['players']}"
            + ("" if seating["variant"] == "standard" else f" ({seating['variant']})")
            for seating in game["seatings"]
        )
        print(f"{game['id']:8} {game['name']}, {game['author'] or '–'}")
        print(f"         {game['summary']}")
        least, most = game["ages"]["least"], game["ages"]["most"]
        ages = f"{least}+" if most is None else f"{least}–{most}"
        print(f"         {counts}; {game['minutes']} min; {AGES.in_language(language)} {ages}")
        for option in game["options"]:
            values = ", ".join(str(value) for value in option["values"])
            print(f"         {option['name']}: {option['text']} ({values})")


def _description(game: str, language: str) -> dict[str, Any]:
    facts = rules_of(game).facts()
    told: dict[str, Any] = as_data(facts, lambda text: text.in_language(language))
    for option in told["options"]:
        del option["names"]
    return told


@commands.command(epilog=f"Example: kafelki rules {GAMES[0]} --lang pl")
def rules(game: GameName, lang: Language = None) -> None:
    """Explain a game's rules, in our own words."""
    print(help_text(game, language_of(lang)).rstrip())
