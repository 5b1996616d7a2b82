"""The tables that tests of every game play at."""

from __future__ import annotations

import pytest

from kafelki.rules.registry import GAMES
from kafelki.testing.random_games import Table as Table
from kafelki.testing.random_games import cut_game as cut_game
from kafelki.testing.random_games import finished_game as finished_game
from kafelki.testing.random_games import play_event as play_event
from kafelki.testing.random_games import plies as plies
from kafelki.testing.random_games import tables_of
from kafelki.testing.random_games import tastes_for as tastes_for
from tests.games.examples import WITH_RACKS, WITHOUT_CHANCE

EVERY_TABLE = tuple(table for game in GAMES for table in tables_of(game))
"""Every game with every number of players and variant."""

OTHER_OPTIONS = (
    Table(WITH_RACKS, 2, options={"pyramid": "colour"}),
    Table(WITHOUT_CHANCE, 2, options={"size": 5}),
    Table(WITHOUT_CHANCE, 2, options={"size": 7}),
    Table(WITHOUT_CHANCE, 2, options={"size": 19}),
)

every_table = pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
every_table_and_option = pytest.mark.parametrize("table", EVERY_TABLE + OTHER_OPTIONS, ids=str)
