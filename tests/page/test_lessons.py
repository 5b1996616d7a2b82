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
    """Type a move and play it; a key brings the field."""
    page.locator(".try summary").wait_for()
    if page.get_by_role("textbox").count() == 0:
        page.locator(".rack button").first.focus()
        page.keyboard.press("t")
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
def test_diagrams_stand_below_the_rules_that_they_show(game: str, newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.goto(f"{person.address}/games/{game}/rules")
    for diagram in lessons(game)["diagrams"]:
        figure = page.get_by_role("article").filter(has_text=diagram["task"]["en"])
        figure.get_by_role("button", name="Show me").click()
        expect(figure.get_by_text(diagram["praise"]["en"])).to_be_visible()
        told = figure.locator("xpath=preceding-sibling::*[1]/*[last()]")
        expect(told.locator(f"[id='{diagram['rule']}']")).to_have_count(1)
    expect(page.locator("pre")).to_have_count(0)


def test_an_address_names_a_place_in_the_rules(newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.goto(f"{person.address}/games/{WITH_RACKS}/rules#AX-14")
    expect(page.locator("#AX-14")).to_be_in_viewport()


def test_ids_of_rules_stand_in_the_margin(newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{person.address}/games/{WITH_RACKS}/rules")
    page.locator("#AX-8").wait_for()
    ends = page.evaluate("""() => {
        const told = document.getElementById('AX-8');
        const text = told.parentElement.getBoundingClientRect();
        return [told.getBoundingClientRect().right, text.left];
    }""")
    assert ends[0] <= ends[1]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_lesson_fits_on_the_screen_of_a_phone(
    game: str, language: str, newcomer: Newcomer
) -> None:
    person = newcomer(language=language)
    page = person.page
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{person.address}/games/{game}/lesson")
    steps = lessons(game)["lesson"]
    for step in steps:
        task = page.get_by_text(step["task"][language])
        skip = page.get_by_role("button", name="Skip this step" if language == "en" else "Pomiń")
        for seen in (task, page.locator(".try .stage"), page.locator(".try .rack"), skip):
            expect(seen.first).to_be_in_viewport(ratio=1)
        assert page.evaluate("scrollY") == 0
        skip.click()


def test_on_its_side_a_phone_shows_what_is_asked_beside_the_tiles(newcomer: Newcomer) -> None:
    person = newcomer(viewport={"width": 844, "height": 390}, is_mobile=True, has_touch=True)
    person.go(f"/games/{WITH_RACKS}/lesson")
    rack = person.page.locator(".try .rack")
    rack.wait_for()
    rack.evaluate("it => { it.scrollIntoView({ block: 'end' }); scrollBy(0, 8); }")
    task = person.page.get_by_text(lessons(WITH_RACKS)["lesson"][0]["task"]["en"])
    for seen in (task, person.page.locator(".try .stage"), rack):
        expect(seen).to_be_in_viewport(ratio=1)


def test_a_lesson_is_a_click_away(newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.goto(person.address)
    page.get_by_role("link", name="in a minute").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("in a minute")


def test_other_ways_to_look_and_play_are_folded_away(newcomer: Newcomer) -> None:
    person = newcomer()
    page = person.page
    page.goto(f"{person.address}/games/{WITH_RACKS}/rules")
    (first, second) = (page.locator(".game-area").nth(k) for k in (0, 1))
    second.locator("summary").wait_for()
    typed, told = page.get_by_role("textbox"), page.get_by_role("region", name="The board in words")
    button = second.get_by_role("button", name="Type a move")
    expect(button).to_be_hidden()
    expect(typed).to_have_count(0)
    second.get_by_text("Other ways").focus()
    page.keyboard.press("Enter")
    button.focus()
    page.keyboard.press("Enter")
    expect(typed).to_be_focused()
    page.keyboard.press("Escape")
    expect(typed).to_have_count(0)
    expect(second.locator("svg [data-cell]:focus")).to_have_count(1)
    page.keyboard.press("b")  # on the board that has the focus, and on no other
    expect(second.locator(told)).to_be_focused()
    expect(first.locator(told)).to_have_count(0)
