"""Whole games by two people in two browsers, with somebody watching in a third."""

from __future__ import annotations

from itertools import count
from random import Random

import pytest
from playwright.sync_api import expect

from kafelki.rules.registry import GAMES
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE
from tests.page.conftest import WITH_WORKER, Newcomer
from tests.page.laying import BUTTONS
from tests.page.person import Person, placements

BY_HAND = {0: True, 3: False}
"""Which of every seven moves are made on the page, and whether by mouse, or typed; all are alike,
but those that place no tile: they are always made there. Seven is odd: both people make both kinds.
"""
MOVES = 7


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


def take_a_turn(person: Person, move: str, by_mouse: bool) -> None:
    if not by_mouse:
        person.type_move(move)
    elif placements([move]):
        bank = person.view.get("bank") or [""]
        person.place_by_mouse(move, take=bank[0])
    elif move.startswith("take"):
        person.told(person.page.locator(f'.bank [data-tile="{move.split()[1]}"]').click)
    else:
        person.told(person.page.get_by_role("button", name=BUTTONS[move]).click)


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_and_one_watches(game: str, newcomer: Newcomer, random: Random) -> None:
    ania, kasia, feliks = newcomer("Ania", **WITH_WORKER), newcomer("Kasia"), newcomer()
    link = sit_down(ania, kasia, game)
    feliks.page.goto(link)
    feliks.wait_for_game()
    assert feliks.rack() == []
    check_who_starts([ania, kasia], game)
    table = ania.update["table"]["id"]
    for turn in count():
        views = {person: person.look(table) for person in (ania, kasia)}
        if views[ania]["over"]:
            break
        mover, view = next(each for each in views.items() if each[1]["legal"])
        move = random.choice(view["legal"]["moves"])
        by_mouse = True if move in BUTTONS else BY_HAND.get(turn % MOVES)
        if by_mouse is None:
            mover.does(table, "move", move=move, expected=view["after"])
        else:
            mover.catch_up(view["after"])
            take_a_turn(mover, move, by_mouse)
    assert turn > 5
    for person in (ania, kasia, feliks):
        expect(person.page.locator("#final")).to_be_visible()
        person.catch_up(views[ania]["after"])
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
