"""A small network: from the numbers that describe a position to how the game will end.

One hidden layer beside a straight path; the weights are one flat array:

    first layer [inputs, HIDDEN] · its offsets [HIDDEN] · second [HIDDEN] · straight [inputs] · 1

and one number more, which says what it foretells: the part that the lead in the lowest
colour has in the value of an end (see `value`), 0 where only the places count.
"""

from __future__ import annotations

from kafelki.kernels.language import Fields, kernel
from kafelki.kernels.real_numbers import exponential

HIDDEN = 32


def weight_count(inputs: int) -> int:
    """Return how many numbers a network is made of."""
    return inputs * HIDDEN + 2 * HIDDEN + inputs + 2


@kernel
def predict(weights: Fields, inputs: Fields, hidden: Fields) -> float:
    """Return the network's answer, from 0 to 1; `hidden` is a buffer."""
    count = inputs.shape[0]
    offsets = count * HIDDEN
    second = offsets + HIDDEN
    straight = second + HIDDEN
    for j in range(HIDDEN):
        hidden[j] = weights[offsets + j]
    total = weights[straight + count]
    for i in range(count):
        x = inputs[i]
        if x == 0.0:
            continue
        total += x * weights[straight + i]
        row = i * HIDDEN
        for j in range(HIDDEN):
            hidden[j] += x * weights[row + j]
    for j in range(HIDDEN):
        total += max(hidden[j], 0.0) * weights[second + j]
    return 1.0 / (1.0 + exponential(-total))
