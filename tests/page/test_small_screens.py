"""What there is room for on a phone: lists, names, tracks and examples."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.page.conftest import Newcomer
from tests.page.person import Person, placements
from tests.page.places import after_moves, most_points
from tests.server import players
from tests.server.running_server import Server

PHONE = {"viewport": {"width": 390, "height": 844}}
TABLET = {"viewport": {"width": 820, "height": 1180}}
ON_ITS_SIDE = {"viewport": {"width": 844, "height": 390}, "is_mobile": True, "has_touch": True}
LONG = "Wojciech Wspaniałomyślny"
WITH_BOT = [{"me": True}, {"bot": "level-1"}]
NARROW = {"viewport": {"width": 320, "height": 640}}

COLOURS = """async ([picture, points]) => {
    const image = new Image();
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
    const drawing = new OffscreenCanvas(image.width, image.height).getContext('2d', {
        willReadFrequently: true,
    });
    drawing.drawImage(image, 0, 0);
    return points.map(([x, y]) => [...drawing.getImageData(x, y, 1, 1).data]);
}"""
"""What colours a picture has at some points."""


@pytest.mark.parametrize(
    ("language", "more", "fewer"),
    [
        ("en", "Show all 5 games", "Show fewer games"),
        ("pl", "Pokaż wszystkie 5 gier", "Pokaż mniej gier"),
    ],
)
def test_of_my_games_the_first_is_shown(
    newcomer: Newcomer, language: str, more: str, fewer: str
) -> None:
    ania = newcomer("Ania", language, **PHONE)
    waiting = ania.open_table(WITHOUT_CHANCE, 2, seats=WITH_BOT, start=True)
    for _ in range(4):
        ania.open_table(WITHOUT_CHANCE, 2)
    page = ania.page
    page.goto(ania.address)
    mine = page.locator("section[aria-labelledby=mine]")
    button = mine.get_by_role("button", name=more)
    button.wait_for()
    links = mine.get_by_role("link")
    assert links.count() == 1
    assert (links.nth(0).get_attribute("href") or "").endswith(waiting)
    button.click()
    assert links.count() == 5
    mine.get_by_role("button", name=fewer).click()
    assert links.count() == 1


def test_sizes_of_a_board_are_listed_in_order(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **PHONE)
    page = ania.page
    page.goto(f"{ania.address}/games/{WITHOUT_CHANCE}")
    page.get_by_role("button", name="With friends").click()
    size = page.get_by_label("squares a side")
    listed = [int(text) for text in size.locator("option").all_inner_texts()]
    assert listed == sorted(listed)
    assert len(listed) > 1
    assert size.input_value() == "10"


@pytest.mark.parametrize("screen", [PHONE, NARROW], ids=["phone", "narrow"])
@pytest.mark.parametrize("game", [WITHOUT_BOARD, WITH_PAIRS])
def test_what_is_asked_is_read_whole_in_the_row_of_the_buttons(
    newcomer: Newcomer, game: str, screen: dict[str, dict[str, int]]
) -> None:
    ania = newcomer("Ania", "pl", **screen)
    settings = {"private": True, "hints": True}
    table = ania.open_table(game, 2, seats=WITH_BOT, settings=settings, start=True)
    page = ania.page
    page.goto(f"{ania.address}/t/{table}")
    page.get_by_role("button", name="Podpowiedź").wait_for()
    prompt = page.locator(".prompt")
    assert prompt.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert prompt.evaluate("it => it.scrollHeight <= it.clientHeight + 1")
    assert page.locator("div.bar").evaluate("it => it.clientHeight") <= 50


def shares_device(person: Person, game: str, names: list[str]) -> None:
    """Begin a game with others on the same device, and be the first to have it."""
    seats = [{"me": True}, *({"label": name} for name in names)]
    table = person.open_table(game, len(seats), seats=seats, start=True)
    person.go(f"/t/{table}")
    person.page.locator("section[aria-labelledby=pass] button").click()
    person.page.locator("[data-colour]").first.wait_for()


def test_long_names_do_not_move_tracks(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **ON_ITS_SIDE)
    shares_device(ania, WITH_PAIRS, [LONG])
    first = ania.page.locator("article li:first-child")
    tops = first.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert len(tops) == 2
    assert tops[0] == tops[1]
    name = ania.page.locator("article .name", has_text=LONG)
    assert name.get_attribute("title") == LONG


def test_on_a_phone_the_others_are_a_strip_that_opens(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **PHONE)
    shares_device(ania, WITH_PAIRS, [LONG, "Kasia", "Ola"])
    board = ania.page.locator(".stage").bounding_box()
    strip = ania.page.get_by_role("button", name=LONG)
    tracks = ania.page.locator("[data-colour]:visible")
    assert tracks.count() == 6
    assert strip.get_attribute("aria-expanded") == "false"
    strip.click()
    assert tracks.count() == 24
    assert ania.page.locator(".stage").bounding_box() == board
    strip.click()
    assert tracks.count() == 6


@pytest.mark.parametrize(("game", "screen"), [(WITH_RACKS, {}), (AT_ONCE, TABLET)], ids=str)
def test_moves_and_chat_fold_to_signs(
    newcomer: Newcomer, game: str, screen: dict[str, dict[str, int]]
) -> None:
    ania = newcomer("Ania", **screen)
    ania.sit_at(ania.open_table(game, 2, seats=WITH_BOT, start=True))
    moves = ania.page.get_by_role("tabpanel", name="Moves")
    moves.wait_for()
    ania.page.get_by_role("button", name="Fold away").click()
    assert not moves.is_visible()
    ania.reload()
    ania.page.get_by_role("button", name="Moves").click()
    moves.wait_for()


def test_every_way_is_one_key_away(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(WITH_RACKS, 2, seats=WITH_BOT, start=True))
    keyboard = ania.page.keyboard
    words = ania.page.get_by_label("The board in words")
    keyboard.press("b")
    expect(words).to_be_focused()
    keyboard.press("b")
    expect(words).to_have_count(0)
    keyboard.press("t")
    field = ania.page.get_by_label("Type a move")
    expect(field).to_be_focused()
    keyboard.press("Escape")
    expect(field).to_have_count(0)
    keyboard.press("?")
    keys = ania.page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("shuffle your tiles")
    keyboard.press("Escape")
    expect(keys).to_be_hidden()
    before = sorted(ania.rack())
    keyboard.press("m")
    keyboard.press("o")
    tiles = ania.rack()
    assert sorted(tiles) == before
    assert ["".join(sorted(tile)) for tile in tiles] == sorted("".join(sorted(t)) for t in tiles)


def test_a_move_against_bots_is_taken_back_beside_the_tiles(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    ania.sit_at(ania.open_table(WITH_RACKS, 2, seats=WITH_BOT, start=True))
    back = ania.page.get_by_role("button", name="Take the last move back")
    expect(back).to_be_disabled()
    board = ania.board()
    ania.type_move(placements(ania.legal)[0])
    ania.until(lambda: bool(ania.legal), "one's turn")
    after = ania.view["after"]
    back.click()
    ania.until(lambda: ania.view["after"] < after, "the move to be taken back")
    ania.until(lambda: ania.board() == board, "the board to be as it was")


@pytest.mark.parametrize("screen", [PHONE, {}], ids=["phone", "wide"])
def test_the_board_stays_where_it_is_when_the_tiles_have_gone(
    server: Server, newcomer: Newcomer, screen: dict[str, Any]
) -> None:
    ania, kasia = newcomer("Ania", **screen), players.guest(server, "Kasia")
    table = ania.play_with(kasia, AT_ONCE)
    ania.page.locator(".beside > *").first.wait_for()
    stage, tiles = ania.page.locator(".stage"), ania.page.locator(".rack [data-tile]")
    expect(tiles).to_have_count(1)
    before = stage.bounding_box()
    ania.does(table, "move", move=ania.legal[0], expected=ania.view["after"])
    expect(tiles).to_have_count(0)
    assert stage.bounding_box() == before
    kasia.does(table, "resign")
    ania.page.locator("#final").wait_for()
    assert stage.bounding_box() == before


def test_the_board_stays_where_it_is_when_less_is_said(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", "pl", **TABLET)
    table = ania.open_table(WITHOUT_BOARD, 2, seats=WITH_BOT, start=True)
    ania.sit_at(table)
    ania.page.locator(".scores").wait_for()
    asked, stage = ania.page.locator(".banner"), ania.page.locator(".stage")
    expect(asked).to_contain_text("Zaczynasz. Twoja kolej")
    before = stage.bounding_box()
    ania.does(table, "move", move=ania.legal[0], expected=ania.view["after"])
    expect(asked).not_to_contain_text("Zaczynasz")
    assert stage.bounding_box() == before


def test_the_tiles_in_hand_stay_where_they_are_when_the_bank_is_empty(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **PHONE)
    table = ania.open_table(WITHOUT_BOARD, 2, seats=WITH_BOT, start=True)
    ania.sit_at(table)
    ania.until(lambda: bool(ania.legal), "one's turn")
    ania.see()
    first = ania.page.locator(".rack [data-tile]").first
    before = first.bounding_box()
    while ania.view["bank"]:
        after = ania.view["after"]
        ania.does(table, "move", move=ania.legal[0], expected=after)
        ania.catch_up(after + 1)
        ania.until(lambda: bool(ania.legal), "one's turn")
    expect(ania.page.locator(".bank [data-tile]")).to_have_count(0)
    ania.see()
    assert first.bounding_box() == before


def test_after_a_daily_challenge_another_game_is_a_press_away(newcomer: Newcomer) -> None:
    ania = newcomer("Ania")
    daily = str(ania.ask(f"/daily/{WITH_PAIRS}", {})["id"])
    while (view := ania.look(daily))["to_act"]:
        ania.does(daily, "move", move=view["legal"]["moves"][0], expected=view["after"])
    ania.go(f"/t/{daily}")
    ania.page.get_by_role("button", name="Play solo").click()
    ania.page.wait_for_url(lambda url: "/t/" in url and daily not in url)
    ania.page.locator(".rack, .game-area").first.wait_for()


def test_who_plays_now_is_named_in_the_row_of_the_buttons(newcomer: Newcomer) -> None:
    wojciech = newcomer(LONG, "pl", **NARROW)
    shares_device(wojciech, WITH_RACKS, ["Kasia"])
    now = wojciech.page.get_by_role("status").filter(has_text=f"{LONG}: ")
    menu = wojciech.page.get_by_role("button", name="Menu stołu")
    name, button = now.bounding_box(), menu.bounding_box()
    assert name is not None
    assert button is not None
    assert button["y"] < name["y"] + name["height"] / 2 < button["y"] + button["height"]


@pytest.mark.parametrize("names", [["Kasia"], ["Kasia", LONG, "Ola"]], ids=["two", "four"])
def test_all_tracks_are_in_sight_on_a_phone_on_its_side(
    newcomer: Newcomer, names: list[str]
) -> None:
    ania = newcomer("Ania", **ON_ITS_SIDE)
    shares_device(ania, WITH_PAIRS, names)
    tracks = ania.page.locator("[data-colour]")
    lowest = tracks.evaluate_all("all => all.map(each => each.getBoundingClientRect().bottom)")
    assert len(lowest) == 6 * (1 + len(names))
    assert max(lowest) <= 390


@pytest.mark.parametrize("screen", [PHONE, ON_ITS_SIDE], ids=["upright", "side"])
def test_the_bubble_covers_no_line_that_counts(newcomer: Newcomer, screen: dict[str, Any]) -> None:
    ania = newcomer("Ania", **screen)
    after_moves(ania, WITH_PAIRS, 4)
    ania.lay_by_mouse(most_points(ania))
    counted = ania.page.locator(".ghost .counted")
    counted.first.wait_for()
    ania.page.locator(".bubble:not(.unsettled) .place").wait_for()
    bubble = ania.page.locator(".bubble").bounding_box()
    assert bubble is not None
    for dot in counted.all():
        box = dot.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        within = 0 < x - bubble["x"] < bubble["width"] and 0 < y - bubble["y"] < bubble["height"]
        assert not within


@pytest.mark.parametrize("game", [WITH_PAIRS, WITHOUT_BOARD])
def test_where_a_board_is_scrolled_the_bubble_is_in_the_window(
    newcomer: Newcomer, game: str
) -> None:
    ania = newcomer("Ania", **NARROW)
    after_moves(ania, game, 2)
    while not placements(ania.legal):
        ania.type_move(ania.legal[0])
        ania.until(lambda: bool(ania.legal), "one's turn")
    ania.choose(ania.rack()[0])
    ania.page.locator(".beside").scroll_into_view_if_needed()
    ania.page.evaluate("scrollTo(0, document.querySelector('.stage').offsetTop + 100)")
    window = NARROW["viewport"]["height"]
    stage = ania.page.locator(".stage").bounding_box()
    assert stage is not None
    assert stage["y"] < 0, "the upper part of the board is out of sight"
    places = ania.places()
    lowest = max(placements(ania.legal), key=lambda move: places[move.split()[1]][1])
    ania.lay_by_mouse(lowest)
    ania.page.locator(".bubble:not(.unsettled) .buttons").wait_for()
    bubble = ania.page.locator(".bubble").bounding_box()
    assert bubble is not None
    assert bubble["y"] >= 0
    assert bubble["y"] + bubble["height"] <= window


@pytest.mark.parametrize("screen", [PHONE, NARROW, ON_ITS_SIDE], ids=["phone", "narrow", "side"])
def test_beside_three_tasks_the_tile_is_in_sight(
    newcomer: Newcomer, screen: dict[str, Any]
) -> None:
    ania = newcomer("Ania", "pl", **screen)
    table = ania.open_table(AT_ONCE, 1, seats=[{"me": True}], start=True)
    while (view := ania.look(table))["round"] < 3:
        ania.does(table, "move", move=view["legal"]["moves"][0], expected=view["after"])
    ania.sit_at(table)
    ania.can_play()
    assert ania.page.locator(".tasks li").count() == 3
    scores = ["article[data-seats]"] if screen is ON_ITS_SIDE else []
    for part in (".tasks li", ".rack", *scores):
        for box in (each.bounding_box() for each in ania.page.locator(part).all()):
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= screen["viewport"]["height"], part


def test_sizes_of_areas_cover_no_letter(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", "pl", settings={"symbols": "letters"}, **PHONE)
    table = ania.open_table(AT_ONCE, 1, seats=[{"me": True}], start=True)
    for _ in range(4):
        view = ania.look(table)
        ania.does(table, "move", move=view["legal"]["moves"][0], expected=view["after"])
    ania.sit_at(table)
    letters = ania.page.locator(".stage [data-piece] .mark")
    letters.first.wait_for()
    sizes = [each.bounding_box() for each in ania.page.locator(".sizes circle").all()]
    assert letters.count() == 8
    for letter in (each.bounding_box() for each in letters.all()):
        for size in sizes:
            assert letter is not None
            assert size is not None
            gap = max(
                letter["x"] - size["x"] - size["width"], size["x"] - letter["x"] - letter["width"]
            )
            assert gap >= 0


def test_digits_cover_no_tile_in_a_narrow_window(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", **NARROW)
    ania.sit_at(ania.open_table(WITH_PAIRS, 2, seats=WITH_BOT, start=True))
    tiles = ania.page.locator(".rack button")
    assert tiles.count() == 6
    for button in tiles.all():
        tile, digit = button.locator("svg").bounding_box(), button.locator("> span").bounding_box()
        assert tile is not None
        assert digit is not None
        assert tile["y"] + tile["height"] <= digit["y"]


def test_a_backdrop_reaches_the_edge(newcomer: Newcomer) -> None:
    ania = newcomer("Ania", painted=True)
    ania.go(f"/games/{WITHOUT_CHANCE}")
    ania.page.get_by_role("button", name="On this device").click()
    ania.page.locator("dialog[open]").wait_for()
    picture = base64.b64encode(ania.page.screenshot()).decode()
    beside, at_the_edge = ania.page.evaluate(COLOURS, [picture, [[1240, 400], [1278, 400]]])
    assert all(abs(one - other) <= 1 for one, other in zip(beside, at_the_edge, strict=True))
