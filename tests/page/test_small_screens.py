"""What there is room for on a phone: lists, names and examples."""

from __future__ import annotations

import pytest

from tests.page.conftest import Newcomer

PHONE = {"viewport": {"width": 390, "height": 844}}
WITH_BOT = [{"me": True}, {"bot": "level-1"}]
NARROW = {"viewport": {"width": 320, "height": 640}}


@pytest.mark.parametrize(
    ("language", "more", "fewer"),
    [
        ("en", "Show all 5 games", "Show fewer games"),
        ("pl", "Pokaż wszystkie 5 gier", "Pokaż mniej gier"),
    ],
)
def test_of_my_games_the_first_three_are_shown(
    newcomer: Newcomer, language: str, more: str, fewer: str
) -> None:
    ania = newcomer("Ania", language, **PHONE)
    waiting = ania.open_table("exo", 2, seats=WITH_BOT, start=True)
    for _ in range(4):
        ania.open_table("exo", 2)
    page = ania.page
    page.goto(ania.address)
    mine = page.locator("section[aria-labelledby=mine]")
    button = mine.get_by_role("button", name=more)
    button.wait_for()
    links = mine.get_by_role("link")
    assert links.count() == 3
    assert (links.nth(0).get_attribute("href") or "").endswith(waiting)
    button.click()
    assert links.count() == 5
    mine.get_by_role("button", name=fewer).click()
    assert links.count() == 3


def test_sizes_of_a_board_are_listed_in_order(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **PHONE)
    page = ania.page
    page.goto(f"{ania.address}/games/exo")
    page.get_by_role("button", name="With friends").click()
    size = page.get_by_label("squares a side")
    listed = [int(text) for text in size.locator("option").all_inner_texts()]
    assert listed == sorted(listed)
    assert len(listed) > 1
    assert size.input_value() == "10"


@pytest.mark.parametrize("screen", [PHONE, NARROW], ids=["phone", "narrow"])
@pytest.mark.parametrize("game", ["zawrot", "geniusz"])
def test_the_name_of_the_game_is_not_cut(
    newcomer: Newcomer, game: str, screen: dict[str, dict[str, int]]
) -> None:
    ania = newcomer("Ania", "pl", **screen)
    settings = {"private": True, "hints": True}
    table = ania.open_table(game, 2, seats=WITH_BOT, settings=settings, start=True)
    page = ania.page
    page.goto(f"{ania.address}/t/{table}")
    page.get_by_role("button", name="Podpowiedź").wait_for()
    name = page.get_by_role("heading", level=1)
    assert name.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert name.evaluate("it => it.scrollHeight <= it.clientHeight + 1")
    assert name.locator("..").evaluate("it => it.clientHeight") <= 50
