"""A review as text."""

from __future__ import annotations

from kafelki.arena.report import text_table
from kafelki.review import words
from kafelki.review.model import Review
from kafelki.rules.registry import rules_of

MOST_ERRORS = 12
"""So many errors are listed, the largest."""


def review_text(review: Review, language: str) -> str:
    """Return a review's summary, its largest errors and what the moves of those were."""
    name = rules_of(review.game).name.in_language(language)
    title = words.TITLE.filled(name).in_language(language)
    parts = [title, text_table(_summary(review, language)), text_table(_sums(review, language))]
    parts.append(words.EXPLAINED.in_language(language))
    if not review.is_calibrated:
        parts.append(words.UNCALIBRATED.in_language(language))
    for each in review.seats:
        told = [text.in_language(language) for text in each.remarks]
        if told:
            parts.append(
                f"{words.name_of(review, each.seat)}:\n" + "\n".join(f"  {t}" for t in told)
            )
    errors = _errors(review, language)
    if len(errors) > 1:
        parts.append(text_table(errors))
    return "\n\n".join(parts)


def _summary(review: Review, language: str) -> list[list[str]]:
    head = [words.PLAYER, words.PLACED, words.ACCURACY, words.ERRORS, words.LOST, words.STRENGTH]
    rows = [[text.in_language(language) for text in head]]
    for each in review.seats:
        strength = each.strength
        told = "–"
        if strength:
            told = f"{strength.level:.1f} ({strength.low:.1f}–{strength.high:.1f})"
        rows.append(
            [
                words.name_of(review, each.seat),
                str(review.places[each.seat]),
                "–" if each.accuracy is None else f"{each.accuracy:.0f} %",
                ", ".join(str(each.bands[band]) for band in ("small", "medium", "large")),
                words.change(review, -each.loss, language),
                told,
            ]
        )
    return rows


def _sums(review: Review, language: str) -> list[list[str]]:
    head = [words.PLAYER, words.STARTED, words.LUCK, words.SKILL, words.OTHERS, words.ENDED]
    head += [words.NET_LUCK, words.WITHOUT_LUCK]
    rows = [[text.in_language(language) for text in head]]
    rows += [
        [
            words.name_of(review, each.seat),
            words.value(review, each.start, language),
            words.change(review, each.luck, language, each.luck_error),
            words.change(review, each.skill, language),
            words.change(review, each.others, language),
            words.value(review, each.result, language),
            words.change(review, each.net_luck, language),
            words.value(review, each.without_luck, language),
        ]
        for each in review.seats
    ]
    return rows


def _errors(review: Review, language: str) -> list[list[str]]:
    """Return the largest errors in the order of the game, with what was better and why."""
    head = [words.EVENT, words.PLAYER, words.MOVE, words.LOSS, words.JUDGED, words.INSTEAD]
    wrong = [each for each in review.decisions if each.loss and each.band != "none"]
    largest = sorted(wrong, key=lambda each: -(each.loss or 0.0))[:MOST_ERRORS]
    rows = [[text.in_language(language) for text in head]]
    for each in sorted(largest, key=lambda each: each.event):
        best = each.choices[0]
        rows.append(
            [
                str(each.event),
                words.name_of(review, each.seat),
                each.move,
                words.change(review, -(each.loss or 0.0), language),
                words.BAND_NAMES[each.band].in_language(language),
                f"{best.move} ({best.why.in_language(language)})",
            ]
        )
    return rows
