"""What all one's games teach: reviewed one after the other, put together, mistakes trained."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import expect

from kafelki.rules.registry import rules_of
from tests.games.examples import WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Json, Person
from tests.page.test_places import complaints, too_wide
from tests.page.test_review import PHONE, play_to_the_end


def asked(person: Person, path: str) -> Any:
    """Return what a program is told that is this person."""
    return person.context.request.get(f"{person.address}/api{path}").json()


def mistakes_of(person: Person, table: str) -> list[Json]:
    """Return this person's mistakes in a review, the dearest first."""
    told = asked(person, f"/tables/{table}/review")
    mine = person.update["you"]["seats"][0]
    bands = ("medium", "large")
    found = [s for s in told["steps"] if s["seat"] == mine and s.get("band") in bands]
    return sorted(found, key=lambda step: (-step["loss"], step["event"]))


def type_move(person: Person, move: str) -> None:
    """Type a move where there is no table, and play it."""
    page = person.page
    if page.get_by_role("textbox").count() == 0:
        page.locator(".rack button").first.focus()
        page.keyboard.press("t")
    page.get_by_role("textbox").fill(move)
    page.get_by_role("textbox").press("Enter")


def test_games_are_reviewed_put_together_and_a_mistake_is_trained(
    newcomer: Newcomer, random: Random
) -> None:
    ania = newcomer("Ania", language="pl", **PHONE)
    page = ania.page
    ania.go("/insights")
    expect(page.get_by_text("Na razie nie ma się z czego uczyć.")).to_be_visible()
    table = play_to_the_end(ania, random)

    ania.go("/profile")
    page.get_by_role("link", name="Czego uczą moje gry").click()
    button = page.get_by_role("button", name="Przeanalizuj moje gry")
    button.focus()
    button.press("Enter")
    expect(page.get_by_role("status").filter(has_text="1 z 1")).to_be_visible()
    accuracy = asked(ania, "/me/insights")["all"]["accuracy"]["mean"]
    written = f"{accuracy:.1f}".replace(".", ",")
    for name in ("Według gier", "Miesiąc po miesiącu", "Według przeciwników"):
        row = page.get_by_role("table", name=name).get_by_role("row").nth(1)
        expect(row).to_contain_text(written)
    expect(page.get_by_role("table", name="Według części gry").get_by_role("row")).to_have_count(4)
    assert complaints(ania) == []
    assert too_wide(ania) == []

    mistakes = mistakes_of(ania, table)
    dearest = mistakes[0]
    page.get_by_role("link", name="Moje błędy").click()
    question = page.get_by_role("region", name=rules_of(WITHOUT_CHANCE).name.pl)
    expect(question).to_contain_text("Znajdź lepszy")
    expect(page.get_by_role("status").filter(has_text=f": {len(mistakes)} ")).to_be_visible()
    type_move(ania, dearest["move"])
    expect(question.get_by_text("Nie ten: kosztuje")).to_be_visible()
    assert complaints(ania) == []
    assert too_wide(ania) == []
    type_move(ania, dearest["choices"][0]["move"])
    best = page.get_by_role("region", name="Ta decyzja")
    expect(best.get_by_role("listitem")).to_have_count(len(dearest["choices"]))
    expect(question.get_by_text("Dobrze: lepszego nie ma.").first).to_be_visible()
    # It is asked about again tomorrow: the first answer was wrong.
    told = asked(ania, "/me/mistakes")
    assert (told["all"], told["due"]) == (len(mistakes), len(mistakes) - 1)
    last = len(mistakes) == 1
    page.get_by_role("button", name="Wystarczy" if last else "Następny błąd").click()
    if last:
        expect(page.get_by_text("Na razie to wszystkie.")).to_be_visible()
    else:
        expect(
            page.get_by_role("status").filter(has_text=f": {len(mistakes) - 1} ")
        ).to_be_visible()
        page.get_by_role("button", name="Pokaż").click()
        expect(best).to_be_visible()
