"""When a mistake is asked about again: the better it is remembered, the later.

This is the Free Spaced Repetition Scheduler with its usual numbers: it asks again when the right
answer is likely to be known still in nine of ten cases. It is asked by the day: who was wrong is
asked again tomorrow, who is right the first time in two days.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache

from fsrs import Card, Rating, Scheduler, State

LONGEST = 365
"""Days after which at the latest it is asked again."""


@dataclass(frozen=True)
class Memory:
    """How well the answer to a mistake is remembered. Times are milliseconds since 1970."""

    asked: int | None = None
    """When it was asked last."""
    stability: float | None = None
    """In how many days nine of ten such answers are still known."""
    difficulty: float | None = None
    """From 1 to 10."""
    due: int = 0
    """When it is to be asked again."""

    def after(self, right: bool, now: int) -> Memory:
        """Return how well it is remembered after an answer."""
        moment = datetime.fromtimestamp(now / 1000, UTC)
        card = Card(card_id=0, due=moment)
        if self.asked is not None:
            card = Card(
                card_id=0,
                state=State.Review,
                stability=self.stability,
                difficulty=self.difficulty,
                due=moment,
                last_review=datetime.fromtimestamp(self.asked / 1000, UTC),
            )
        rating = Rating.Good if right else Rating.Again
        card, _ = _scheduler().review_card(card, rating, moment)
        due = round(card.due.timestamp() * 1000)
        return Memory(now, card.stability, card.difficulty, due)


NEW = Memory()
"""Of what was never asked about."""


@cache
def _scheduler() -> Scheduler:
    """Return the scheduler: by whole days alone, and always the same for the same answers."""
    return Scheduler(
        learning_steps=(), relearning_steps=(), maximum_interval=LONGEST, enable_fuzzing=False
    )
