"""Short texts for people, in the languages that Kafelki speaks."""

from __future__ import annotations

from typing import NamedTuple

LANGUAGES = ("en", "pl")


class Text(NamedTuple):
    """The same words in English and in Polish."""

    en: str
    pl: str

    def in_language(self, language: str) -> str:
        """Return the text in `language` ("en" or "pl")."""
        return self.pl if language == "pl" else self.en


def polish_quoted(text: str) -> str:
    """Return something that was typed in Polish quotation marks, with odd characters escaped.

    >>> polish_quoted("Ys 1,0")
    '„Ys 1,0”'
    """
    return f"„{repr(text)[1:-1]}”"
