"""The first lesson of each game, and the diagrams of its rules, played in the browser."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from kafelki.rules.registry import GAMES, file_of
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.page.conftest import Newcomer


def lessons(game: str) -> dict[str, Any]:
    """Return what there is to try in a game."""
    found: dict[str, Any] = json.loads(file_of(game, "lesson.json") or "{}")
    return found


def play(page: Page, move: str) -> None:
    """Type a move and play it."""
    page.get_by_role("textbox").fill(move)
    page.get_by_role("textbox").press("Enter")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_lesson_is_played_to_its_end(game: str, language: str, newcomer: Newcomer) -> None:
    person = newcomer(language=language)
    page = person.page
    page.goto(f"{person.address}/games/{game}/lesson")
    following = "Next" if language == "en" else "Dalej"
    for step in lessons(game)["lesson"]:
        expect(page.get_by_text(step["task"][language])).to_be_visible()
        play(page, step["solution"])
        expect(page.get_by_text(step["praise"][language])).to_be_visible()
        page.get_by_role("button", name=following).click()
    end = "That is all you need" if language == "en" else "Tyle wystarczy"
    expect(page.get_by_role("heading", name=end)).to_be_visible()


def test_another_move_gets_a_hint_and_can_be_tried_again(newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.goto(f"{person.address}/games/{WITHOUT_CHANCE}/lesson")
    (step, *_) = lessons(WITHOUT_CHANCE)["lesson"]
    play(page, "XO a1 b1")
    expect(page.get_by_role("alert")).to_contain_text(step["hint"]["en"])
    page.get_by_role("button", name="Show me").click()
    expect(page.get_by_text(step["praise"]["en"])).to_be_visible()
    page.get_by_role("button", name="Once more").click()
    expect(page.get_by_role("button", name="Show me")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_diagrams_stand_beside_the_rules(game: str, newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.goto(f"{person.address}/games/{game}/rules")
    for diagram in lessons(game)["diagrams"]:
        figure = page.get_by_role("article").filter(has_text=diagram["task"]["en"])
        figure.get_by_role("button", name="Show me").click()
        expect(figure.get_by_text(diagram["praise"]["en"])).to_be_visible()


def test_an_address_names_a_place_in_the_rules(newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    for place in ("AX-7", "try"):  # a rule, and the diagrams
        page.goto(f"{person.address}/games/{WITH_RACKS}/rules#{place}")
        expect(page.locator(f"#{place}")).to_be_in_viewport()
        page.goto(person.address)


def test_a_lesson_is_a_click_away(newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.goto(person.address)
    page.get_by_role("link", name="Learn in a minute").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("in a minute")
