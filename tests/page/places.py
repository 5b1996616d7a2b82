"""Every place of the page, each in a state that shows what it can."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Literal

import httpx

from kafelki.rules.registry import GAMES
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_CHANCE
from tests.page.person import Person, placements
from tests.server.players import member, sit_down
from tests.waiting import PATIENCE

BOT = {"bot": "level-1"}
Scheme = Literal["light", "dark"]
MOVES = 6
"""How many moves are played before a table is looked at."""


@dataclass
class Site:
    """Where the page is, for those who come without a browser."""

    url: str
    http: httpx.Client


@dataclass(frozen=True)
class Place:
    """A place, and how somebody gets there."""

    name: str
    go: Callable[[Person], None]
    schemes: tuple[Scheme, ...] = ("light", "dark")
    """What a device can like that makes a difference there."""
    again: str = ""
    """A part that shows the rest again, in the dark."""


def at(path: str) -> Callable[[Person], None]:
    """Return how to go to an address."""

    def go(person: Person) -> None:
        person.go(path)
        person.page.locator("h1").first.wait_for()
        person.page.wait_for_load_state("networkidle")

    return go


def among_tables(person: Person) -> None:
    """Come home when a member plays with oneself, plays with a bot, and waits for somebody."""
    with httpx.Client(timeout=PATIENCE) as http:
        zofia = member(Site(person.address, http), "Zofia")
        mine = person.open_table(WITH_RACKS, 2, seats=[{"me": True}, {}])
        zofia.does(mine, "sit")
        person.does(mine, "start")
        zofia.open(WITH_PAIRS, 2, seats=[{"me": True}, BOT], start=True)
        zofia.open(WITHOUT_CHANCE, 2)
    at("/")(person)
    for heading in ("My games", "Open tables", "Games to watch"):
        person.page.get_by_role("heading", name=heading).wait_for()


def with_results(path: str) -> Callable[[Person], None]:
    """Return how to come to an address when oneself and a member with a long name have played."""

    def go(person: Person) -> None:
        with httpx.Client(timeout=PATIENCE) as http:
            there = Site(person.address, http)
            people = [member(there, "Konstantynopolitanka W"), member(there, "Zofia")]
            rated = sit_down(people, WITH_PAIRS, settings={"rated": True})
            people[1].does(rated, "resign")
            daily = people[0].ask("POST", f"/daily/{WITH_PAIRS}").json()["id"]
            while people[0].look(daily)["table"]["status"] == "playing":
                people[0].move(daily, Random(5))
        alone = person.open_table(WITH_PAIRS, 1, seats=[{"me": True}], start=True)
        while (view := person.look(alone))["to_act"]:
            person.does(alone, "move", move=view["legal"]["moves"][0], expected=view["after"])
        at(path)(person)
        own = "table.results .me, section[aria-labelledby=records] tbody tr"
        person.page.locator(own).first.wait_for()

    return go


def as_others_see(person: Person) -> None:
    """Come to one's own page as others see it, when one has played alone."""
    with_results("/profile")(person)
    person.page.get_by_role("link", name="See my page as others do").click()
    person.page.get_by_role("link", name="This is you").wait_for()


def play(person: Person, table: str, move: str) -> None:
    """Play a move without clicking, once nobody else is to move, and wait until the page knows."""
    person.until(lambda: person.view["to_act"] == [0], "the others' moves")
    after = person.view["after"]
    person.does(table, "move", move=move, expected=after)
    person.catch_up(after + 1)


def after_moves(person: Person, game: str, moves: int = MOVES) -> str:
    """Return a table where a bot and this person have played some moves, but not to the end."""
    random = Random(5)
    settings = {"private": True, "hints": True}
    seats = [{"me": True}, BOT]
    table = person.open_table(game, 2, seats=seats, settings=settings, start=True)
    view = person.look_until_turn(table)
    for _ in range(moves):
        if view["over"]:
            break
        move = random.choice(view["legal"]["moves"])
        person.does(table, "move", move=move, expected=view["after"])
        view = person.look_until_turn(table)
    person.sit_at(table)
    person.see()
    return table


def most_points(person: Person) -> str:
    """Return the placement that counts most, so that there is something to be seen."""
    legal = person.view["legal"]
    worth = dict(zip(legal["moves"], map(sum, legal["rows"]), strict=True))
    return max(placements(person.legal), key=lambda move: worth[move])


def in_game(game: str) -> Callable[[Person], None]:
    """Return how to come to a table where a tile lies ready to be placed."""

    def go(person: Person) -> None:
        table = after_moves(person, game)
        while not placements(person.legal):
            play(person, table, person.legal[0])
            person.until(lambda: bool(person.legal) or person.over, "one's turn")
        person.page.locator(".rack [data-tile]").first.click()
        person.page.keyboard.press("Escape")
        person.lay_by_mouse(most_points(person))
        person.page.locator(".bubble .buttons").wait_for()
        person.page.wait_for_timeout(400)  # until the lines that count are drawn, if there are any

    return go


def in_waiting_room(person: Person) -> None:
    """Come to a table with a free seat."""
    table = person.open_table(WITH_PAIRS, 3, seats=[{"me": True}, BOT, {}])
    at(f"/t/{table}")(person)


def in_dialog(path: str, button: str) -> Callable[[Person], None]:
    """Return how to open a dialog by its button."""

    def go(person: Person) -> None:
        at(path)(person)
        person.page.get_by_role("button", name=button).first.click()
        person.page.locator("dialog[open]").wait_for()

    return go


def in_table_dialog(button: str) -> Callable[[Person], None]:
    """Return how to open a dialog at a table."""

    def go(person: Person) -> None:
        after_moves(person, WITH_RACKS, 1)
        person.page.get_by_role("button", name=button).first.click()
        person.page.locator("dialog[open]").wait_for()

    return go


def with_hints(person: Person) -> None:
    """Come to a table where good moves are shown."""
    in_table_dialog("Hint")(person)
    person.page.get_by_role("button", name="Play this").first.wait_for()


def at_the_end(person: Person) -> None:
    """Come to a game that is over."""
    after_moves(person, WITH_PAIRS, 1000)
    person.page.locator("#final").wait_for()


def in_replay(person: Person) -> None:
    """Come to the replay of a game."""
    table = after_moves(person, WITH_RACKS, 4)
    at(f"/t/{table}/at/{person.view['after'] - 1}")(person)


def before_the_others_turn(person: Person) -> None:
    """Come to the screen that covers the tiles between turns."""
    seats = [{"me": True}, {"label": "Kasia"}]
    table = person.open_table(WITH_RACKS, 2, seats=seats, start=True)
    at(f"/t/{table}")(person)


def as_text(person: Person) -> None:
    """Come to a board in words."""
    after_moves(person, WITHOUT_CHANCE)
    person.page.keyboard.press("b")
    person.page.get_by_label("The board in words").wait_for()


def at_a_puzzle(person: Person) -> None:
    """Come to a puzzle."""
    at("/puzzles")(person)
    person.page.get_by_role("button", name="Solve").first.click()
    person.page.locator("[data-game] [data-cell]").first.wait_for()


def after_a_review(path: str) -> Callable[[Person], None]:
    """Return how to come to an address when a game of one's own has been reviewed."""

    def go(person: Person) -> None:
        table = after_moves(person, WITHOUT_CHANCE, 8)
        if not person.over:
            person.does(table, "resign")
        while person.ask("/me/insights/reviews", {})["table"] is not None:
            pass
        at(path.format(table=table))(person)

    return go


PLACES = (
    Place("home", among_tables),
    *(Place(f"game-{game}", at(f"/games/{game}")) for game in GAMES if game != WITH_PAIRS),
    Place(f"game-{WITH_PAIRS}", with_results(f"/games/{WITH_PAIRS}")),
    *(Place(f"rules-{game}", at(f"/games/{game}/rules")) for game in GAMES),
    *(Place(f"lesson-{game}", at(f"/games/{game}/lesson")) for game in GAMES),
    Place("profile", with_results("/profile")),
    Place("design", at("/design"), schemes=("light",), again="#dark"),
    Place("person", as_others_see),
    Place("nothing-here", at("/games/nothing")),
    Place("new-table", in_dialog(f"/games/{WITH_RACKS}", "With friends")),
    Place("new-table-on-this-device", in_dialog(f"/games/{AT_ONCE}", "On this device")),
    Place("waiting-room", in_waiting_room),
    *(Place(f"table-{game}", in_game(game)) for game in GAMES),
    Place("board-in-words", as_text),
    Place("table-menu", in_table_dialog("Table menu")),
    Place("table-rules", in_table_dialog("Rules")),
    Place("table-hint", with_hints),
    Place("pass-the-device", before_the_others_turn),
    Place("final", at_the_end),
    Place("replay", in_replay),
)

MORE = (
    Place("puzzles", at("/puzzles")),
    Place("table-puzzle", at_a_puzzle),
    Place("insights", after_a_review("/insights")),
    Place("mistakes", after_a_review("/mistakes")),
    Place("review", after_a_review("/t/{table}/at/8#review")),
    Place("analysis", after_a_review("/t/{table}/from/8")),
)
"""Places that have tests of their own."""
