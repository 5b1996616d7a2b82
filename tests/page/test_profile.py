"""What people have achieved, and what they show of it: profiles, ratings, lists of results."""

from __future__ import annotations

import re
from random import Random
from typing import Any

from playwright.sync_api import Route, expect

from tests.games.examples import WITH_PAIRS
from tests.page.conftest import Newcomer
from tests.page.person import Person
from tests.server.players import Player, guest, member, sit_down
from tests.server.running_server import Server

RATED = {"settings": {"rated": True}}
FIRST_WIN = "1560 ± 191"
"""Of 1500 ± 200 after a win against an equal: worked out where ratings are tested."""


def as_program(server: Server, person: Person) -> Player:
    """Return the same person with a token, who has made an account."""
    me = person.context.request.get(f"{server.url}/api/me").json()
    account = {"account": f"{me['name']} {me['person']}", "password": "correct horse"}
    made = person.context.request.put(
        f"{server.url}/api/me/password", data=account, headers={"Origin": server.url}
    )
    assert made.ok, made.text()
    token = person.ask("/me/tokens", {})["token"]
    return Player(server, me["person"], me["name"], token)


def test_ratings_are_shown_with_how_sure_they_are(server: Server, newcomer: Newcomer) -> None:
    page = newcomer("Bogna")
    bogna, *others = as_program(server, page), member(server, "Celina"), member(server, "Dorota")
    two = sit_down([bogna, others[0]], WITH_PAIRS, **RATED)
    others[0].does(two, "resign")
    three = sit_down([bogna, *others], WITH_PAIRS, **RATED)
    for loser in others:
        loser.does(three, "resign")

    page.go("/profile")
    mine = page.page.get_by_role("region", name="Ratings").locator("summary")
    expect(mine).to_have_count(2)
    pair = mine.filter(has_text="2 players")
    expect(pair).to_contain_text(FIRST_WIN)
    expect(pair).to_contain_text("(provisional)")

    page.go(f"/games/{WITH_PAIRS}")
    ratings = page.page.get_by_role("table", name="Ratings")
    own = ratings.get_by_role("row").filter(has_text="Bogna")
    expect(own).to_contain_text("1560 ± 191 (provisional)")
    expect(ratings).not_to_contain_text("Dorota")
    page.page.get_by_text("3 players", exact=True).click()
    expect(ratings).to_contain_text("Dorota")
    expect(ratings.get_by_role("row").nth(1)).to_contain_text("Bogna")


def test_a_day_has_a_list_of_members_and_one_of_guests(
    server: Server, newcomer: Newcomer, random: Random
) -> None:
    ewa, gabriela = member(server, "Ewa"), guest(server, "Gabriela")
    for person in (ewa, gabriela):
        table = person.ask("POST", f"/daily/{WITH_PAIRS}").json()["id"]
        while person.look(table)["table"]["status"] == "playing":
            person.move(table, random)
    page = newcomer()
    page.go(f"/games/{WITH_PAIRS}")
    members = page.page.get_by_role("table", name="Today’s results: members")
    guests = page.page.get_by_role("table", name="Today’s results: guests")
    expect(members).to_contain_text(ewa.name)
    expect(members).not_to_contain_text(gabriela.name)
    expect(guests).to_contain_text(gabriela.name)
    expect(guests).not_to_contain_text(ewa.name)


def test_a_name_leads_to_what_the_person_shows(server: Server, newcomer: Newcomer) -> None:
    page = newcomer("Halina")
    halina, irena = as_program(server, page), member(server, "Irena")
    table = sit_down([halina, irena], WITH_PAIRS, **RATED)
    irena.does(table, "resign")
    stranger = newcomer().page
    stranger.goto(f"{server.url}/games/{WITH_PAIRS}")
    stranger.get_by_role("table", name="Ratings").get_by_role("link", name="Halina").click()
    expect(stranger.get_by_role("heading", level=1)).to_contain_text("Halina")
    games = stranger.get_by_role("table", name="Games played").get_by_role("row").nth(1)
    expect(games.get_by_role("cell")).to_have_text([re.compile("Ingenious"), "1", "1", "0", "0"])
    ratings = stranger.get_by_role("region", name="Ratings")
    expect(ratings).to_contain_text(FIRST_WIN)

    page.go("/profile")
    seen = page.page.get_by_role("region", name="How others see me")
    with page.page.expect_response("**/api/me/profile"):
        seen.get_by_label("Ratings").uncheck()
    expect(page.page.get_by_role("region", name="Ratings")).to_be_visible()
    stranger.reload()
    expect(stranger.get_by_role("table", name="Games played")).to_be_visible()
    expect(ratings).to_have_count(0)


def test_choices_made_in_one_breath_are_all_kept(server: Server, newcomer: Newcomer) -> None:
    page = newcomer("Kalina")
    page.go("/profile")
    held: list[Route] = []

    def hold_the_first(route: Route) -> None:
        if held:
            route.continue_()
        else:
            held.append(route)

    page.page.route("**/api/me/profile", hold_the_first)
    seen = page.page.get_by_role("region", name="How others see me")
    seen.get_by_label("Ratings").uncheck()
    other = page.page.get_by_role("radio", checked=False)
    label = seen.locator("label").filter(has=other).first
    face = label.locator(other).get_attribute("value")
    label.click()
    page.until(lambda: bool(held), "the first choice to be on its way")
    held[0].continue_()

    def me() -> dict[str, Any]:
        found: dict[str, Any] = page.context.request.get(f"{server.url}/api/me").json()
        return found

    page.until(lambda: me()["avatar"] == face, "the other face")
    expect(seen.locator(f'input[value="{face}"]')).to_be_checked()
    assert me()["shows"] == ["games", "bests", "bots"]


def test_who_shows_nothing_is_still_there_and_who_has_left_is_not(
    server: Server, newcomer: Newcomer
) -> None:
    jolanta = member(server, "Jolanta")
    nothing = {"avatar": "sun", "shows": []}
    assert jolanta.ask("PUT", "/me/profile", nothing).status_code == 204
    stranger = newcomer()
    page = stranger.page
    page.goto(f"{server.url}/people/{jolanta.person}")
    expect(page.get_by_text("Jolanta shows nothing of past games.")).to_be_visible()
    assert jolanta.ask("DELETE", "/me").status_code == 204
    page.reload()
    expect(page.get_by_text("There is nothing at this address.")).to_be_visible()
    (told,) = stranger.troubles  # by the browser, of the answer to our question
    assert "404" in told
    stranger.troubles.clear()
