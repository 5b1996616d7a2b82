"""The contract that every game keeps, for the tests of a game of one's own.

With pytest, three lines check all of it, each point by itself:

    @pytest.mark.parametrize("check", checks_of("mygame"), ids=str)
    def test_contract(check: Check) -> None:
        check()

`check_game("mygame")` does so at once, without pytest. What fails says by an assertion what was
expected; `pytest.register_assert_rewrite("kafelki.testing")` makes it say what was found, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import signature
from types import FunctionType, ModuleType
from typing import Any

from kafelki.rules.registry import rules_of
from kafelki.testing import (
    batches,
    describing,
    drawings,
    kernels,
    machine_code,
    playing,
    secrecy,
    views,
)
from kafelki.testing.random_games import (
    Table,
    cut_game,
    finished_game,
    plies,
    tables_of,
    tables_with_options,
)

__all__ = ["Check", "Table", "check_game", "checks_of", "cut_game", "finished_game", "plies"]

OF_TABLES = (kernels, playing, views, drawings, secrecy, machine_code, batches)
"""The modules with checks of tables."""

OF_OPTIONS = (
    kernels.a_move_is_refused_exactly_when_it_is_not_listed,
    machine_code.the_same_game_in_both,
)


@dataclass(frozen=True)
class Check:
    """One point of the contract, for one game or one of its tables; it is called to be checked."""

    of: str
    """The game, or the table of it."""
    run: Callable[[Any], None]
    given: Any

    def __call__(self) -> None:
        """Raise AssertionError where the game does not keep to it."""
        self.run(self.given)

    def __str__(self) -> str:
        return f"{self.of}-{self.run.__name__}"


def checks_of(game: str) -> list[Check]:
    """Return all that the contract asks of a game, with every number of players and variant."""
    found = [Check(game, check, rules_of(game)) for check in checks_in(describing, "rules")]
    usual = [check for module in OF_TABLES for check in checks_in(module, "table")]
    for checks, tables in ((usual, tables_of(game)), (OF_OPTIONS, tables_with_options(game))):
        found += [Check(str(table), check, table) for table in tables for check in checks]
    return found


def checks_in(module: ModuleType, given: str) -> list[Callable[[Any], None]]:
    """Return a module's checks, in order: its functions that take what is given and no more."""
    return [
        each
        for each in vars(module).values()
        if isinstance(each, FunctionType)
        and each.__module__ == module.__name__
        and [*signature(each).parameters] == [given]
    ]


def check_game(game: str) -> None:
    """Check all of the contract; AssertionError where a game does not keep to it."""
    for check in checks_of(game):
        check()
