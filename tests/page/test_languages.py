"""Polish and English: every place speaks one language, and only that."""

from __future__ import annotations

import re

import pytest

from kafelki.rules.registry import GAMES, rules_of
from tests.games.examples import WITH_RACKS, WITHOUT_BOARD
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.page.places import after_moves, at

NAMES = [rules_of(game).name for game in GAMES]
TITLES = "|".join(word for name in NAMES if name.en == name.pl for word in name.en.split())
SAME = re.compile(
    rf"{TITLES}|Kafelki|Polski|English|Ania|Kasia|Reiner|Knizia|Bot|[Bb]ank|Solo"
    r"|Start|min|SHA|[A-Z]{1,2}|[IVX]+|[A-Z]?[a-z]|[a-z]\d+|take|swap|keep|pass"
)
"""Words that are the same in both languages: names, letters, cells."""


def words(person: Person) -> set[str]:
    """Return every text that is seen or read aloud."""
    found: list[str] = person.page.evaluate(
        """() => {
            const texts = [];
            const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) texts.push(walker.currentNode.data);
            for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
                for (const each of document.querySelectorAll(`[${name}]`))
                    texts.push(each.getAttribute(name));
            return texts.map((each) => each.trim()).filter((each) => /[a-ząćęłńóśźż]/i.test(each));
        }"""
    )
    return set(found)


def names_of_others(person: Person) -> set[str]:
    """Return what the people are called who sit at the tables that home lists."""
    found: list[str] = person.page.evaluate(
        """async () => {
            const asked = ['/api/tables', '/api/tables?playing=true'].map(
                async (address) => (await fetch(address)).json());
            const tables = (await Promise.all(asked)).flat();
            return tables.flatMap(({ seats }) => seats.flatMap(({ name }) => name ?? []));
        }"""
    )
    return set(found)


def untranslated(polish: set[str], english: set[str]) -> set[str]:
    """Return the texts that are the same in both languages but should not be."""

    def is_name(text: str) -> bool:
        return all(SAME.fullmatch(word) for word in re.findall(r"[^\W\d_]\w*", text))

    return {text for text in polish & english if not is_name(text)}


@pytest.mark.parametrize(
    "path", ["/", "/profile", f"/games/{WITH_RACKS}", f"/games/{WITHOUT_BOARD}/rules"]
)
def test_pages_speak_one_language(path: str, newcomer: Newcomer) -> None:
    said = {}
    for language in ("pl", "en"):
        person = newcomer("Ania", language=language)
        at(path)(person)
        assert person.page.locator("html").get_attribute("lang") == language
        said[language] = words(person) - names_of_others(person)
    assert untranslated(said["pl"], said["en"]) == set()


@pytest.mark.parametrize("game", GAMES)
def test_tables_speak_one_language(game: str, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania", language="pl"), newcomer("Kasia", language="en")
    after_moves(ania, game, 3)
    kasia.sit_at(ania.update["table"]["id"])
    ania.page.locator(".rack [data-tile]").first.click()
    assert untranslated(words(ania), words(kasia)) == set()


def test_the_language_is_the_browsers_until_another_is_chosen(newcomer: Newcomer) -> None:
    ania = newcomer(settings={"language": None}, locale="pl-PL")
    ania.go("/")
    ania.page.get_by_role("heading", name="Pięć gier").wait_for()
    ania.page.get_by_role("button", name="English").click()
    ania.page.get_by_role("heading", name="Five tile-laying games").wait_for()
    ania.page.reload()
    ania.page.get_by_role("heading", name="Five tile-laying games").wait_for()
