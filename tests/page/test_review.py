"""After the end of a game: its review, from the card that tells the result to the dearest move."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.examples import WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Json, Person
from tests.page.test_places import complaints

DESKTOP: dict[str, Any] = {}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
WORDS = {
    "en": ("Review", "Dearest move", "This decision", "Everything as a table"),
    "pl": ("Analiza", "Najdroższy błąd", "Ta decyzja", "Wszystko w tabeli"),
}
LEARNING = {
    "en": ("Learn from my mistakes", "Which of these moves is best?", "Solved: {} of"),
    "pl": ("Ucz się na swoich błędach", "Który z tych ruchów jest najlepszy?", "Rozwiązane: {} z"),
}


def play_to_the_end(person: Person, random: Random) -> str:
    """Return a table where somebody has played a short game against a bot."""
    seats = [{"me": True}, {"bot": "level-1"}]
    options = {"size": 5}
    table = person.open_table(WITHOUT_CHANCE, 2, seats=seats, options=options, start=True)
    person.sit_at(table)
    while True:
        person.until(lambda: bool(person.legal) or person.over, "one's turn")
        if person.over:
            return table
        person.type_move(random.choice(person.legal))


def edge(person: Person, part: str, side: str) -> float:
    """Return where a side of a part of the page is."""
    rectangle = "(it, side) => it.getBoundingClientRect()[side]"
    return float(person.page.locator(part).first.evaluate(rectangle, side))


def reviewed(person: Person, table: str) -> Json:
    """Return the review as a program is told of it: the page has waited for it."""
    answer = person.context.request.get(f"{person.address}/api/tables/{table}/review")
    told: Json = answer.json()
    assert told["complete"]
    return told


@pytest.mark.parametrize(
    ("language", "screen"), [("en", DESKTOP), ("pl", PHONE)], ids=["en-desktop", "pl-phone"]
)
def test_from_the_end_of_a_game_to_its_dearest_move(
    newcomer: Newcomer, random: Random, language: str, screen: dict[str, Any]
) -> None:
    ania = newcomer("Ania", language=language, **screen)
    page = ania.page
    table = play_to_the_end(ania, random)
    title, dearest, here, as_table = WORDS[language]
    if screen is DESKTOP:
        assert edge(ania, "article[data-seats]", "right") < edge(
            ania, "section[aria-labelledby=final]", "left"
        )
    page.get_by_role("link", name=title, exact=True).click()
    panel = page.get_by_role("region", name=title, exact=True)
    expect(panel).to_have_attribute("aria-busy", "false")
    told = reviewed(ania, table)
    mine = ania.update["you"]["seats"][0]
    step = told["steps"][told["seats"][mine]["dearest"]]

    button = panel.get_by_role("button", name=dearest)
    button.focus()
    button.press("Enter")
    page.wait_for_url(re.compile(rf"/at/{step['event']}#review$"))
    decision = panel.get_by_role("region", name=here)
    expect(decision.locator(f"[data-band={step['band']}]")).to_be_visible()
    expect(decision.get_by_role("listitem")).to_have_count(len(step["choices"]))
    # The best moves lie on the board, with the numbers of the list.
    expect(page.locator("[data-hint]")).to_have_count(len(step["choices"]))

    # The table tells all that the graph shows, and leads to the same places.
    panel.get_by_text(as_table).click()
    rows = panel.locator("details tbody tr")
    expect(rows).to_have_count(len(told["steps"]))
    rows.nth(1).get_by_role("button").click()
    page.wait_for_url(re.compile(rf"/at/{told['steps'][1]['event']}#review$"))

    # So does a click on the graph: at its right edge is the end of the game.
    graph = panel.locator("figure > svg")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] - 2, "y": box["height"] / 2})
    page.wait_for_url(re.compile(rf"/at/{told['steps'][-1]['event']}#review$"))

    # Nothing is cut off on any screen, and nothing is in anybody's way.
    assert complaints(ania) == []
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0

    step_through_errors(ania, told["steps"], mine)
    learn_from_mistakes(ania, told["steps"], mine, *LEARNING[language])


def step_through_errors(person: Person, steps: list[Json], mine: int) -> None:
    """Go to one's last errors and back by keys, which are named where the other keys are."""
    page = person.page
    events = [
        step["event"]
        for step in steps
        if step["seat"] == mine and step.get("band") in ("medium", "large")
    ]
    assert len(events) > 1
    expect(page.get_by_text(re.compile("Shift (and|i) E"))).to_be_visible()
    page.keyboard.press("End")
    for key, event in (("Shift+E", events[-1]), ("Shift+E", events[-2]), ("e", events[-1])):
        page.keyboard.press(key)
        page.wait_for_url(re.compile(rf"/at/{event}#review$"))


def learn_from_mistakes(
    person: Person, steps: list[Json], mine: int, title: str, question: str, solved: str
) -> None:
    """Be asked about one's first mistake: the move played is wrong, the best one right."""
    mistakes = [
        step for step in steps if step["seat"] == mine and step.get("band") in ("medium", "large")
    ]
    page = person.page
    page.get_by_role("button", name=title).click()
    page.wait_for_url(re.compile(rf"/at/{mistakes[0]['event']}#review$"))
    quiz = page.get_by_role("region", name=question)
    expect(page.get_by_role("status").filter(has_text=solved.format(0))).to_be_visible()
    moves = sorted(choice["move"] for choice in mistakes[0]["choices"])
    best, played = mistakes[0]["choices"][0]["move"], mistakes[0]["move"]
    buttons = quiz.get_by_role("button")
    expect(buttons).to_have_count(len(moves))
    assert complaints(person) == []
    buttons.nth(moves.index(played)).press("Enter")
    expect(buttons.nth(moves.index(played))).to_have_attribute("aria-disabled", "true")
    buttons.nth(moves.index(best)).press("Enter")
    expect(page.get_by_role("status").filter(has_text=solved.format(1))).to_be_visible()
    expect(quiz).to_have_count(0)
