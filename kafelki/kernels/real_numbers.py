"""Functions of real numbers by additions and multiplications alone: the same on every machine.

What a machine's own library gives for `exp` may differ in the last bit from another's, and then so
may a network's answer.
"""

from __future__ import annotations

from decimal import Decimal
from math import factorial, log

from kafelki.kernels.language import kernel, table

LIMIT = 60.0
TERMS = 14
"""With so many terms of the series nothing is left that a number could show."""

_LOG = log(2.0)
_HIGH = round(_LOG * 2**32) / 2**32
"""The logarithm of 2 in two parts: of the first, small multiples are exact."""
_LOW = float(Decimal(2).ln() - Decimal(_HIGH))
_INVERSE = 1.0 / _LOG
_MOST = round(LIMIT / _LOG)
_COEFFICIENTS = table([1.0 / factorial(k) for k in range(TERMS - 1, -1, -1)], "float64")
_POWERS = table([2.0**k for k in range(-_MOST, _MOST + 1)], "float64")


@kernel
def exponential(x: float) -> float:
    """Return e to the power of a number; of one beyond −60 or 60 as of that."""
    x = max(-LIMIT, min(x, LIMIT))
    power = int(x * _INVERSE + (_MOST + 0.5))
    whole = power - _MOST
    rest = (x - whole * _HIGH) - whole * _LOW
    total: float = _COEFFICIENTS[0]
    for k in range(1, TERMS):
        total = total * rest + _COEFFICIENTS[k]
    return total * _POWERS[power]
