"""Whole games by two people in two browsers, with somebody watching in a third."""

from __future__ import annotations

from random import Random

import pytest
from playwright.sync_api import expect

from kafelki.rules.registry import GAMES
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Person, placements

BY_MOUSE = 3
"""Every how many moves the mouse places a tile; the others are typed."""


def sit_down(host: Person, guest: Person, game: str) -> str:
    """Open a table with friends by clicking, and let the guest come by its link."""
    host.go(f"/games/{game}")
    host.page.get_by_role("button", name="With friends").click()
    if game == WITHOUT_CHANCE:
        host.page.get_by_label("squares a side").select_option("5")
    host.page.get_by_role("button", name="Open the table").click()
    link = host.page.get_by_role("textbox", name="Send this link").input_value()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Sit down and play").click()
    host.page.get_by_role("button", name="Start", exact=True).click()
    for person in (host, guest):
        person.wait_for_game()
    return link


def check_who_starts(people: list[Person], game: str) -> None:
    """Check that everybody is told who starts by lot, in a game where somebody does."""
    for person in people:
        prompt = person.page.locator(".prompt")
        if game == AT_ONCE:
            expect(prompt).not_to_contain_text("Drawn by lot")
            continue
        table, seats = person.update["table"], person.update["you"]["seats"]
        told = "you start" if seats == [0] else f"{table['seats'][0]['name']} starts"
        expect(prompt).to_contain_text(f"Drawn by lot: {told}.")


def take_a_turn(person: Person, random: Random, by_mouse: bool) -> None:
    move = random.choice(person.legal)
    if not by_mouse:
        person.type_move(move)
    elif move in placements(person.legal):
        bank = person.view.get("bank") or [""]
        person.place_by_mouse(move, take=bank[0])
    elif move.startswith("take"):
        person.told(person.page.locator(f'.bank [data-tile="{move.split()[1]}"]').click)
    else:
        names = {"swap": "Swap all tiles", "keep": "Keep my tiles", "pass": "No more extra tiles"}
        person.told(person.page.get_by_role("button", name=names[move]).click)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_and_one_watches(game: str, newcomer: Newcomer, random: Random) -> None:
    ania, kasia, feliks = newcomer("Ania"), newcomer("Kasia"), newcomer()
    link = sit_down(ania, kasia, game)
    feliks.page.goto(link)
    feliks.wait_for_game()
    assert feliks.rack() == []
    check_who_starts([ania, kasia], game)
    turns = 0
    while not (ania.over or kasia.over):
        mover = next(person for person in (ania, kasia) if person.legal)
        take_a_turn(mover, random, by_mouse=turns % BY_MOUSE == 0)
        turns += 1
        for person in (ania, kasia):
            person.catch_up(mover.view["after"])
    feliks.until(lambda: feliks.over, "the end")
    assert turns > 5
    for person in (ania, kasia, feliks):
        expect(person.page.locator("#final")).to_be_visible()
        cells = person.view["cells"]
        seat = [*person.update["you"]["seats"], 0][0]  # one's own ramp, or the first one's
        lies = cells[seat] if isinstance(cells, list) else cells
        assert person.board() == lies
        assert lies
    ania.page.get_by_role("button", name="Were the draws fair?").click()
    expect(ania.page.get_by_text("They match")).to_be_visible()
    if game != AT_ONCE:  # where nobody starts
        first = ania.update["table"]["seats"][0]["name"]
        expect(ania.page.get_by_text(f"It follows from the number: {first}.")).to_be_visible()
