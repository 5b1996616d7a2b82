"""What the refusals of records of Bits say."""

from __future__ import annotations

from tests.games.bits.scripts import STARTED
from tests.play.test_record import record, refused, replayed


def test_bits_says_who_sits_out() -> None:
    """Five tiles close the ramp of seat 0, over many gaps; seat 1 has room.

    6 |  Y  Y  V  V
    5 |  .  B  B  .
    4 |  .  O  .  .
    3 |  .  O  .  .
    2 |  .  B  .  .
    1 |  .  O  .  .
         a  b  c  d
    """
    script = (
        "0: OB b1 b2; 1: VY a1 b1; < card OO; 0: OO b3 b4; 1: OO a2 b2; < card BB; 0: BB b5 c5;"
        "1: BB a3 b3; < card VV; 0: VV c6 d6; 1: VV a4 b4; < card YY; 0: YY a6 b6; 1: YY a5 b5;"
        "< card OO;"
    )
    data = record("bits", 2, STARTED + script)
    assert replayed(data).to_act == (1,)
    data["events"].append({"seat": 0, "move": "OO a1 a2"})
    assert (refused(data).event, refused(data).rule) == (len(data["events"]) - 1, "BI-8")
