"""A reload or a lost connection in the middle of something loses nothing."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import expect

from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.page.conftest import WITH_WORKER, Newcomer
from tests.page.person import Json, Person, lying, placements
from tests.server import players
from tests.server.running_server import Server

BOT = {"bot": "level-1"}


async def break_sockets(server: Server) -> None:
    for connection in server._uvicorn.server_state.connections:
        connection.transport.abort()


def lose_connection(server: Server, person: Person) -> None:
    """Cut the cable: what is open breaks, and nothing new can be opened."""
    person.offline = True
    person.context.set_offline(True)
    server.call(break_sockets(server))
    expect(person.page.get_by_text("Connection lost. Reconnecting")).to_be_visible()


def find_connection(person: Person) -> None:
    person.context.set_offline(False)
    expect(person.page.get_by_text("Connection lost")).to_be_hidden()
    person.offline = False


def do_without_connection(server: Server, person: Person, doing: Callable[[], None]) -> None:
    """Do something while there is no connection: it happens when there is one again."""
    before = person.view["after"]
    lose_connection(server, person)
    doing()
    person.page.wait_for_timeout(100)
    assert person.view["after"] == before
    find_connection(person)
    person.until(lambda: person.view["after"] > before, "the move to be played after all")


def times_played(person: Person, seat: int, move: str) -> int:
    """Return how often a move stands in the record."""
    table = person.update["table"]["id"]
    record = person.context.request.get(f"{person.address}/api/tables/{table}/record").json()
    return sum(each.get("seat") == seat and each.get("move") == move for each in record["events"])


def towards_an_extra_turn(view: Json) -> str:
    """Return the move that brings the best colour closest to its top."""
    columns, rows = view["legal"]["columns"], view["legal"]["rows"]
    scores = view["scores"][view["viewer"]]
    best = scores.index(max(scores))
    values = [(row[columns.index("extra")], row[best], sum(row)) for row in rows]
    move: str = view["legal"]["moves"][values.index(max(values))]
    return move


def with_an_extra_turn(people: list[Person], game: str) -> tuple[Person, str]:
    """Return somebody who has an extra turn, and the table."""
    table = people[0].open_table(game, len(people))
    for person in people[1:]:
        person.does(table, "sit")
    people[0].does(table, "start")
    while True:
        view = people[0].look(table)
        mover = people[view["to_act"][0]]
        view = mover.look(table)
        if view["owed"] and placements(view["legal"]["moves"]):
            return mover, table
        move = towards_an_extra_turn(view)
        mover.does(table, "move", move=move, expected=view["after"])


def test_in_the_middle_of_a_bonus_chain(server: Server, newcomer: Newcomer) -> None:
    ania, table = with_an_extra_turn([newcomer("Ania"), newcomer("Kasia")], WITH_PAIRS)
    ania.sit_at(table)
    owed = ania.view["owed"]
    prompt = ania.page.locator(".prompt")
    expect(prompt).to_contain_text("extra turn", ignore_case=True)
    move = placements(ania.legal)[-1]
    rack = ania.rack()
    ania.lay_by_mouse(move)
    ania.reload()
    expect(prompt).to_contain_text("Lay the tile here?")
    assert set(ania.ghost()) == lying(move)
    assert ania.rack() == rack
    assert ania.view["owed"] == owed
    do_without_connection(server, ania, ania.page.locator(".bubble .place").click)
    ania.until(lambda: all(ania.board().get(cell) for cell in move.split()[1:]), "the tile")
    assert times_played(ania, ania.view["viewer"], move) == 1


def test_in_the_middle_of_a_card_for_all(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    table = ania.play_with(kasia, AT_ONCE)
    move = ania.legal[len(ania.legal) // 2]
    ania.lay_by_mouse(move)
    theirs = kasia.look(table)["game"]
    kasia.does(table, "move", move=theirs["legal"]["moves"][0], expected=theirs["after"])
    ania.catch_up(theirs["after"] + 1)
    assert set(ania.ghost()) == lying(move), "the others' moves leave one's own alone"
    assert ania.view["cells"][1] == {}, "what the others placed stays hidden"
    ania.reload()
    assert set(ania.ghost()) == lying(move)
    do_without_connection(server, ania, ania.page.locator(".bubble .place").click)
    ania.until(lambda: ania.board() == ania.view["cells"][0] != {}, "the tile")
    assert ania.view["cells"][1], "now everybody has placed"
    assert times_played(ania, 0, move) == 1


def test_a_finished_ramp_stays_until_it_was_seen(server: Server, newcomer: Newcomer) -> None:
    ania, kasia = newcomer("Ania"), players.guest(server, "Kasia")
    table = ania.play_with(kasia, AT_ONCE)
    laid: dict[str, str] = {}
    while (view := ania.look(table))["round"] == 1:
        theirs = kasia.look(table)["game"]
        for person, seen in ((kasia, theirs), (ania, view)):
            if seen["legal"]:
                move = seen["legal"]["moves"][0]
                person.does(table, "move", move=move, expected=seen["after"])
                if person is ania:
                    tile, *cells = move.split()
                    laid |= dict(zip(cells, tile, strict=True))
    ania.catch_up(view["after"])
    pieces = ania.page.locator(".stage [data-piece]")
    for _ in range(2):
        expect(ania.page.locator(".prompt")).to_contain_text("Round 1 is over")
        expect(pieces).to_have_count(len(laid))
        ania.page.reload()
    ania.page.get_by_role("button", name="Next round").click()
    expect(pieces).to_have_count(0)
    ania.reload()
    ania.can_play()
    expect(ania.page.get_by_role("button", name="Next round")).to_have_count(0)
    assert ania.board() == {}


def test_in_the_middle_of_a_take(server: Server, newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    table = ania.open_table(WITHOUT_BOARD, 2, seats=[{"me": True}, BOT], start=True)
    ania.sit_at(table)
    ania.until(lambda: bool(ania.legal), "one's turn")
    ania.type_move(placements(ania.legal)[0])
    prompt = ania.page.locator(".prompt")
    expect(prompt).to_have_text("Take a tile from the bank.")
    ania.reload()
    expect(prompt).to_have_text("Take a tile from the bank.")
    tile = ania.view["bank"][-1]
    bank = ania.page.locator(f'.bank [data-tile="{tile}"]')
    do_without_connection(server, ania, bank.click)
    ania.until(lambda: tile in ania.rack(), "the tile that was taken")
    assert times_played(ania, ania.view["viewer"], f"take {tile}") == 1


def test_a_move_on_its_way_can_not_be_called_back(server: Server, newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(WITH_RACKS, 2, seats=[{"me": True}, BOT], start=True))
    move = placements(ania.legal)[0]
    ania.lay_by_mouse(move)

    def place_and_regret() -> None:
        ania.page.locator(".bubble .place").click()
        expect(ania.page.locator(".bubble .cancel")).to_be_disabled()
        for key in ("Escape", "r", "f"):
            ania.page.keyboard.press(key)
        assert set(ania.ghost()) == lying(move), "the tile stays where it will lie"

    do_without_connection(server, ania, place_and_regret)
    assert times_played(ania, 0, move) == 1


def test_the_page_opens_without_a_connection(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **WITH_WORKER)
    ania.go("/")
    ania.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    ania.offline = True
    ania.context.set_offline(True)
    ania.go(f"/games/{WITHOUT_CHANCE}")
    expect(ania.page.get_by_text("You are offline")).to_be_visible()
    ania.context.set_offline(False)
    expect(ania.page.get_by_role("button", name="Play:")).to_be_visible()
