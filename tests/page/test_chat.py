"""What others write is noticed, wherever on the page one is."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

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
    settings = {"private": True, "chat": "everyone"}
    table = ania.play_with(kasia, "exo", settings=settings)
    notes = ania.page.locator(".notes")
    ania.page.locator("aside").wait_for()
    kasia.does(table, "chat", text="Good luck!")
    expect(notes).to_have_text("Kasia: Good luck!")
    assert ania.page.evaluate("document.activeElement === document.body")
    notes.get_by_role("button").tap()
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
    expect(unread).to_have_text("2")  # what Kasia wrote, and not one's own
