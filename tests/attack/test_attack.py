"""The attacks over the network in short; kills, full disks and twin tables have their own tests."""

from __future__ import annotations

import pytest

from tests.attack.__main__ import over_the_network
from tests.attack.tally import Tally, table


def test_the_server_holds() -> None:
    tallies = list(over_the_network(1))
    assert all(tally.tried for tally in tallies)
    assert not [tally.name for tally in tallies if tally.lost], table(tallies)


def test_what_is_lost_is_in_the_table() -> None:
    tally = Tally("some attack")
    tally.note(True, "no")
    tally.note(False, "it fell")
    assert (tally.tried, tally.held, tally.lost) == (2, 1, ["it fell"])
    assert table([tally]).split("\n")[1:] == [
        f"{'some attack':52}       2       1     1",
        "    it fell",
    ]


@pytest.mark.parametrize("held", [True, False])
def test_losses_are_counted(held: bool) -> None:
    tally = Tally("some attack")
    tally.note(held, "lost")
    assert len(tally.lost) == (not held)
