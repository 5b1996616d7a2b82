"""A review as a page that stands alone: graphs as drawings, a table beside each, no script."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from kafelki.review import words
from kafelki.review.graph import curve_svg
from kafelki.review.model import Decision, Draw, Review, SeatSummary
from kafelki.rules.registry import rules_of
from kafelki.rules.texts import Text

STYLE = """
body{font:16px/1.45 system-ui,sans-serif;max-width:60rem;margin:1.5rem auto;padding:0 1rem;
color:#111;background:#fff}
.review table{border-collapse:collapse;margin:.6rem 0;font-size:.9rem}
.review th,.review td{border-bottom:1px solid #bbb;padding:.25rem .55rem;text-align:right;
vertical-align:top}
.review th:first-child,.review td:first-child,.review td.text{text-align:left}
.review tr.large td:first-child{border-left:6px solid #000}
.review tr.medium td:first-child{border-left:6px double #000}
.review tr.small td:first-child{border-left:2px dotted #000}
.review table.moves th,.review table.moves td{text-align:left}
.review svg{width:100%;height:auto}
.review small{color:#444}
"""


def page(review: Review, language: str = "en") -> str:
    """Return the whole page."""
    title = escape(_title(review, language))
    return (
        f'<!DOCTYPE html>\n<html lang="{language}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body>{fragment(review, language)}"
        "</body></html>\n"
    )


def fragment(review: Review, language: str = "en") -> str:
    """Return the review as a part of a page, as notebooks show it."""
    parts = [
        f"<h1>{escape(_title(review, language))}</h1>",
        "" if review.is_calibrated else _paragraph(words.UNCALIBRATED, language),
        _heading(words.SUMMARY, language),
        _summary(review, language),
        _paragraph(words.EXPLAINED, language),
        *(_remarks(each, review, language) for each in review.seats),
        _heading(words.GRAPH, language),
        curve_svg(review, language),
        _curve_table(review, language),
        _heading(words.TURNING, language),
        _turning_points(review, language),
        _heading(words.MOVES, language),
        _moves(review, language),
    ]
    if review.draws:
        parts += [_heading(words.DRAWS, language), _draws(review, language)]
    return f'<div class="review">{"".join(parts)}</div>'


def _title(review: Review, language: str) -> str:
    game = rules_of(review.game).name.in_language(language)
    names = ", ".join(words.name_of(review, seat) for seat in range(review.players))
    return words.TITLE.filled(f"{game} – {names}").in_language(language)


def _heading(text: Text, language: str) -> str:
    return f"<h2>{escape(text.in_language(language))}</h2>"


def _paragraph(text: Text, language: str) -> str:
    return f"<p><small>{escape(text.in_language(language))}</small></p>"


def table(
    head: Sequence[Text | str],
    rows: Sequence[tuple[str, Sequence[str]]],
    lang: str,
    kind: str = "numbers",
) -> str:
    """Return a table; each row comes with the class that it has, and cells of HTML."""
    heads = "".join(
        f'<th scope="col">{escape(each.in_language(lang) if isinstance(each, Text) else each)}</th>'
        for each in head
    )
    body = "".join(
        f'<tr class="{row}">{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'
        for row, cells in rows
    )
    return f'<table class="{kind}"><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'


def _summary(review: Review, language: str) -> str:
    head = [words.PLAYER, words.PLACED, words.ACCURACY, words.ERRORS, words.LOST, words.STRENGTH]
    first = [("", _played(review, each, language)) for each in review.seats]
    sums = [words.PLAYER, words.STARTED, words.LUCK, words.SKILL, words.OTHERS, words.ENDED]
    sums += [words.NET_LUCK, words.WITHOUT_LUCK]
    second = [("", _added_up(review, each, language)) for each in review.seats]
    return table(head, first, language) + table(sums, second, language)


def _played(review: Review, each: SeatSummary, language: str) -> list[str]:
    bands = each.bands
    strength = each.strength
    level = "–"
    if strength is not None:
        level = f"{strength.level:.1f} ({strength.low:.1f}–{strength.high:.1f})"
    return [
        escape(words.name_of(review, each.seat)),
        str(review.places[each.seat]),
        "–" if each.accuracy is None else f"{each.accuracy:.0f} %",
        f"{bands['small']}, {bands['medium']}, {bands['large']}",
        words.change(review, -each.loss, language),
        level.replace(".", ",") if language == "pl" else level,
    ]


def _added_up(review: Review, each: SeatSummary, language: str) -> list[str]:
    return [
        escape(words.name_of(review, each.seat)),
        words.value(review, each.start, language),
        words.change(review, each.luck, language, each.luck_error),
        words.change(review, each.skill, language),
        words.change(review, each.others, language),
        words.value(review, each.result, language),
        words.change(review, each.net_luck, language),
        words.value(review, each.without_luck, language),
    ]


def _remarks(each: SeatSummary, review: Review, language: str) -> str:
    told = [text.in_language(language) for text in each.remarks]
    for event, name in ((each.dearest, words.DEAREST), (each.best, words.BEST_MOVE)):
        if event is not None:
            move = review.decision_at(event)
            size = -(move.loss or 0.0) if name is words.DEAREST else move.gain
            text = f"{name.in_language(language)}: {move.move} ({words.EVENT.in_language(language)}"
            told.append(f"{text} {event}, {words.change(review, size, language)})")
    items = "".join(f"<li>{escape(text)}</li>" for text in told)
    return f"<p><b>{escape(words.name_of(review, each.seat))}</b></p><ul>{items}</ul>"


def _curve_table(review: Review, language: str) -> str:
    """Return what the graph shows as numbers, folded away."""
    names = [words.name_of(review, seat) for seat in range(review.players)]
    curves = [review.curve(seat) for seat in range(review.players)]
    rows = [
        ("", [str(points[0][0]), *(words.value(review, worth, language) for _, worth in points)])
        for points in zip(*curves, strict=True)
    ]
    title = escape(words.NUMBERS.in_language(language))
    shown = table([words.AFTER, *names], rows, language)
    return f"<details><summary>{title}</summary>{shown}</details>"


def _turning_points(review: Review, language: str) -> str:
    names = [words.name_of(review, seat) for seat in range(review.players)]
    rows = []
    for number in review.turning_points:
        step = review.steps[number]
        who = words.whose(review, step, language)
        what = step.move if isinstance(step, Decision) else " ".join(step.texts)
        changes = [words.change(review, each, language) for each in step.change]
        rows.append(("", [str(step.event), escape(who), escape(what), *changes]))
    return table([words.EVENT, words.PLAYER, words.MOVE, *names], rows, language)


def _moves(review: Review, language: str) -> str:
    head = [words.EVENT, words.PLAYER, words.MOVE, words.LOSS, words.JUDGED, words.INSTEAD]
    rows = [(each.band, _move(review, each, language)) for each in review.decisions]
    return table(head, rows, language, "moves")


def _move(review: Review, each: Decision, language: str) -> list[str]:
    judged = words.BAND_NAMES[each.band]
    if each.is_forced:
        judged = words.FORCED
    elif each.is_obvious and each.band == "none":
        judged = words.OBVIOUS
    choices = "<br>".join(
        f"{escape(choice.move)} {_worth(review, choice.value, choice.error, language)}"
        f" <small>{escape(choice.why.in_language(language))}</small>"
        for choice in each.choices
    )
    told = "" if each.loss is None else judged.in_language(language)
    loss = "" if not each.loss else words.change(review, -each.loss, language)
    who = escape(words.name_of(review, each.seat))
    return [str(each.event), who, escape(each.move), loss, escape(told), choices]


def _worth(review: Review, worth: float, error: float, language: str) -> str:
    text = words.value(review, worth, language)
    if error:
        text += words.change(review, 0.0, language, error).removeprefix("+0.0").removeprefix("+0,0")
    return text


def _draws(review: Review, language: str) -> str:
    names = [words.name_of(review, seat) for seat in range(review.players)]
    rows = [("", _drawn(review, each, language)) for each in review.draws]
    return table([words.EVENT, words.PLAYER, words.DRAWN, *names], rows, language)


def _drawn(review: Review, each: Draw, language: str) -> list[str]:
    lucks = [
        words.change(review, luck, language, error)
        for luck, error in zip(each.luck, each.errors, strict=True)
    ]
    who = escape(words.whose(review, each, language))
    return [str(each.event), who, escape(" ".join(each.texts)), *lucks]
