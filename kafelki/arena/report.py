"""A tournament's results as tables: for a terminal, or as Markdown."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import indent

from kafelki.arena.schedule import TournamentPlan
from kafelki.arena.standings import Meeting, Standing, Summary
from kafelki.bots.budgeted import parted
from kafelki.bots.guarded import Fault
from kafelki.bots.protocol import Budget

Rows = Sequence[Sequence[str]]
MOST_FAULTS_SHOWN = 5
NAMED = " where a bot's name tells no other limit"


def report(summary: Summary, markdown: bool = False) -> str:
    """Return all tables of a tournament."""
    table = markdown_table if markdown else text_table
    parts = [headline(summary), table(standings_rows(summary))]
    if len(summary.plan.bots) > 1 and summary.meetings:
        parts.append("Before – level – behind, and the share of the points, by row:")
        parts.append(table(crosstable_rows(summary)))
    parts += _troubles(summary)
    return "\n\n".join(parts)


def headline(summary: Summary) -> str:
    """Return what was played, in a sentence."""
    plan = summary.plan
    own = any(parted(bot)[1] is not None for bot in plan.bots)
    return (
        f"{table_name(plan)}: {_count(summary.games, 'game')} on {_count(summary.deals, 'deal')}, "
        f"{budget_text(plan.budget)}{NAMED if own else ''}, seed {plan.seed}"
    )


def table_name(plan: TournamentPlan) -> str:
    """Return the game, how many play, the variant and the options, in short."""
    header = plan.header
    name = f"{header.game}, {_count(header.players, 'player')}"
    if header.variant != "standard":
        name += f", {header.variant}"
    return name + "".join(f", {option} {value}" for option, value in header.options.items())


def budget_text(budget: Budget) -> str:
    """Return how long a bot may think, in words."""
    limits = []
    if budget.seconds is not None:
        limits.append(f"{budget.seconds:g} s")
    if budget.nodes is not None:
        limits.append(_count(budget.nodes, "node"))
    return f"at most {' and '.join(limits)} a move" if limits else "no limit a move"


def _count(number: int, what: str) -> str:
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def standings_rows(summary: Summary) -> list[list[str]]:
    """Return the table of the bots, best first, with its head."""
    head = ["bot", "rating", "95 %", "games", "share", "place", summary.measure, "±"]
    head += ["worst", "5–50–95 %", "best", "ms a move", "longest", "faults", "forfeits"]
    return [head, *(_standing_row(each) for each in summary.standings)]


def _standing_row(each: Standing) -> list[str]:
    low, high = each.interval
    mean, deviation, worst, *middle, best = measured(each)
    shown = [mean, deviation, worst, "–".join(middle), best]
    return [
        each.bot,
        f"{each.rating:+.0f}",
        f"{low:+.0f} … {high:+.0f}",
        str(each.games),
        percent(each.share),
        f"{each.place:.2f}",
        *(shown if each.measured else ["–"] * len(shown)),
        milliseconds(each.seconds),
        milliseconds(each.longest),
        str(each.faults),
        str(each.forfeits),
    ]


def measured(each: Standing) -> list[str]:
    """Return what a bot reached: mean, deviation, worst, 5 %, median, 95 %, and best."""
    quantiles = [f"{each.quantiles[k]:g}" for k in (0, 1, 3, 5, 6)]
    return [f"{each.measure:.2f}", f"{each.deviation:.2f}", *quantiles]


def crosstable_rows(summary: Summary) -> list[list[str]]:
    """Return the table of every bot against every other, with its head."""
    names = [each.bot for each in summary.standings]
    return [
        ["", *names],
        *(
            [one, *(meeting_text(summary.meetings.get((one, other))) for other in names)]
            for one in names
        ),
    ]


def meeting_text(meeting: Meeting | None) -> str:
    """Return how often one was before, level with and behind another."""
    if meeting is None:
        return "·"
    return f"{meeting.wins}–{meeting.draws}–{meeting.losses} {percent(meeting.share)}"


def percent(share: float) -> str:
    """Return a share as a percentage."""
    return f"{100 * share:.1f} %"


def milliseconds(seconds: float) -> str:
    """Return a time in milliseconds, with as many digits as say something."""
    thousandths = 1000 * seconds
    return f"{thousandths:.2f}" if thousandths < 10 else f"{thousandths:.0f}"


def forfeits(summary: Summary) -> list[str]:
    """Return a sentence about every bot that lost games by a fault."""
    return [
        f"{each.bot} failed in {each.forfeits} of {_count(each.games, 'game')}, lost for it"
        for each in summary.standings
        if each.forfeits
    ]


def _troubles(summary: Summary) -> list[str]:
    parts = ["\n".join(forfeits(summary))] if forfeits(summary) else []
    total = sum(each.faults for each in summary.standings)
    if total:
        told = [indent(str(Fault(**fault)), "  ") for fault in summary.faults[:MOST_FAULTS_SHOWN]]
        parts.append("\n".join([f"{_count(total, 'fault')}, such as:", *told]))
    if summary.lost:
        told = [f"  {each}" for each in summary.lost[:MOST_FAULTS_SHOWN]]
        parts.append("\n".join([f"{_count(len(summary.lost), 'game')} not played:", *told]))
    return parts


# Tables


def text_table(rows: Rows) -> str:
    """Return rows in columns, the first to the left and the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(
            text.rjust(width) if k else text.ljust(width)
            for k, (text, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def markdown_table(rows: Rows) -> str:
    """Return rows as a Markdown table, the first row being its head."""
    head, *body = [[text.replace("|", "\\|") for text in row] for row in rows]
    ruler = ["---", *("---:" for _ in head[1:])]
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ruler, *body))
