"""What a screen reader is told: every move once, the tile in hand, and a way on from the list."""

from __future__ import annotations

import re

from tests.page.conftest import Newcomer
from tests.page.person import Person, placements

BOT = {"bot": "level-1"}
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


def heard(person: Person) -> list[str]:
    """Return all that was told since listening began."""
    person.page.wait_for_timeout(600)
    found: list[str] = person.page.evaluate("window.heard")
    return found


def sits(newcomer: Newcomer, game: str) -> Person:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(game, 2, seats=[{"me": True}, BOT], start=True))
    ania.page.evaluate(LISTEN)
    return ania


def test_anothers_turn_is_told_once_and_whole(newcomer: Newcomer) -> None:
    ania = sits(newcomer, "zawrot")
    ania.type_move(placements(ania.legal)[0])
    ania.type_move(ania.legal[0])
    ania.until(lambda: bool(placements(ania.legal)), "one's turn")
    moves = [e["event"] for e in ania.entries.values() if e["kind"] == "move"]
    placed, took = [move["move"] for move in moves if move["seat"] == 1]
    cell = placed.split()[1].replace("-", "−")
    told = [text for text in heard(ania) if "First game (bot)" in text and "to move" not in text]
    (once,) = [text for text in told if f"on {cell}" in text]
    assert "from the bank: " in once, took
    assert len([text for text in told if "from the bank: " in text]) == 1


def test_the_tile_in_hand_is_named(newcomer: Newcomer) -> None:
    ania = sits(newcomer, "axio")
    ania.page.keyboard.press("1")
    label = ania.page.locator(".rack [data-tile]").first.get_attribute("aria-label") or ""
    name = re.sub(r"^1: ", "", label)
    assert f"In hand: {name}" in heard(ania)


def test_a_refusal_is_told_once(newcomer: Newcomer) -> None:
    ania = sits(newcomer, "axio")
    ania.page.locator("[data-game] form input").fill("GG a1 m13")
    ania.page.locator("[data-game] form button").click()
    ania.page.locator(".problem").wait_for()
    said = ania.page.locator(".problem span").inner_text()
    assert len([text for text in heard(ania) if said.split("[")[0].strip() in text]) == 1


def test_the_board_in_words_leads_on_to_placing(newcomer: Newcomer) -> None:
    ania = sits(newcomer, "axio")
    ania.page.get_by_role("button", name="Board as text").click()
    ania.page.keyboard.press("1")
    ania.page.get_by_role("button", name="—").first.focus()
    ania.page.keyboard.press("Enter")
    ania.page.locator(".bubble .place:focus").wait_for()
    ania.told(lambda: ania.page.keyboard.press("Enter"))
