"""OpenSpiel's own simulation test and its playthroughs hold for every table."""

from __future__ import annotations

import re

import pyspiel
import pytest
from open_spiel.python.algorithms.generate_playthrough import playthrough

from kafelki.env.openspiel import load
from kafelki.testing.random_games import Table
from tests.env.tables import every_table, settings_of
from tests.games.examples import AT_ONCE, WITH_RACKS


@every_table
def test_simulations(table: Table) -> None:
    pyspiel.random_sim_test(load(*settings_of(table)), num_sims=1, serialize=False, verbose=False)


def test_playthroughs() -> None:
    """OpenSpiel keeps one a game, and plays it again: it comes out the same."""
    name = load(AT_ONCE).get_type().short_name
    one = playthrough(name, action_sequence=None, seed=3)
    actions = [int(found) for found in re.findall(r"^action: (\d+)$", one, re.MULTILINE)]
    assert len(actions) > 50
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
