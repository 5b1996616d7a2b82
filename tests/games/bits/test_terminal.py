"""Bits in a terminal."""

from __future__ import annotations

from tests.play.test_record import record, replayed
from tests.test_terminal import shown, with_names


def test_bits_shows_a_ramp_a_seat_the_tasks_and_the_tile() -> None:
    script = "< task four; 0< start OB; 1< start VY; 0: OB c1 c2; 1: VY a1 b1; < card OO"
    game = with_names(replayed(record("bits", 2, script)))
    assert shown(game, 0) == [
        "    0                   1",
        "  6   .   .   .   .   6   .   .   .   .",
        "  5   .   .   .   .   5   .   .   .   .",
        "  4   .   .   .   .   4   .   .   .   .",
        "  3   .   .   .   .   3   .   .   .   .",
        "  2   .   .   B   .   2   .   .   .   .",
        "  1   .   .   O   .   1  [V] [Y]  .   .",
        "      a   b   c   d       a   b   c   d",
        "",
        "tasks: four   your tile: OO",
        "",
        "► 0 Ania                 0+0+0",
        "► 1 Kasia                0+0+0",
    ]
    assert "zadania: four   twój kafelek: OO" in shown(game, 0, "pl")
    assert "tasks: four" in shown(game, None)
