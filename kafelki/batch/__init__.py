"""Many games of one kind at once, a call a step: for programs that learn, on all cores.

>>> from kafelki.batch import Batch
>>> batch = Batch("geniusz", games=64, players=2, seed=1)
>>> seen = batch.reset()
>>> seen.planes.shape, seen.mask.shape
((64, 7, 15, 15), (64, 16635))
>>> for _ in range(100):
...     seen = batch.step()  # random moves; or batch.step(actions)
>>> float(seen.rewards.sum()), batch.ended_games > 64
(0.0, True)
"""

from kafelki.batch.batch import RESTART, WAIT, Batch, IllegalAction, Seen
from kafelki.rules.observation import Observation, observation_of

__all__ = [
    "RESTART",
    "WAIT",
    "Batch",
    "IllegalAction",
    "Observation",
    "Seen",
    "observation_of",
]
