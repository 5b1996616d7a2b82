"""A review as a page and as text: it stands alone, in both languages, for any kind of table."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

import kafelki
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.review.page import page
from kafelki.terminal.reviewing import review_text
from tests.games.examples import AT_ONCE, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.review.played import played, small

TABLES = [small(WITHOUT_CHANCE, size=5), Header(AT_ONCE, 1), Header(AT_ONCE, 3)]
TABLES += [Header(WITHOUT_BOARD, 4)]


class Tags(HTMLParser):
    """The tags of a page, whether they are closed, and what they refer to."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        if tag not in ("meta", "br"):
            self.open.append(tag)
        assert not {name for name, _ in attrs} & {"src", "href", "onclick", "style"}

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


@pytest.mark.parametrize("header", TABLES, ids=lambda header: f"{header.game}-{header.players}")
def test_a_page_stands_alone(header: Header) -> None:
    review = kafelki.review(played(header), 0, depth="quick")
    for language in ("en", "pl"):
        text = page(review, language)
        tags = Tags(text)
        assert tags.open == []
        assert "script" not in tags.seen
        assert "link" not in tags.seen
        assert tags.seen.count("svg") == 1
        assert tags.seen.count("table") >= 4
        assert f'lang="{language}"' in text
        assert "None" not in text
        assert "nan" not in re.sub(r"<[^>]*>", " ", text).split()
        assert review_text(review, language)


def test_names_cannot_break_a_page() -> None:
    game = played(small(WITHOUT_CHANCE, size=5))
    game.seats = [{"name": "<script>alert(1)</script>"}, {"name": '"&'}]
    assert "<script" not in page(kafelki.review(game, depth="quick"))


def test_numbers_are_written_as_each_language_does() -> None:
    review = kafelki.review(_decided(), depth="quick")
    english, polish = review_text(review, "en"), review_text(review, "pl")
    assert "100.0 %" in english
    assert "100,0 %" in polish
    assert "szczęście" in polish


def _decided() -> Game:
    return played(small(WITHOUT_CHANCE, size=5))
