"""The rules of a game in words: its own help text, or what its description tells."""

from __future__ import annotations

from kafelki.rules.contract import Rules
from kafelki.rules.registry import file_of, rules_of
from kafelki.rules.texts import Text

IN_THE_BOX = Text("In the box", "W pudełku")
NOT_ALLOWED = Text("What is not allowed", "Czego nie wolno")


def help_text(game: str, language: str) -> str:
    """Return the rules of a game in words, as Markdown."""
    return file_of(game, f"help.{language}.md") or _described(rules_of(game), language)


def _described(rules: Rules, language: str) -> str:
    """Return what the description of a game tells of its rules."""
    box = [f"- {each.count} × {each.text.in_language(language)}" for each in rules.components]
    refused = [
        f"- {each.text.in_language(language)} ({each.rule})" for each in rules.objections.values()
    ]
    parts = [f"# {rules.name.in_language(language)}", rules.summary.in_language(language)]
    for heading, lines in ((IN_THE_BOX, box), (NOT_ALLOWED, refused)):
        if lines:
            parts += [f"## {heading.in_language(language)}", "\n".join(lines)]
    return "\n\n".join(parts) + "\n"
