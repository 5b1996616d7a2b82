"""What a screen reader is told: every move once, the tile in hand, and a way on from the list."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.games.examples import WITH_RACKS, WITHOUT_BOARD
from tests.page.conftest import Newcomer
from tests.page.person import Person, placements

BOT = {"bot": "level-1"}
BOT_NAME = "Snail"
LISTEN = """() => {
    window.heard = [];
    const regions = '[aria-live], [role="status"], [role="alert"]';
    const element = (node) => (node instanceof Element ? node : node.parentElement);
    new MutationObserver((changes) => {
        // An alert speaks when it appears; the others when they change.
        const appeared = changes.flatMap(({ addedNodes }) => [...addedNodes]).map(element);
        const changed = [...changes.map(({ target }) => element(target)), ...appeared];
        for (const region of new Set(changed.map((each) => each?.closest(regions)))) {
            const text = region?.textContent.trim();
            if (text) window.heard.push(text);
        }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


AGAIN = 600
"""Milliseconds after which what is told twice has been told again."""


def heard(person: Person, words: str) -> list[str]:
    """Return all that was told since listening began, once some words and what follows are."""

    def told() -> list[str]:
        found: list[str] = person.page.evaluate("window.heard")
        return found

    person.until(lambda: any(words in text for text in told()), f"“{words}” to be told")
    person.page.wait_for_timeout(AGAIN)
    return told()


def sits(newcomer: Newcomer, game: str, **settings: bool) -> Person:
    ania = newcomer("Ania")
    seats = [{"me": True}, BOT]
    ania.sit_at(ania.open_table(game, 2, seats=seats, settings=settings, start=True))
    ania.page.evaluate(LISTEN)
    return ania


def test_anothers_turn_is_told_once_and_whole(newcomer: Newcomer) -> None:
    ania = sits(newcomer, WITHOUT_BOARD)
    ania.type_move(placements(ania.legal)[0])
    ania.type_move(ania.legal[0])
    ania.until(lambda: bool(placements(ania.legal)), "one's turn")
    moves = [e["event"] for e in ania.entries.values() if e["kind"] == "move"]
    placed, took = [move["move"] for move in moves if move["seat"] == 1]
    cell = placed.split()[1].replace("-", "−")
    told = [
        text for text in heard(ania, f"on {cell}") if BOT_NAME in text and "to move" not in text
    ]
    (once,) = [text for text in told if f"on {cell}" in text]
    assert "from the bank: " in once, took
    assert len([text for text in told if "from the bank: " in text]) == 1


def test_the_tile_in_hand_is_named(newcomer: Newcomer) -> None:
    ania = sits(newcomer, WITH_RACKS)
    ania.page.keyboard.press("1")
    label = ania.page.locator(".rack [data-tile]").first.get_attribute("aria-label") or ""
    name = re.sub(r"^1: ", "", label)
    said = f"In hand: {name}"
    assert said in heard(ania, said)


def test_a_refusal_is_told_once(newcomer: Newcomer) -> None:
    ania = sits(newcomer, WITH_RACKS)
    ania.typing().fill("GG a1 m13")
    ania.page.locator("[data-game] form button").click()
    ania.page.locator(".problem").wait_for()
    said = ania.page.locator(".problem span").inner_text().split("[")[0].strip()
    assert len([text for text in heard(ania, said) if said in text]) == 1


def test_the_board_in_words_leads_on_to_placing(newcomer: Newcomer) -> None:
    ania = sits(newcomer, WITH_RACKS)
    ania.page.keyboard.press("b")
    ania.page.keyboard.press("1")
    ania.page.get_by_role("button", name="—").first.focus()
    ania.page.keyboard.press("Enter")
    ania.page.locator(".bubble .place:focus").wait_for()
    ania.told(lambda: ania.page.keyboard.press("Enter"))


@pytest.mark.parametrize("hints", [True, False], ids=["with hints", "without hints"])
def test_the_board_in_words_tells_the_best_places_only_with_hints(
    newcomer: Newcomer, hints: bool
) -> None:
    ania = sits(newcomer, WITH_RACKS, hints=hints)
    ania.page.keyboard.press("b")
    ania.page.keyboard.press("1")
    tile = ania.rack()[0]
    legal = ania.view["legal"]
    own = {tile, tile[::-1]}
    worth = [
        sum(row)
        for move, row in zip(legal["moves"], legal["rows"], strict=True)
        if move.split()[0] in own
    ]
    assert max(worth) > min(worth)
    places = ania.page.get_by_label("The board in words").locator(".places li")
    places.first.wait_for()
    heading = ania.page.get_by_role("heading", name="those that bring most first")
    expect(heading).to_have_count(1 if hints else 0)
    assert places.count() == (min(30, len(worth)) if hints else len(worth))
