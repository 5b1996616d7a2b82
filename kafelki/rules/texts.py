"""Short texts for people, in the languages that Kafelki speaks."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

LANGUAGES = ("en", "pl")


class Text(NamedTuple):
    """The same words in English and in Polish."""

    en: str
    pl: str

    def in_language(self, language: str) -> str:
        """Return the text in `language` ("en" or "pl")."""
        return self.pl if language == "pl" else self.en

    def filled(self, *words: object, **named: object) -> Text:
        """Return the text with its gaps filled; a Text goes in by each language.

        >>> Text("{} to {}", "{} do {}").filled(Text("red", "czerwony"), 3)
        Text(en='red to 3', pl='czerwony do 3')
        """
        return Text(*(_filled(language, self, words, named) for language in LANGUAGES))


def _filled(language: str, text: Text, words: tuple[object, ...], named: dict[str, object]) -> str:
    def said(word: object) -> object:
        return word.in_language(language) if isinstance(word, Text) else word

    return text.in_language(language).format(
        *map(said, words), **{name: said(word) for name, word in named.items()}
    )


def as_data(value: Any, say: Callable[[Text], Any] = Text._asdict) -> Any:
    """Return a description as data for JSON, each text in it as `say` gives it.

    >>> as_data({1: Text("red", "czerwony")}), as_data((Text("red", "czerwony"),), lambda t: t.pl)
    ({'1': {'en': 'red', 'pl': 'czerwony'}}, ['czerwony'])
    """
    if isinstance(value, Text):
        return say(value)
    if is_dataclass(value):
        return {each.name: as_data(getattr(value, each.name), say) for each in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): as_data(each, say) for key, each in value.items()}
    return [as_data(each, say) for each in value] if isinstance(value, tuple | list) else value


def joined(separator: str, texts: Iterable[Text]) -> Text:
    """Return several texts as one.

    >>> joined(", ", [Text("red", "czerwony"), Text("blue", "niebieski")])
    Text(en='red, blue', pl='czerwony, niebieski')
    """
    texts = list(texts)
    return Text(separator.join(text.en for text in texts), separator.join(t.pl for t in texts))


def signed(number: int) -> str:
    """Return a number with a proper minus sign."""
    return str(number).replace("-", "−")


def decimal(value: float) -> Text:
    """Return a number with one decimal, as each language writes it.

    >>> decimal(3.14159), decimal(-0.04)
    (Text(en='3.1', pl='3,1'), Text(en='0.0', pl='0,0'))
    """
    english = f"{value:z.1f}".replace("-", "−")
    return Text(english, english.replace(".", ","))


Forms = tuple[Text, Text, Text]
"""A noun for one, for a few and for many, as Polish tells them apart."""

POINTS = (Text("point", "punkt"), Text("points", "punkty"), Text("points", "punktów"))


def counted(number: int, forms: Forms) -> Text:
    """Return a number with its noun in the right form.

    >>> [counted(n, POINTS).pl for n in (1, 2, 5, 12, 22)]
    ['1 punkt', '2 punkty', '5 punktów', '12 punktów', '22 punkty']
    >>> [counted(n, POINTS).en for n in (1, 2)]
    ['1 point', '2 points']
    """
    one, some, many = forms
    size = abs(number)
    few = size % 10 in (2, 3, 4) and size % 100 not in (12, 13, 14)
    noun = one if size == 1 else some if few else many
    return Text("{} {}", "{} {}").filled(signed(number), noun)


def polish_quoted(text: str) -> str:
    """Return something that was typed in Polish quotation marks, with odd characters escaped.

    >>> polish_quoted("Ys 1,0")
    '„Ys 1,0”'
    """
    return f"„{repr(text)[1:-1]}”"
