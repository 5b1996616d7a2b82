"""OpenSpiel's own tests hold for every table: of its interface, simulations and playthroughs."""

from __future__ import annotations

import re
import unittest

import pyspiel
import pytest
from open_spiel.integration_tests.api_test import EnforceAPIOnPartialTreeBase
from open_spiel.python.algorithms.generate_playthrough import playthrough
from open_spiel.python.algorithms.sample_some_states import sample_some_states

from kafelki.env.openspiel import load
from kafelki.rules.registry import GAMES
from kafelki.testing.random_games import Table, tables_of
from tests.env.tables import every_table, settings_of
from tests.games.examples import WITH_RACKS, WITHOUT_BOARD

FIRST_TABLES = [tables_of(game)[0] for game in GAMES if game != WITHOUT_BOARD]
"""A table of every game, but of one whose numbers would fill megabytes of text."""


class Interface(EnforceAPIOnPartialTreeBase):  # type: ignore[misc]
    """OpenSpiel's test of its interface, on few enough states of one game."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.some_states = sample_some_states(cls.game, max_states=20)
        cls.game_type = cls.game.get_type()


del EnforceAPIOnPartialTreeBase  # it is no test by itself, nor is ours but for a game
Interface.__test__ = False


@every_table
def test_api(table: Table) -> None:
    about = {"game": load(*settings_of(table)), "game_name": str(table)}
    case = type("OfTable", (Interface,), about)
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 5
    assert [*result.errors, *result.failures, *result.skipped] == []


@every_table
def test_simulations(table: Table) -> None:
    """A state is written down and read again on the way."""
    pyspiel.random_sim_test(load(*settings_of(table)), num_sims=1, serialize=True, verbose=False)


def test_what_a_seat_sees_is_all_that_can_be_observed() -> None:
    game = load(WITH_RACKS)
    nobody, own = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    kind = pyspiel.IIGObservationType
    assert game.make_py_observer(kind(True, False, own)) is not None
    for other in (kind(True, False, nobody), kind(False, False, own), kind(True, True, own)):
        assert game.make_py_observer(other) is None


@pytest.mark.parametrize("table", FIRST_TABLES, ids=str)
def test_playthroughs(table: Table) -> None:
    """OpenSpiel keeps one a game, and plays it again: it comes out the same."""
    name = load(*settings_of(table)).get_type().short_name
    one = playthrough(name, action_sequence=None, seed=3)
    actions = [int(found) for found in re.findall(r"^action: (\d+)$", one, re.MULTILINE)]
    assert len(actions) > 20
    assert playthrough(name, action_sequence=actions) == one
    assert f'GameType.short_name = "{name}"' in one


def test_moves_and_chance_have_their_texts() -> None:
    state = load(WITH_RACKS).new_initial_state()
    assert state.is_chance_node()
    outcomes = state.chance_outcomes()
    assert len(outcomes) == 15
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert dict(outcomes)[0] == pytest.approx(6 / 100)  # doubles, of which there are 6
    assert state.action_to_string(0) == "draw GG"
    other = state.clone()
    other.apply_action(0)
    assert len(state.history()) == 0
    assert other.chance_outcomes()[0][1] == pytest.approx(5 / 99)
