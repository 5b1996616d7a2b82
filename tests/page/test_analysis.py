"""The analysis board: a finished game goes on in lines of one's own, shared by a link."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import Locator, expect

from tests.games.examples import WITH_RACKS
from tests.page.conftest import Newcomer
from tests.page.person import Json, Person
from tests.page.test_places import complaints, too_wide
from tests.page.test_review import PHONE, play_to_the_end


def given_up(person: Person, random: Random, moves: int) -> str:
    """Return a table where one person has played for two, and has given up after some moves."""
    seats = [{"me": True}, {"label": "Kasia"}]
    table = person.open_table(WITH_RACKS, 2, seats=seats, start=True)
    for _ in range(moves):
        (seat,) = person.look(table)["to_act"]
        path = f"{person.address}/api/tables/{table}?seat={seat}"
        view = person.context.request.get(path).json()["game"]
        move = random.choice(view["legal"]["moves"])
        person.does(table, "move", move=move, expected=view["after"], seat=seat)
    person.does(table, "resign", seat=0)
    return table


def follow(person: Person, table: str) -> None:
    """Keep what the server tells a person's analysis board, as if it were a table."""
    address = f"{person.address}/api/tables/{table}/analysis"
    asked: list[Json] = []

    def keep(response: Any) -> None:
        # What is tried alone is not shown.
        if response.url == address and response.ok:
            asked.append(response.json()["game"])
            person.update = {"game": asked[-1], "table": {"status": "over"}}

    person.page.on("response", keep)


def values(person: Person, name: str) -> list[str]:
    """Return what the sides are said to be worth, once that was looked at closely."""
    bars = person.page.get_by_role("list", name=name)
    expect(bars).to_have_attribute("aria-busy", "false")
    return bars.get_by_role("listitem").all_inner_texts()


def pieces(person: Person) -> dict[str, str]:
    """Return what lies on the board."""
    found = person.page.locator("[data-piece]").evaluate_all(
        "all => all.map(each => [each.dataset.piece, each.dataset.value])"
    )
    return dict(found)


def stand(person: Person) -> Locator:
    """Return which move of how many is shown."""
    return person.page.locator(".controls .count")


def test_from_the_review_to_a_line_that_a_friend_sees_too(
    newcomer: Newcomer, random: Random
) -> None:
    ania = newcomer("Ania", language="pl")
    page = ania.page
    table = play_to_the_end(ania, random)
    page.get_by_role("link", name="Analiza", exact=True).click()
    page.get_by_role("button", name="Ruch naprzód").click()
    follow(ania, table)
    page.get_by_role("link", name="Spróbuj stąd").click()
    page.wait_for_url(re.compile(rf"/t/{table}/from/\d+$"))
    start = page.url
    before = values(ania, "Szanse na wygraną")
    assert all("%" in each for each in before)
    assert complaints(ania) == []
    expect(page.locator("[data-hint]")).not_to_have_count(0)

    move = random.choice(ania.legal)
    ania.lay_by_mouse(move)
    page.locator(".bubble .place").click()
    page.wait_for_url(re.compile(r"\?[01]="))
    expect(stand(ania)).to_have_text("1/1")
    # The other side is free to play, too: here what is called best.
    best = page.get_by_role("region", name="Najlepsze ruchy")
    best.get_by_role("button", name="Zagraj").first.click()
    expect(stand(ania)).to_have_text("2/2")
    line, lying = page.url, pieces(ania)

    # Stepping back keeps what was played, and so do the browser's own buttons.
    page.get_by_role("button", name="Na początek wariantu").click()
    expect(stand(ania)).to_have_text("0/2")
    assert page.url == start
    assert values(ania, "Szanse na wygraną") == before
    page.go_back()
    expect(stand(ania)).to_have_text("2/2")
    assert page.url == line
    said = page.get_by_role("region", name="Twój wariant").get_by_role("listitem")
    told = said.all_inner_texts()
    worth = values(ania, "Szanse na wygraną")
    assert pieces(ania) == lying

    ola = newcomer("Ola", language="pl")
    ola.go(line.removeprefix(ola.address))
    expect(stand(ola)).to_have_text("2/2")
    assert pieces(ola) == lying
    region = ola.page.get_by_role("region", name="Twój wariant")
    assert region.get_by_role("listitem").all_inner_texts() == told
    assert values(ola, "Szanse na wygraną") == worth


def test_by_keyboard_on_a_phone(newcomer: Newcomer, random: Random) -> None:
    ania = newcomer("Ania", language="en", **PHONE)
    page = ania.page
    table = given_up(ania, random, 4)
    ania.go(f"/t/{table}/at/14")
    expect(page.get_by_text("A tries things out from here.")).to_be_visible()
    follow(ania, table)
    ania.press("a")
    page.wait_for_url(re.compile(r"/from/\d+$"))
    values(ania, "Chances to win")
    expect(page.locator("[data-hint]")).to_have_count(3)
    ania.press("h")
    expect(page.locator("[data-hint]")).to_have_count(0)
    assert complaints(ania) == []
    assert too_wide(ania) == []

    ania.typing().fill(ania.legal[0])
    ania.press("Enter")
    expect(stand(ania)).to_have_text("1/1")
    ania.press("Escape")
    while "keep" in ania.legal:
        ania.typing().fill("keep")
        ania.press("Enter")
        page.wait_for_url(re.compile("=keep"))
        ania.until(lambda: "keep" not in ania.legal, "the draw")
        ania.press("Escape")
    drawn = page.url
    ania.press("n")
    page.wait_for_url(lambda url: url != drawn)
    other = page.url
    moves, _, steps = stand(ania).inner_text().partition("/")
    assert moves == steps
    ania.press("u")
    expect(stand(ania)).to_have_text(f"{int(moves) - 1}/{steps}")
    ania.press("y")
    expect(stand(ania)).to_have_text(f"{steps}/{steps}")
    assert page.url == other
    # The board in words, for who does not see it.
    ania.press("b")
    expect(page.locator("[data-game] table, [data-game] .text").first).to_be_visible()

    ola = newcomer("Ola", language="en", **PHONE)
    ola.go(other.removeprefix(ola.address))
    expect(stand(ola)).to_have_text(f"{steps}/{steps}")
    assert pieces(ola) == pieces(ania)
