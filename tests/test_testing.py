"""`kafelki.testing` finds what is wrong with a game: the sixth one, with mistakes in its rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from kafelki.testing import Check, check_game, checks_of
from tests.strangers import SIXTH_GAME, install
from tests.strangers import site as site

RULES = (SIXTH_GAME / "flowerbed" / "rules.py").read_text("utf-8")

MISTAKES = [
    ("    conceal(known, viewer)\n", "", "worlds_that_a_viewer_cannot_tell_apart_look_the_same"),
    ('"hidden": s.held[seat] - len(hand)', '"hidden": 0', "views_have_a_hand_for_each_seat"),
    ('frozenset({"draw"})', "frozenset()", "events_tell_no_more_than_views"),
    ('    s.turn = view["turn"]\n', "", "a_rebuilt_game_looks_the_same_to_its_viewer"),
    ("range(s.held[seat])", "range(HAND)", "a_rebuilt_game_looks_the_same_to_its_viewer"),
    ("places[seat] = 1", "s.turn = places[seat] = 1", "asking_changes_nothing"),
    ("most_outcomes=KINDS", "most_outcomes=1", "nothing_is_listed_twice_and_buffers_are_large"),
    ("for move in range(BARTER + 1)", "for move in range(BARTER)", "a_move_is_refused_exactly"),
    ("NOT_EMPTY: Objection", "9: Objection", "a_move_is_refused_exactly"),
    ("return s.reason", "return 0", "either_seats_act_or_chance_or_the_game_is_over"),
    ("ends = GAME.ending(see(after).reason)", 'ends = "rain"', "what_is_explained_is_what_happens"),
    (" {BOARD.names[move % CELLS]}", "", "moves_have_different_texts"),
    ('"Rabatka"', '""', "all_texts_are_there_in_both_languages"),
    ('"sun"', '"heart"', "every_colour_and_shape_has_a_symbol_of_its_own"),
    ('outcome_rules={"draw": "FB-2"}', 'outcome_rules={"draw": "FB-9"}', "rules_that_are_named"),
    ("len(letter) != 1 or ", "", "what_is_no_move_or_outcome_says_so"),
]


def check_named(game: str, name: str) -> Check:
    """Return a check of a game, or of it with two players."""
    (found,) = [
        check
        for check in checks_of(game)
        if check.of in (game, f"{game}-2-standard") and check.run.__name__.startswith(name)
    ]
    return found


@pytest.mark.parametrize(("right", "wrong", "check"), MISTAKES)
def test_a_mistake_is_found(site: Path, right: str, wrong: str, check: str) -> None:
    assert RULES.count(right) == 1
    install(site, "stranger", "flowerbed", rules=RULES.replace(right, wrong))
    with pytest.raises((AssertionError, IndexError)):
        check_named("flowerbed", check)()


def test_one_call_checks_everything(site: Path) -> None:
    install(site, "stranger", "flowerbed", rules=RULES.replace('"sun"', '"heart"'))
    with pytest.raises(AssertionError):
        check_game("flowerbed")
