"""Every table that an environment may be asked for."""

from __future__ import annotations

import pytest

from kafelki.rules.registry import GAMES
from kafelki.testing.random_games import Table, tables_of

EVERY_TABLE = [table for game in GAMES for table in tables_of(game)]
every_table = pytest.mark.parametrize("table", EVERY_TABLE, ids=str)


def settings_of(table: Table) -> tuple[str, int, str]:
    return table.game, table.players, table.variant
