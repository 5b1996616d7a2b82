"""Puzzles in the browser: found, missed, shown and gone on from, by mouse and by keys."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from kafelki.play.view import view
from kafelki.review.puzzles import Puzzle
from kafelki.server.puzzles.catalogue import Catalogue
from kafelki.server.web import puzzles as routes
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE
from tests.made_puzzles import WHY, made
from tests.page.conftest import Newcomer
from tests.page.person import Person, lying, placements

ONE = made(WITH_RACKS)
LINE = made(WITHOUT_CHANCE, steps=2)


@pytest.fixture(autouse=True)
def two_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    known = Catalogue([ONE, LINE])
    monkeypatch.setattr(routes, "catalogue", lambda: known)


def looks_at(person: Person, puzzle: Puzzle, step: int = 0) -> None:
    """Wait until a person sees a decision of a puzzle and may answer."""
    position = Catalogue([puzzle]).decisions(puzzle)[step].position
    shown = view(position, puzzle.seat)
    person.update = {"game": shown, "you": {"seats": [puzzle.seat]}}
    person.page.locator(f'[data-after="{shown["after"]}"] [data-cell]').first.wait_for()
    person.page.locator(".rack button:enabled").first.wait_for()


def lay_by_keys(person: Person, move: str) -> None:
    """Lay a tile with the keyboard alone."""
    tile, *cells = move.split()
    rack = person.rack()
    if not person.is_chosen(tile):
        person.press(str(1 + next(k for k, each in enumerate(rack) if each in (tile, tile[::-1]))))
    person._walk_to(cells[0], falls=False)
    person.turn_until(lying(move))
    person.press("Enter")


def says(page: Page, text: str) -> None:
    expect(page.locator(".banner")).to_contain_text(text)


def test_a_missed_puzzle_tells_the_best_moves_and_the_next_one_is_a_key_away(
    newcomer: Newcomer,
) -> None:
    person = newcomer(language="pl")
    page = person.page
    person.go("/")
    page.get_by_role("link", name="Łamigłówki").click()
    page.goto(f"{person.address}/puzzles/{ONE.game}/{ONE.id}")
    looks_at(person, ONE)
    says(page, "Znajdź najlepszy ruch.")
    right = ONE.moves[0].right[0]
    other = next(each for each in placements(person.legal) if each != right)
    person.lay_by_mouse(other)
    expect(page.locator(".bubble .place")).to_be_visible()
    expect(page.locator(".verdict")).to_have_count(0)
    page.locator(".bubble .place").click()
    says(page, "✗ To nie jest najlepszy ruch.")
    verdict = page.locator(".verdict")
    expect(verdict).to_contain_text(WHY.pl)
    expect(verdict).to_contain_text("Twój ranking: 1327 ± 267 (−173)")
    expect(page.locator("[data-hint]")).to_have_count(2)
    expect(page.locator("[data-ghost]")).to_have_count(0)
    expect(page.get_by_role("button", name="Następna łamigłówka")).to_be_focused()
    page.keyboard.press("n")
    looks_at(person, LINE)
    expect(page.locator("[data-hint]")).to_have_count(0)
    page.get_by_role("button", name="Pokaż rozwiązanie").click()
    says(page, "Tego ruchu trzeba było szukać.")
    page.get_by_role("link", name="Łamigłówki").click()
    expect(page.get_by_text("Rozwiązane z rzędu: 0 (rekord: 0)")).to_be_visible()


def test_a_puzzle_of_two_moves_is_solved_by_keys_on_a_phone(newcomer: Newcomer) -> None:
    person = newcomer(viewport={"width": 390, "height": 844})
    page = person.page
    person.go(f"/puzzles/{LINE.game}/{LINE.id}")
    first, second = (each.right[0] for each in LINE.moves)
    looks_at(person, LINE)
    lay_by_keys(person, first)
    says(page, "Right! And now?")
    looks_at(person, LINE, 1)
    lay_by_keys(person, second)
    says(page, "✓ Right!")
    expect(page.locator(".verdict")).to_contain_text(WHY.en)
    said = page.locator("[aria-live]").filter(has_text="Right!")
    expect(said.first).to_be_attached()
    following = page.get_by_role("button", name="Next puzzle")
    expect(following).to_be_in_viewport()
    expect(following).to_be_focused()
    following.press("Enter")
    looks_at(person, ONE)
