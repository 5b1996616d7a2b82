"""What a game says of itself: texts in both languages, rule ids, looks, options, help."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator, Mapping
from typing import Any

from kafelki.play.game import Game
from kafelki.rules.contract import MOST_SEATS, RECORD_RULE, Kernels, NotationError, Rules
from kafelki.rules.help import help_text
from kafelki.rules.symbols import SYMBOLS
from kafelki.rules.texts import LANGUAGES, Text
from kafelki.testing.random_games import raised

LARGEST_POSITION = 2048
"""Bytes: a search copies positions all the time."""


def what_is_no_move_or_outcome_says_so(rules: Rules) -> None:
    """Check that nonsense and spoilt moves are refused, by a rule that exists."""
    spoilt = [
        text
        for move in (rules.move_text(0), rules.move_text(rules.move_count - 1))
        for text in (f"{move} ", f" {move}", f"{move}{move}", f"{move} {move}", move[1:])
    ]
    for read in (rules.move_number, rules.outcome_number):
        for text in ["", " ", "nonsense", "½ a1", *spoilt]:
            wrong = raised(NotationError, read, text)
            assert wrong is not None, f"{text!r} is read as a number"
            assert wrong.rule in (RECORD_RULE, *rules.rule_ids)
            assert wrong.text.en
            assert wrong.text.pl


def moves_have_different_texts(rules: Rules) -> None:
    """Check the texts of the numbers of moves; of very many, some."""
    numbers = range(0, rules.move_count, 1 + rules.move_count // 50_000)
    texts = {rules.move_text(number) for number in numbers}
    assert len(texts) == len(numbers)


def a_position_is_small_and_has_no_padding(rules: Rules) -> None:
    """Check that equal positions have equal bytes, and few of them."""
    dtype = rules.layout.dtype
    assert rules.layout.size == dtype.itemsize < LARGEST_POSITION
    assert sum(field[0].itemsize for field in (dtype.fields or {}).values()) == dtype.itemsize


def rules_that_are_named_exist(rules: Rules) -> None:
    """Check the ids of rules in all that refers to them."""
    known = set(rules.rule_ids)
    assert len(known) == len(rules.rule_ids)
    assert {objection.rule for objection in rules.objections.values()} <= known
    assert {component.rule for component in rules.components} <= known
    assert set(rules.outcome_rules.values()) <= known
    assert rules.turn_rule in {RECORD_RULE, *known}


def all_texts_are_there_in_both_languages(rules: Rules) -> None:
    """Check every pair of texts in the description."""
    texts = list(_texts_in(rules))
    assert len(texts) > len(rules.objections) + len(rules.components)
    for text in texts:
        assert text.en.strip() == text.en != ""
        assert text.pl.strip() == text.pl != ""
    for objection in rules.objections.values():
        assert objection.text.en != objection.text.pl
    assert rules.minutes > 0


def _texts_in(value: Any) -> Iterator[Text]:
    """Yield every pair of texts within the description of a game."""
    if isinstance(value, Text):
        yield value
    elif isinstance(value, Mapping | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts_in(each)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type | Kernels):
        yield from _texts_in(tuple(getattr(value, each.name) for each in dataclasses.fields(value)))


def every_colour_and_shape_has_a_symbol_of_its_own(rules: Rules) -> None:
    """Check that the game can be played in greyscale."""
    looks = [*rules.appearance.colours.values(), *rules.appearance.shapes.values()]
    symbols = [look.symbol for look in looks if look.symbol]
    assert len(set(symbols)) == len(symbols) > 0
    assert set(symbols) <= set(SYMBOLS)
    assert all(look.symbol or rules.appearance.shapes for look in looks)


def numbers_of_things_in_the_box_have_a_source(rules: Rules) -> None:
    """Check the letters: R the rulebook, P published elsewhere, D decided here."""
    for component in rules.components:
        assert component.count > 0
        assert re.match(r"[RPD]\b", component.source)


def seatings_differ_and_have_room(rules: Rules) -> None:
    """Check for how many the game is; a first variant is called "standard"."""
    seatings = [(seating.players, seating.variant) for seating in rules.seatings]
    assert len(set(seatings)) == len(seatings) > 0
    assert all(1 <= players <= MOST_SEATS for players, _ in seatings)
    assert "standard" in {variant for _, variant in seatings}
    assert all(seating.players == MOST_SEATS for seating in rules.seatings if seating.teams)


def the_first_value_of_an_option_is_what_holds_without_it(rules: Rules) -> None:
    """Check every option in every variant that has it."""
    for option in rules.options:
        for seating in rules.seatings:
            if seating.variant in option.variants:
                table = rules.id, seating.players, seating.variant
                usual = Game(*table, {option.name: option.values[0]})
                assert Game(*table).position == usual.position
                for value in option.values:
                    Game(*table, {option.name: value})


def there_is_help_in_both_languages(rules: Rules) -> None:
    """Check that the rules can be read, by the game's own texts or by its description."""
    for language in LANGUAGES:
        assert help_text(rules.id, language).startswith(f"# {rules.name.in_language(language)}\n")
