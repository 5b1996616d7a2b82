"""When a mistake is asked about again: worked out by hand from the scheduler's published formula.

Of what was answered for the first time an answer is known by nine of ten after as many days as
the scheduler's first numbers say: 0.212 after a wrong one, 2.3065 after a right one. It is asked
again after so many days, rounded, but tomorrow at the earliest.
"""

from __future__ import annotations

from math import exp

import pytest

from kafelki.server.mistakes import LONGEST, NEW, Memory

DAY = 24 * 3600 * 1000
NOW = 1_800_000_000_000


def test_who_is_right_at_once_is_asked_in_two_days_and_who_is_wrong_tomorrow() -> None:
    right, wrong = NEW.after(True, NOW), NEW.after(False, NOW)
    assert (right.due, right.stability) == (NOW + 2 * DAY, 2.3065)
    assert (wrong.due, wrong.stability) == (NOW + DAY, 0.212)


def test_who_is_right_again_is_asked_much_later() -> None:
    # Asked on the very day, nine of ten know it (0.9); after two of 2.3065 days a little more.
    known = (1 + (0.9 ** (1 / -0.1542) - 1) * 2 / 2.3065) ** -0.1542
    difficulty = 6.4133 - exp(0.8334 * 2) + 1  # of an answer that was right at once
    grows = exp(1.8722) * (11 - difficulty) * 2.3065**-0.1666 * (exp(0.796 * (1 - known)) - 1)
    stability = 2.3065 * (1 + grows)
    assert round(stability) == 11
    again = NEW.after(True, NOW).after(True, NOW + 2 * DAY)
    assert again.stability == pytest.approx(stability)
    assert again.due == NOW + (2 + 11) * DAY


def test_who_has_forgotten_begins_again_tomorrow() -> None:
    known = (1 + (0.9 ** (1 / -0.1542) - 1) * 2 / 2.3065) ** -0.1542
    difficulty = 6.4133 - exp(0.8334 * 2) + 1
    left = 1.4835 * difficulty**-0.0614 * (3.3065**0.2629 - 1) * exp(1.6483 * (1 - known))
    assert left < 1
    forgotten = NEW.after(True, NOW).after(False, NOW + 2 * DAY)
    assert forgotten.stability == pytest.approx(left)
    assert forgotten.due == NOW + 3 * DAY


def test_nothing_is_put_off_for_ever_and_the_same_answers_give_the_same_days() -> None:
    memory = Memory(NOW, stability=5000.0, difficulty=1.0, due=NOW + DAY)
    (again, twice) = (memory.after(True, NOW + DAY) for _ in range(2))
    assert again == twice
    assert again.due == NOW + DAY + LONGEST * DAY
