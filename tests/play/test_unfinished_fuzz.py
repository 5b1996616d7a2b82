"""Records that were had before the end, and tampered with: refused or accepted, never worse."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kafelki.play.record import parse_record
from kafelki.play.unfinished import check_unfinished
from tests.play.test_record_fuzz import (
    FUZZ,
    SEATINGS,
    refusal_of,
    tamper_with_an_event,
    tamper_with_events,
)
from tests.play.test_unfinished import seen


@FUZZ
@given(st.data(), st.integers(0, len(SEATINGS) - 1), st.sampled_from([0.2, 0.6]))
def test_nothing_but_a_refusal_comes_of_tampering(
    data: st.DataObject, index: int, share: float
) -> None:
    record = seen(index, share, data.draw(st.sampled_from([None, 0])))
    for _ in range(data.draw(st.integers(1, 3))):
        tamper = data.draw(st.sampled_from([tamper_with_events, tamper_with_an_event]))
        tamper(data.draw, record)
    refusal = refusal_of(lambda: check_unfinished(parse_record(record)))
    if refusal is not None and isinstance(record["events"], list):
        assert refusal.event is None or 0 <= refusal.event < len(record["events"])
