"""`kafelki games` and `rules`: what there is to play, and how."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

import typer

from kafelki.cli.parameters import GameName, Json, Language, language_of
from kafelki.rules.help import help_text
from kafelki.rules.registry import GAMES, rules_of
from kafelki.rules.texts import Text

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
    rules = rules_of(game)
    return {
        "id": rules.id,
        "name": rules.name.in_language(language),
        "author": rules.author,
        "summary": rules.summary.in_language(language),
        "minutes": rules.minutes,
        "ages": asdict(rules.ages),
        "rules": rules.version,
        "seatings": [
            {"players": seating.players, "variant": seating.variant, "teams": seating.teams}
            for seating in rules.seatings
        ],
        "options": [
            {
                "name": option.name,
                "text": option.text.in_language(language),
                "values": list(option.values),
                "variants": list(option.variants),
            }
            for option in rules.options
        ],
        "components": [
            {
                "count": component.count,
                "text": component.text.in_language(language),
                "source": component.source,
                "rule": component.rule,
            }
            for component in rules.components
        ],
    }


@commands.command(epilog=f"Example: kafelki rules {GAMES[0]} --lang pl")
def rules(game: GameName, lang: Language = None) -> None:
    """Explain a game's rules, in our own words."""
    print(help_text(game, language_of(lang)).rstrip())
