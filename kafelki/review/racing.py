"""Trying moves in possible worlds until the best is clear, or the budget ends."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from kafelki.bots.halving import Indices, Values
from kafelki.bots.valuing import Trials
from kafelki.rules.engine import Numbers

CHUNK = 16
"""Worlds between two looks at who is still in the race."""
CLEAR = 2.6
"""A move is out once it is behind the best by so many standard errors of their difference."""


@dataclass
class Raced:
    """What moves turned out to be worth, with standard errors."""

    values: Values
    errors: Values
    behind: Values
    """How far each is behind the best of them,"""
    doubts: Values
    """and the standard error of that: 0 for the best."""


def race(moves: Numbers, trials: Trials, worlds: int, lead: float = 0.0) -> Raced:
    """Return what moves are worth, all tried in the same worlds; those clearly behind drop out.

    The first move stays in to the end: it is the one that was played. With `lead` the others drop
    out only once they are clearly behind by more than that.
    """
    count = len(moves)
    rows = np.full((worlds, count), np.nan)
    active: Indices = np.arange(count)
    done = 0
    while done < worlds and len(active) > 1:
        chunk = min(CHUNK, worlds - done)
        rows[done : done + chunk, active] = trials(moves[active], chunk)
        done += chunk
        active = _still_in(rows[:done], active, lead)
    return _counted(rows[:done])


def _still_in(rows: Values, active: Indices, lead: float) -> Indices:
    seen = rows[:, active]
    best = int(seen.mean(axis=0).argmax())
    ahead = seen[:, [best]] - seen
    errors = ahead.std(axis=0, ddof=1) / np.sqrt(len(seen))
    keep = ahead.mean(axis=0) - lead <= CLEAR * errors
    keep[best] = True
    keep[active == 0] = True
    kept: Indices = active[keep]
    return kept


def _counted(rows: Values) -> Raced:
    tried = (~np.isnan(rows)).sum(axis=0)
    values = np.nanmean(rows, axis=0)
    errors = np.nanstd(rows, axis=0, ddof=1) / np.sqrt(tried)
    # One that dropped out was tried in fewer worlds: what counts is how far it was behind in those.
    best = max(np.flatnonzero(tried == len(rows)).tolist(), key=lambda k: values[k])
    ahead = rows[:, [best]] - rows
    behind = np.nanmean(ahead, axis=0)
    doubts = np.nanstd(ahead, axis=0, ddof=1) / np.sqrt(tried)
    return Raced(values[best] - behind, errors, behind, doubts)
