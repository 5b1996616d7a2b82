"""Drawings of positions: complete, readable without colour, and silent about what is hidden."""

from __future__ import annotations

import itertools
import random
import re
from functools import cache
from typing import Any
from xml.etree import ElementTree

import pytest

from kafelki.drawing import draw, draw_card, theme
from kafelki.play.game import Game
from kafelki.play.view import Viewer, view
from kafelki.rules.registry import GAMES, UnknownGame, all_rules, all_seatings, rules_of
from kafelki.rules.symbols import SYMBOLS
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"

SEATINGS = [(game, seating.players, seating.variant) for game, seating in all_seatings()]
IDS = [f"{game}-{players}-{variant}" for game, players, variant in SEATINGS]

View = dict[str, Any]
Element = ElementTree.Element


@cache
def played(game: str, players: int, variant: str, moves: int) -> Game:
    """Return a game after some random moves."""
    chosen = random.Random(7)
    table = Game(game, players, variant, seed=bytes(range(32)), deals=True)
    for _ in range(moves):
        if table.over:
            break
        seat = chosen.choice(table.to_act)
        legal = table.legal_moves(seat)
        table.play(legal[chosen.randrange(len(legal))], seat)
    return table


def seen(
    game: str,
    players: int = 2,
    moves: int = 12,
    viewer: Viewer = "all",
    variant: str = "standard",
) -> View:
    """Return a view that may be changed."""
    return {**view(played(game, players, variant, moves), viewer)}


def drawn(position: View, language: str = "en") -> Element:
    return ElementTree.fromstring(draw(position, language))


def having(root: Element, **wanted: str) -> list[Element]:
    """Return the elements with some attributes; `data_cell` stands for data-cell."""
    names = {name.rstrip("_").replace("_", "-"): value for name, value in wanted.items()}
    return [
        element
        for element in root.iter()
        if all(element.get(name) == value for name, value in names.items())
    ]


def of_class(root: Element, name: str) -> list[Element]:
    return [element for element in root.iter() if name in (element.get("class") or "").split()]


def texts(root: Element) -> list[str]:
    return ["".join(element.itertext()) for element in root.iter(f"{SVG}text")]


def on_cells(root: Element) -> dict[str, Element]:
    cells = {str(e.get("data-cell")): e for e in root.iter() if e.get("data-cell")}
    assert len(cells) == len([e for e in root.iter() if e.get("data-cell")])
    return cells


def expected_symbol(game: str, value: str) -> str:
    look = rules_of(game).appearance
    if value == "^":
        return "pyramid"
    return look.shapes[value[1]].symbol if look.shapes else look.colours[value[0]].symbol


# The document


@pytest.mark.parametrize("moves", [0, 9, 400], ids=["start", "middle", "end"])
@pytest.mark.parametrize(("game", "players", "variant"), SEATINGS, ids=IDS)
def test_every_game_gives_a_document_that_stands_alone(
    game: str, players: int, variant: str, moves: int
) -> None:
    position = seen(game, players, moves, viewer=0, variant=variant)
    source = draw(position)
    root = ElementTree.fromstring(source)
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert all(child.text for child in list(root)[:2])
    assert root.get("viewBox") == f"0 0 {root.get('width')} {root.get('height')}"
    defined = [element.get("id") for element in root.iter() if element.get("id")]
    used = {element.get(LINK) for element in root.iter() if element.get(LINK)}
    assert used == {f"#{name}" for name in defined}
    assert len(defined) == len(set(defined))
    assert "script" not in source
    assert not re.search(r"url\(|@import|src=|nan|inf\b", source)
    assert re.findall(r"https?://[^\"]*", source) == [SVG[1:-1], LINK[1:-5]]


@pytest.mark.parametrize(("game", "players", "variant"), SEATINGS, ids=IDS)
def test_nothing_is_drawn_outside_the_picture(game: str, players: int, variant: str) -> None:
    root = drawn(seen(game, players, 60, variant=variant))
    width, height = float(root.get("width", 0)), float(root.get("height", 0))

    def check(element: Element, x: float, y: float) -> None:
        if move := re.match(r"translate\((\S+) (\S+)\)(.*)", element.get("transform", "")):
            x, y = x + float(move[1]), y + float(move[2])
            if move[3] and not element.get("data-cell"):
                return  # Scaled: what is inside is measured in cells, from wherever a1 is.
            assert 0 <= x <= width
            assert 0 <= y <= height
        for child in element:
            check(child, x, y)

    check(root, 0.0, 0.0)


def test_the_same_view_gives_the_same_drawing() -> None:
    assert draw(seen(WITH_PAIRS)) == draw(seen(WITH_PAIRS))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(UnknownGame, match="no game 'go'"):
        draw({"game": "go"})


# What lies on the board


@pytest.mark.parametrize("moves", [0, 14, 400])
@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, WITHOUT_CHANCE, WITHOUT_BOARD])
def test_every_placed_half_shows_its_symbol_on_its_cell(game: str, moves: int) -> None:
    position = seen(game, moves=moves)
    shown = on_cells(drawn(position))
    cells = position["cells"]
    assert {cell: element.get("data-symbol") for cell, element in shown.items()} == {
        cell: expected_symbol(game, value) for cell, value in cells.items()
    }
    for cell, element in shown.items():
        links = [use.get(LINK) for use in element.iter(f"{SVG}use")]
        assert links[-1] == f"#kafelki-{element.get('data-symbol')}"
        if cells[cell] != "^":
            assert element.get("data-colour") == cells[cell][0]


def test_every_ramp_shows_its_own_tiles() -> None:
    position = seen(AT_ONCE, players=3, moves=14)
    ramps = of_class(drawn(position), "ramp")
    assert [ramp.get("data-seat") for ramp in ramps] == ["0", "1", "2"]
    for ramp, cells in zip(ramps, position["cells"], strict=True):
        symbols = {cell: e.get("data-symbol") for cell, e in on_cells(ramp).items()}
        assert symbols == {cell: expected_symbol(AT_ONCE, value) for cell, value in cells.items()}


def test_a_half_is_drawn_where_its_cell_is() -> None:
    shown = on_cells(drawn(seen(WITH_RACKS, moves=400)))

    def centre(cell: str) -> tuple[float, float]:
        numbers = re.findall(r"-?[\d.]+", shown[cell].get("transform", ""))
        return float(numbers[0]), float(numbers[1])

    # Printed squares: c7 left, k7 right, g11 top, g3 bottom, g7 in the middle (AX-3).
    assert centre("c7")[0] < centre("g7")[0] < centre("k7")[0]
    assert centre("g11")[1] < centre("g7")[1] < centre("g3")[1]
    assert centre("c7")[1] == centre("g7")[1] == centre("k7")[1]


def test_printed_squares_differ_from_tiles() -> None:
    position = seen(WITH_PAIRS, moves=10)
    shown = on_cells(drawn(position))
    kinds = {cell: element.get("class") for cell, element in shown.items()}
    printed = {cell for cell, kind in kinds.items() if kind == "printed"}
    assert printed == set(position["printed"])
    assert set(kinds.values()) == {"printed", "half"}


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("pl", ["zielona gwiazda", "żółte serce", "niebieski kwiat"]),
        ("en", ["green, star", "yellow, heart", "blue, flower"]),
    ],
)
def test_tiles_are_named_by_colour_and_shape(language: str, names: list[str]) -> None:
    position = seen(WITHOUT_BOARD, moves=0)
    position["cells"] = {"0,0": "Gs", "1,0": "Yh", "2,0": "Bf"}
    shown = on_cells(drawn(position, language))
    titles = [shown[cell].findtext(f"{SVG}title") for cell in ("0,0", "1,0", "2,0")]
    assert titles == [f"{k},0: {name}" for k, name in enumerate(names)]


def test_pyramids_are_drawn() -> None:
    position = seen(WITH_RACKS, moves=2)
    position["cells"] = {**position["cells"], "d5": "^"}
    shown = on_cells(drawn(position, "pl"))["d5"]
    assert shown.get("data-symbol") == "pyramid"
    assert shown.findtext(f"{SVG}title") == "d5: piramida"


def test_a_stack_shows_its_height_by_a_number_and_by_steps() -> None:
    position = seen(WITHOUT_CHANCE, moves=0)
    position["cells"] = {"a1": "X1", "b1": "O3", "c1": "X12", "d1": "O40"}
    shown = on_cells(drawn(position))
    assert {cell: texts(element) for cell, element in shown.items()} == {
        "a1": ["1"],
        "b1": ["3"],
        "c1": ["12"],
        "d1": ["40"],
    }
    plates = {cell: len(having(e, **{LINK: "#kafelki-square-cell"})) for cell, e in shown.items()}
    assert plates["a1"] == 1
    assert plates["b1"] == 3
    assert plates["c1"] == plates["d1"] > 3


@pytest.mark.parametrize(
    ("game", "players", "columns", "rows"),
    [
        (WITH_RACKS, 2, "c d e f g h i j k", "3 4 5 6 7 8 9 10 11"),
        (WITH_RACKS, 3, "b c d e f g h i j k l", "2 3 4 5 6 7 8 9 10 11 12"),
        (WITH_PAIRS, 2, "3 4 5 6 7 8 9 10 11 12 13", "c d e f g h i j k l m"),
        (WITHOUT_CHANCE, 2, "a b c d e f g h i j", "1 2 3 4 5 6 7 8 9 10"),
        (WITHOUT_BOARD, 2, "−3 −2 −1 0 1 2 3", "−3 −2 −1 0 1 2 3"),
    ],
)
def test_coordinates_stand_at_the_edges(game: str, players: int, columns: str, rows: str) -> None:
    (group,) = of_class(drawn(seen(game, players, moves=0)), "coordinates")
    assert sorted(texts(group)) == sorted(f"{columns} {rows}".split(" "))


def test_the_open_table_has_room_around_its_tiles() -> None:
    position = seen(WITHOUT_BOARD, moves=0)
    position["cells"] = {"0,0": "Ys", "5,0": "Rs", "0,-6": "Gf"}
    root = drawn(position)
    (group,) = of_class(root, "coordinates")
    assert {"−3", "6", "−7", "3"} <= set(texts(group))
    assert not {"7", "−8"} & set(texts(group))
    assert len(list(of_class(root, "cells")[0])) == 10 * 11


def test_outer_rings_of_a_large_board_are_toned() -> None:
    tones = {}
    for players in (2, 3, 4):
        cells = list(of_class(drawn(seen(WITH_RACKS, players, moves=0)), "cells")[0])
        tones[players] = [[c.get("class") for c in cells].count(f"f-{t}") for t in _tones()]
    assert tones == {2: [81, 0, 0], 3: [81, 40, 0], 4: [81, 40, 48]}
    cells = list(of_class(drawn(seen(WITH_PAIRS, 4, moves=0)), "cells")[0])
    assert [[c.get("class") for c in cells].count(f"f-{t}") for t in _tones()] == [91, 36, 42]


def _tones() -> tuple[str, ...]:
    return "cell", "cell-outer", "cell-outmost"


# Symbols first


def test_symbols_are_all_different_and_stay_in_their_box() -> None:
    for one, other in itertools.combinations(SYMBOLS, 2):
        assert SYMBOLS[one] != SYMBOLS[other], (one, other)
    for name, path in SYMBOLS.items():
        assert re.fullmatch(r"(M[-\d. LCAZ]+Z)+", path), name
        numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", path)]
        assert max(map(abs, numbers)) <= 1.1, name


def test_every_colour_and_every_shape_has_a_symbol_of_its_own() -> None:
    for rules in all_rules():
        look = rules.appearance
        symbols = [each.symbol for each in (look.shapes or look.colours).values()]
        assert len(set(symbols)) == len(symbols), rules.id
        assert set(symbols) <= set(SYMBOLS), rules.id


def test_the_contrast_of_colours_is_the_one_of_wcag() -> None:
    assert theme.contrast("#000000", "#ffffff") == pytest.approx(21)
    assert theme.contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    with pytest.raises(ValueError, match="'red' is not a colour"):
        theme.luminance("red")


@pytest.mark.parametrize("game", [rules.id for rules in all_rules()])
def test_symbols_contrast_with_their_fill(game: str) -> None:
    root = drawn(seen(game, moves=30))
    keys = [*of_class(root, "half"), *of_class(root, "chip"), *of_class(root, "key")]
    fills = set()
    for element in keys:
        uses = list(element.iter(f"{SVG}use"))
        if element.get("data-symbol"):
            ratio = theme.contrast(uses[-2].get("fill", ""), uses[-1].get("fill", ""))
            assert ratio >= 3, ElementTree.tostring(element)
        fills.add(uses[-1 if len(uses) == 1 else -2].get("fill"))
    assert {look.fill for look in rules_of(game).appearance.colours.values()} <= fills


def test_colours_are_lettered_where_the_symbol_does_not_tell_them() -> None:
    position = seen(WITHOUT_BOARD, moves=30)
    for cell, element in on_cells(drawn(position)).items():
        assert texts(element) == [position["cells"][cell][0]]


def test_words_can_be_read_in_light_and_in_dark() -> None:
    grounds = {
        "ink": ("page", "card", "slot", "paper"),
        "muted": ("page", "card"),
        "label": ("board",),
    }
    for words, under in grounds.items():
        for ground, mode in itertools.product(under, (0, 1)):
            ratio = theme.contrast(theme.ROLES[words][mode], theme.ROLES[ground][mode])
            assert ratio >= 3.5, (words, ground, mode)


def test_every_colour_around_the_tiles_can_turn_dark() -> None:
    root = drawn(seen(WITH_RACKS))
    style = root.findtext(f"{SVG}style") or ""
    assert style.startswith("@media (prefers-color-scheme:dark){")
    for element in root.iter():
        for name in (element.get("class") or "").split():
            if name[:2] in ("f-", "s-"):
                assert f".kafelki .{name}{{" in style


# Moves and turns


@pytest.mark.parametrize("game", GAMES)
def test_the_last_move_is_framed_under_its_halves_and_marked_over_them(game: str) -> None:
    position = seen(game, moves=1)
    last = position["last"]["cells"]
    order = [
        element.get("data-cell") or element.get("class")
        for element in drawn(position).iter()
        if element.get("data-cell") or element.get("class") in ("last", "last-corner")
    ]
    assert order[order.index("last") :][: len(last) + 2] == ["last", *last, "last-corner"]
    assert order.count("last") == order.count("last-corner") == 1


def test_a_move_without_cells_is_not_framed() -> None:
    position = seen(WITHOUT_BOARD, moves=2)
    assert position["last"]["move"].startswith("take")
    position["last"]["cells"] = []
    root = drawn(position)
    assert not of_class(root, "last")
    assert f"Last move: Player 1, {position['last']['move']}" in texts(root)


def test_a_move_that_was_cleared_away_is_not_framed() -> None:
    position = seen(AT_ONCE, moves=3)
    position["cells"] = [{}, {}]
    assert not of_class(drawn(position), "last")


def test_there_may_be_no_last_move() -> None:
    assert not any("Last move" in line for line in texts(drawn(seen(WITHOUT_CHANCE, moves=0))))


@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, WITHOUT_CHANCE, WITHOUT_BOARD])
def test_whose_turn_it_is_is_shown_by_shape_and_in_words(game: str) -> None:
    position = seen(game, moves=1)
    root = drawn(position)
    assert [e.get("data-seat") for e in of_class(root, "turn")] == [
        str(seat) for seat in position["to_act"]
    ]
    (status,) = having(root, data_status="1")
    assert status.text == f"Player {position['to_act'][0] + 1} to move"
    assert "to move" in texts(root)


def test_several_may_be_to_move() -> None:
    position = seen(AT_ONCE, players=3, moves=0)
    root = drawn(position, "pl")
    (status,) = having(root, data_status="1")
    assert status.text == "Ruch: Player 1, Player 2, Player 3"
    assert len(of_class(root, "turn")) == 3


def test_chance_may_be_next() -> None:
    position = seen(WITH_RACKS, moves=3)
    position.update(to_act=[], chance=True)
    assert "Next: a draw by chance" in texts(drawn(position))
    assert "Teraz losowanie" in texts(drawn(position, "pl"))
    assert not of_class(drawn(position), "turn")


def test_lines_and_pairs_that_the_view_tells_of_are_drawn() -> None:
    position = seen(WITH_RACKS, moves=5)
    assert not of_class(drawn(position), "line")
    assert not of_class(drawn(position), "pair")
    position["lines"] = [["c3", "d3", "e3"]]
    position["pairs"] = [position["last"]["cells"], ["a1", "a2"]]
    root = drawn(position)
    assert len(of_class(root, "line")) == len(of_class(root, "pair")) == 1


# Hidden things


@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, WITHOUT_BOARD])
@pytest.mark.parametrize("viewer", [0, 1, None, "all"])
def test_hands_show_what_the_viewer_knows_and_backs_for_the_rest(game: str, viewer: Viewer) -> None:
    position = seen(game, moves=2, viewer=viewer)
    hands = of_class(drawn(position), "hand")
    assert [hand.get("data-seat") for hand in hands] == ["0", "1"]
    for shown, hand in zip(hands, position["hands"], strict=True):
        tiles = [e.get("data-tile") for e in shown.iter() if e.get("data-tile")]
        assert tiles == hand["tiles"]
        assert len(having(shown, data_hidden="1")) == hand["hidden"]
        assert len(having(shown, class_="half")) == sum(
            1 if game == WITHOUT_BOARD else 2 for _ in hand["tiles"]
        )


@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, WITHOUT_BOARD])
def test_a_hidden_tile_is_told_nowhere(game: str) -> None:
    revealed, hidden = seen(game, moves=0), seen(game, moves=0, viewer=None)
    everything = draw(hidden)
    open_tiles = {*hidden.get("bank", []), *hidden["cells"].values()}
    for tile in itertools.chain.from_iterable(hand["tiles"] for hand in revealed["hands"]):
        assert tile not in open_tiles
        assert f'"{tile}"' not in everything
        assert f">{tile}<" not in everything
    root = ElementTree.fromstring(everything)
    tiles = [e.get("data-tile") for e in root.iter() if e.get("data-tile")]
    assert tiles == hidden.get("bank", [])
    # The view that a spectator has names unseen tiles and more: nothing of it is drawn.
    for extra in ("unseen", "legal", "lowest", "phase", "owed"):
        hidden.pop(extra, None)
    assert draw(hidden) == everything


def test_an_empty_hand_is_drawn_as_nothing() -> None:
    position = seen(WITH_RACKS, moves=0)
    position["hands"] = [{"tiles": [], "hidden": 0}] * 2
    assert not of_class(drawn(position), "hand")


def test_a_placement_that_others_may_not_see_yet_is_only_ticked() -> None:
    position = seen(AT_ONCE, moves=1, viewer=None)
    (mover,) = {0, 1} - set(position["to_act"])
    root = drawn(position)
    assert not on_cells(root)
    (tick,) = of_class(root, "placed")
    card = having(root, class_="party", data_seats=str(mover))[0]
    assert tick in list(card.iter())


# Points and places


@pytest.mark.parametrize(
    ("game", "players", "variant", "boxes"),
    [
        (WITH_RACKS, 2, "standard", 18),
        (WITH_RACKS, 1, "standard", 36),
        (WITH_PAIRS, 3, "standard", 18),
        (WITH_PAIRS, 4, "pairs", 36),
        (WITH_PAIRS, 1, "standard", 36),
    ],
)
def test_tracks_show_every_colour_of_every_party(
    game: str, players: int, variant: str, boxes: int
) -> None:
    position = seen(game, players, 20, variant=variant)
    cards = of_class(drawn(position), "tracks")
    parties = [0, 1] if variant == "pairs" else range(players)
    letters = list(rules_of(game).appearance.colours)
    for card, seat in zip(cards, parties, strict=True):
        tracks = of_class(card, "track")
        scores = position["scores"][seat]
        assert [track.get("data-colour") for track in tracks] == letters
        assert [track.get("data-score") for track in tracks] == [str(s) for s in scores]
        for track, score in zip(tracks, scores, strict=True):
            taken, free = (path.get("d", "").count("M") for path in track.findall(f"{SVG}path")[:2])
            assert (taken, free) == (score, boxes - score)
            assert (track.get("data-weakest") == "1") == (score == min(scores))
            assert len(track.findall(f"{SVG}path")) == 2 + (score == min(scores))


def test_partners_share_a_card() -> None:
    for game, variant in ((WITH_PAIRS, "pairs"), (WITHOUT_BOARD, "standard")):
        cards = of_class(drawn(seen(game, 4, 4, variant=variant)), "party")
        assert [card.get("data-seats") for card in cards] == ["0 2", "1 3"]
    cards = of_class(drawn(seen(WITH_PAIRS, 4, 4)), "party")
    assert [card.get("data-seats") for card in cards] == ["0", "1", "2", "3"]


def test_points_of_teams_are_added() -> None:
    position = seen(WITHOUT_BOARD, 4, moves=6)
    position["scores"] = [[3], [1], [4], [0]]
    root = drawn(position, "pl")
    cards = of_class(root, "party")
    points = [[e.get("data-points") for e in c.iter() if e.get("data-points")] for c in cards]
    assert points == [["3", "4", "7"], ["1", "0", "1"]]
    assert {"razem 3 + 4 =", "punkt", "punkty", "punktów"} <= set(texts(root))


def test_rounds_are_shown_as_far_as_they_are_scored() -> None:
    position = seen(AT_ONCE, moves=4)
    position.update(round=3, tasks=["four", "L", "corner"], scores=[[2, 0, 0], [0, 3, -1]])
    rounds = of_class(drawn(position), "rounds")
    assert [texts(each)[1::2] for each in rounds] == [["2", "0", "–", "2"], ["0", "3", "−1", "2"]]
    position["over"] = True
    rounds = of_class(drawn(position), "rounds")
    assert texts(rounds[0])[1::2] == ["2", "0", "0", "2"]


def test_places_are_shown_when_the_game_is_over() -> None:
    position = seen(WITH_RACKS, 3, moves=5)
    position.update(over=True, to_act=[], result={"places": [2, 1, 2], "reason": "board full"})
    root = drawn(position)
    assert [e.get("data-place") for e in of_class(root, "place")] == ["2", "1", "2"]
    assert len(having(root, **{LINK: "#kafelki-star", "class": "f-ink"})) == 1
    assert texts(root).count("2nd place") == 2
    (status,) = having(root, data_status="1")
    assert status.text == "Game over · Player 2 wins · the board is full"
    polish = drawn(position, "pl")
    assert texts(polish).count("1. miejsce") == 1
    (status,) = having(polish, data_status="1")
    assert status.text == "Koniec gry · wygrywa: Player 2 · plansza jest pełna"


def test_places_are_short_where_there_is_little_room() -> None:
    position = seen(AT_ONCE, 4, moves=400, viewer=0)
    position["result"]["places"] = [1, 2, 3, 4]
    root = drawn(position)
    assert [texts(e)[0] for e in of_class(root, "place")] == ["1st", "2nd", "3rd", "4th"]
    assert texts(of_class(root, "name")[0]) == ["Player 1"]


@pytest.mark.parametrize(
    ("places", "words", "polish"),
    [
        ([1, 1, 1, 1], "a draw", "remis"),
        ([1, 2, 1, 2], "Player 1, Player 3 win", "wygrywają: Player 1, Player 3"),
        ([4, 3, 2, 1], "Player 4 wins", "wygrywa: Player 4"),
    ],
)
def test_winners_are_named(places: list[int], words: str, polish: str) -> None:
    position = seen(WITH_PAIRS, 4, moves=1)
    position.update(over=True, to_act=[], result={"places": places, "reason": "board full"})
    assert having(drawn(position), data_status="1")[0].text == (
        f"Game over · {words} · the board is full"
    )
    assert polish in (having(drawn(position, "pl"), data_status="1")[0].text or "")


def test_nobody_wins_alone() -> None:
    root = drawn(seen(WITH_RACKS, 1, moves=400))
    assert having(root, data_status="1")[0].text == "Game over · the board is full"
    assert not of_class(root, "place")


# Words


def test_names_are_shown_as_they_are_whatever_they_hold() -> None:
    position = seen(WITHOUT_CHANCE, moves=3)
    position["seats"] = [{"name": "<script>&\"'</script>"}, {"name": "O\x00la\x1b \ud800🙂"}]
    source = draw(position)
    assert "<script" not in source
    root = ElementTree.fromstring(source)
    names = [texts(e)[0] for e in of_class(root, "name")]
    assert names[1] == "Ola 🙂"
    assert of_class(root, "name")[0].findtext(f"{SVG}title") == position["seats"][0]["name"]


def test_long_names_are_cut_but_told_in_full() -> None:
    position = seen(WITH_RACKS, moves=3)
    name = "Brzęczyszczykiewicz " * 9
    wide = "漢字e\u0301" * 30
    position["seats"] = [{"name": name}, {"name": wide}]
    for shown, whole in zip(of_class(drawn(position), "name"), (name, wide), strict=True):
        assert shown.findtext(f"{SVG}title") == whole
        (line,) = texts(shown)
        assert line.endswith("…")
        assert whole.startswith(line[:-1])
        assert len(line) > 8


def test_nameless_seats_have_a_number_and_the_viewer_is_told_which_is_theirs() -> None:
    position = seen(WITHOUT_CHANCE, moves=3, viewer=1)
    position["seats"] = []
    assert [texts(e)[0] for e in of_class(drawn(position, "pl"), "name")] == [
        "Gracz 1",
        "Gracz 2 (ty)",
    ]
    position["seats"] = [{}, {"name": None}]
    assert [texts(e)[0] for e in of_class(drawn(position), "name")] == [
        "Player 1",
        "Player 2 (you)",
    ]


@pytest.mark.parametrize(
    ("count", "english", "polish"),
    [
        (0, "0 tiles in the bag", "0 płytek w woreczku"),
        (1, "1 tile in the bag", "1 płytka w woreczku"),
        (2, "2 tiles in the bag", "2 płytki w woreczku"),
        (12, "12 tiles in the bag", "12 płytek w woreczku"),
        (24, "24 tiles in the bag", "24 płytki w woreczku"),
        (90, "90 tiles in the bag", "90 płytek w woreczku"),
    ],
)
def test_counts_take_the_right_form(count: int, english: str, polish: str) -> None:
    position = seen(WITH_RACKS, moves=0)
    position["bag"] = count
    assert english in texts(drawn(position))
    assert polish in texts(drawn(position, "pl"))


def test_what_lies_beside_the_board_is_drawn() -> None:
    position = seen(WITHOUT_BOARD, moves=0)
    (bank,) = of_class(drawn(position), "bank")
    assert [e.get("data-tile") for e in bank.iter() if e.get("data-tile")] == position["bank"]
    assert "26 kafelków w stosie" in texts(drawn(position, "pl"))
    position["bank"] = []
    assert not of_class(drawn(position), "bank")

    position = seen(WITH_RACKS, moves=0)
    position["shown"] = ["GO", "RB"]
    (shown,) = of_class(drawn(position), "shown")
    assert [e.get("data-tile") for e in shown.iter() if e.get("data-tile")] == ["GO", "RB"]

    assert "57 płytek w zapasie" in texts(drawn(seen(WITHOUT_CHANCE, moves=3), "pl"))


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("game", [WITH_RACKS, WITH_PAIRS, AT_ONCE, WITHOUT_BOARD])
def test_the_key_names_every_colour_and_shape(game: str, language: str) -> None:
    look = rules_of(game).appearance
    shown = texts(drawn(seen(game, moves=0), language))
    for letter, entry in [*look.colours.items(), *look.shapes.items()]:
        assert letter in shown
        assert entry.name.in_language(language) in shown


def test_the_position_is_told_to_those_who_cannot_see_it() -> None:
    position = seen(WITH_RACKS, moves=3)
    position["seats"] = [{"name": "Ania"}, {"name": "Jan"}]
    position["scores"] = [[1, 2, 3, 4, 5], [0, 0, 7, 0, 0]]
    move = position["last"]["move"]
    root = drawn(position)
    assert root.findtext(f"{SVG}title") == f"{rules_of(WITH_RACKS).name.en}: Ania, Jan"
    assert root.findtext(f"{SVG}desc") == (
        f"Jan to move. Last move: Ania, {move}. "
        "Ania: green 1, orange 2, red 3, violet 4, blue 5. "
        "Jan: green 0, orange 0, red 7, violet 0, blue 0."
    )
    polish = drawn(position, "pl").findtext(f"{SVG}desc") or ""
    assert polish.startswith(f"Ruch: Jan. Ostatni ruch: Ania, {move}. Ania: zielony 1,")
    assert (drawn(seen(WITHOUT_CHANCE, moves=0)).findtext(f"{SVG}desc") or "").endswith(
        "2: nought."
    )
    assert (drawn(seen(WITHOUT_BOARD, moves=0)).findtext(f"{SVG}desc") or "").endswith(
        "2: 0 points."
    )


@pytest.mark.parametrize(
    ("after", "english", "polish"),
    [(1, "after 1 event", "po 1 zdarzeniu"), (12, "after 12 events", "po 12 zdarzeniach")],
)
def test_how_far_the_game_has_come(after: int, english: str, polish: str) -> None:
    position = seen(WITHOUT_CHANCE, moves=0)
    position["after"] = after
    assert english in texts(drawn(position))
    assert polish in texts(drawn(position, "pl"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "pl"])
def test_a_picture_to_share_names_the_game_and_the_address(game: str, language: str) -> None:
    card = ElementTree.fromstring(draw_card(seen(game), language, "kafelki.example/t/abc"))
    assert (card.get("width"), card.get("height")) == ("1200", "630")
    words = ["".join(each.itertext()) for each in card.iter(f"{SVG}text")]
    assert words[0] == getattr(rules_of(game).name, language)
    assert words[-2:] == ["Kafelki", "kafelki.example/t/abc"]
