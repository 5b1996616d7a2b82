"""Who people are, as the page shows it: members' marks, sessions, a table that was closed."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.games.examples import WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.server import players
from tests.server.running_server import Server
from tests.server.test_moderation import act


def test_members_are_marked_and_guests_are_not(server: Server, newcomer: Newcomer) -> None:
    guest, member = newcomer("Gabriela"), players.member(server, "Zofia")
    table = member.open(WITHOUT_CHANCE, 2, settings={"chat": "everyone"})
    guest.go(f"/t/{table}")
    marks = guest.page.get_by_role("img", name="has an account")
    expect(marks).to_have_count(1)
    guest.does(table, "sit")
    member.does(table, "start")
    member.does(table, "chat", text="Good luck!")
    card = guest.page.locator("article", has_text="Zofia")
    expect(card.get_by_role("img", name="has an account")).to_be_visible()
    others = guest.page.locator("article", has_text="Gabriela")
    expect(others.get_by_role("img", name="has an account")).to_have_count(0)
    act(server, "close", table, "--why", "a test")
    closed = guest.page.get_by_text("An operator of this server has closed this table.")
    expect(closed).to_be_visible()


def test_sessions_are_listed_and_ended_on_the_profile(server: Server, newcomer: Newcomer) -> None:
    me = newcomer("Gabriela")
    program = me.ask("/me/tokens", {})["token"]
    me.go("/profile")
    sessions = me.page.get_by_role("region", name="Where I am signed in")
    expect(sessions.get_by_role("listitem")).to_have_count(2)
    expect(sessions.get_by_role("listitem").filter(has_text="this one")).to_contain_text("Browser")
    sessions.get_by_role("button", name="End all the others").click()
    expect(sessions.get_by_role("listitem")).to_have_count(1)
    bearer = {"Authorization": f"Bearer {program}"}
    assert server.http.get(f"{server.url}/api/me", headers=bearer).status_code == 401
    sessions.get_by_role("button", name="End").click()
    expect(sessions).to_have_count(0)
    expect(me.page.get_by_text("You have not played here yet.")).to_be_visible()
