"""What others write is noticed, wherever on the page one is."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from tests.games.examples import WITH_PAIRS, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.server import players
from tests.server.running_server import Server

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "is_mobile": True,
    "has_touch": True,
}


def test_a_message_shows_where_the_chat_is_out_of_sight(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania", **PHONE), players.guest(server, "Kasia")
    ania.page.clock.install()
    settings = {"private": True, "chat": "everyone"}
    table = ania.play_with(kasia, WITHOUT_CHANCE, settings=settings)
    notes = ania.page.locator(".notes")
    ania.page.locator("aside").wait_for()
    ania.stop_time()
    kasia.does(table, "chat", text="Good luck!")
    expect(notes).to_have_text("Kasia: Good luck!")
    assert ania.page.evaluate("document.activeElement === document.body")
    notes.get_by_role("button").tap()
    ania.page.clock.resume()
    ania.page.get_by_role("tab", name="Chat").tap()
    field = ania.page.get_by_placeholder("Write a message")
    field.scroll_into_view_if_needed()
    field.fill("Thank you!")
    field.press("Enter")
    kasia.does(table, "chat", text="Your move.")
    expect(ania.page.locator("aside li").last).to_contain_text("Your move.")
    expect(notes).to_have_text("")
    ania.reload()
    unread = ania.page.get_by_role("tab", name="Chat").locator(".badge")
    kasia.does(table, "chat", text="Still there?")
    expect(unread).to_have_text("1")  # what Kasia wrote since, and nothing of what was read


def test_partners_may_write_only_where_they_may_talk(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    seats = [{"me": True}, {}, {"bot": "level-1"}, {"bot": "level-1"}]
    pairs = {"variant": "pairs", "seats": seats, "settings": {"private": True, "chat": "everyone"}}
    field = ania.page.get_by_placeholder("Write a message")
    silence = ania.page.get_by_text("Partners do not talk before the game is over.")
    for talk in (False, True):
        table = ania.open_table(WITH_PAIRS, 4, **pairs, options={"talk": talk})
        kasia.does(table, "sit")
        ania.does(table, "start")
        ania.go(f"/t/{table}")
        ania.page.get_by_role("tab", name="Chat").click()
        expect(silence).to_have_count(0 if talk else 1)
        expect(field).to_have_count(1 if talk else 0)


def test_what_is_written_is_text_and_can_be_reported_and_muted(
    server: Server, newcomer: Newcomer
) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    ania.page.clock.install()
    table = ania.play_with(kasia, WITHOUT_CHANCE, settings={"private": True, "chat": "everyone"})
    ania.page.get_by_role("tab", name="Chat").click()
    kasia.does(table, "chat", text="<b>Good</b> luck &amp; fun")
    messages = ania.page.locator("aside li")
    expect(messages).to_contain_text("<b>Good</b> luck &amp; fun")
    field = ania.page.get_by_placeholder("Write a message")
    field.fill("Thank you!")
    field.press("Enter")
    expect(messages).to_have_count(2)
    expect(field).to_have_value("")
    expect(messages.last.get_by_role("button")).to_have_count(0)
    ania.stop_time()
    messages.first.get_by_role("button", name="Report").click()
    expect(ania.page.get_by_text("Thank you, it was reported.")).to_be_visible()
    ania.page.clock.resume()
    messages.first.get_by_role("button", name="Mute").click()
    expect(messages).to_have_count(1)
    kasia.does(table, "chat", text="Can you hear me?")
    kasia.does(table, "resign")
    expect(ania.page.locator("#final")).to_be_visible()
    expect(messages).to_have_count(1)
