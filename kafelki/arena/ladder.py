"""How strong the bots are, for docs/bots.md: every game's levels, one step after the other."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from kafelki.arena.report import markdown_table, measured, meeting_text, milliseconds
from kafelki.arena.schedule import TournamentPlan
from kafelki.arena.standings import Summary
from kafelki.bots.budgeted import SIGN
from kafelki.bots.protocol import Budget, Searcher
from kafelki.bots.registry import bot_named, bots_of, levels_of
from kafelki.play.header import Header
from kafelki.play.record import write_whole
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import rules_of

BEGIN, END = "<!-- ladder:begin -->", "<!-- ladder:end -->"
PLAIN = ("expert", "greedy", "random")
LESS = 4
"""The expert also meets itself with so many times less to think."""


@dataclass(frozen=True)
class Conditions:
    """What all tournaments of a ladder share."""

    games: int
    seed: str
    budget: Budget
    compiled: bool = True
    search_games: int | None = None
    """Games where a bot searches for as long as it may; by default as many as elsewhere."""

    def games_of(self, game: str, bots: Sequence[str]) -> int:
        """Return how many games these bots play."""
        slow = any(isinstance(bot_named(bot, game), Searcher) for bot in bots)
        return self.search_games or self.games if slow else self.games

    @property
    def less(self) -> str:
        """The budget of a bot with a part of what the others have, as it stands in a name."""
        seconds, nodes = self.budget.seconds, self.budget.nodes
        if nodes is not None:
            return f"{max(1, nodes // LESS)}"
        return f"{round((seconds or 1.0) / LESS, 6):f}".rstrip("0").rstrip(".") + "s"

    @property
    def options(self) -> list[str]:
        """What the command needs to be told to play under these conditions again."""
        seconds, nodes = self.budget.seconds, self.budget.nodes
        told = ["--games", f"{self.games}"]
        if self.search_games is not None:
            told += ["--search-games", f"{self.search_games}"]
        if seconds is not None:
            told += ["--seconds", f"{seconds:g}"]
        if nodes is not None:
            told += ["--nodes", f"{nodes}"]
        return [*told, "--seed", self.seed]


def ladder(game: str, conditions: Conditions) -> list[TournamentPlan]:
    """Return a game's tournaments, the bot expected to win named first; bots it lacks are left out.

    Adjacent levels, expert against greedy and against itself with less to think, for two;
    greedy against random for every number of players and variant; everybody alone, where
    the game can be played so.
    """
    known = bots_of(game)
    headers = [Header(game, each.players, each.variant) for each in rules_of(game).seatings]
    duels = [each for each in headers if (each.players, each.variant) == (2, "standard")]
    meetings = [(higher.id, lower.id) for lower, higher in pairwise(levels_of(game))]
    meetings.append(("expert", "greedy"))
    pairs = [(two, bots) for two in duels for bots in meetings]
    pairs += [(header, ("greedy", "random")) for header in headers if header.players > 1]
    tables: list[tuple[Header, tuple[str, ...]]]
    tables = [(header, bots) for header, bots in pairs if all(bot in known for bot in bots)]
    if "expert" in known and isinstance(bot_named("expert", game), Searcher):
        tables += [(two, ("expert", f"expert{SIGN}{conditions.less}")) for two in duels]
    tables += [
        (header, (bot,))
        for header in headers
        for bot in PLAIN
        if header.players == 1 and bot in known
    ]
    shared = conditions.seed, conditions.budget, conditions.compiled
    return [
        TournamentPlan(header, bots, conditions.games_of(game, bots), *shared)
        for header, bots in tables
    ]


def file_of(plan: TournamentPlan, folder: Path) -> Path:
    """Return the file of one tournament of a ladder."""
    header = plan.header
    name = "-".join([header.game, str(header.players), header.variant, *plan.bots])
    return folder / f"{name}.jsonl"


def ladder_text(summaries: Sequence[Summary], remark: str, options: Sequence[str]) -> str:
    """Return the tables of all games as Markdown, under a remark on how they were made.

    Each game's tables follow the command, with these options, that plays them alone.
    """
    parts = [remark]
    for game in dict.fromkeys(each.plan.header.game for each in summaries):
        own = [each for each in summaries if each.plan.header.game == game]
        parts.append(f"### {rules_of(game).name.en}")
        parts.append(f"`{shlex.join(['kafelki', 'arena', game, '--ladder', *options])}`")
        against = [each for each in own if each.plan.header.players > 1]
        if against:
            parts.append(markdown_table(_against_rows(against)))
        alone = [each for each in own if each.plan.header.players == 1]
        if alone:
            parts.append(markdown_table(_alone_rows(alone)))
    return "\n\n".join(parts)


def _against_rows(summaries: Sequence[Summary]) -> list[list[str]]:
    measure = summaries[0].measure
    head = ["bot", "against", "players", "games", "before–level–behind", "Elo", measure]
    return [[*head, "ms a move", "longest", "faults"], *map(_against_row, summaries)]


def _against_row(summary: Summary) -> list[str]:
    one, other = summary.plan.bots
    difference, width = summary.difference(one, other)
    first, second = summary.standing(one), summary.standing(other)
    header = summary.plan.header
    variant = "" if header.variant == "standard" else f" ({header.variant})"
    return [
        one,
        other,
        f"{header.players}{variant}",
        str(summary.games),
        meeting_text(summary.meetings[one, other]),
        f"{difference:+.0f} ± {width:.0f}",
        f"{first.measure:.2f} : {second.measure:.2f}",
        f"{milliseconds(first.seconds)} : {milliseconds(second.seconds)}",
        f"{milliseconds(first.longest)} : {milliseconds(second.longest)}",
        str(first.faults + second.faults),
    ]


def _alone_rows(summaries: Sequence[Summary]) -> list[list[str]]:
    head = ["alone", "games", summaries[0].measure, "±", "worst", "5 %", "median", "95 %", "best"]
    rows = [
        [each.bot, str(each.games), *measured(each), milliseconds(each.seconds)]
        for summary in summaries
        for each in summary.standings
    ]
    return [[*head, "ms a move"], *rows]


def check_markers(path: Path) -> None:
    """Refuse a file without a place for the tables: before the games, not after them."""
    text = path.read_text("utf-8")
    if not 0 <= text.find(BEGIN) < text.find(END):
        raise Refusal(f"{path} has no {BEGIN} with a {END} after it")


def write_between_markers(path: Path, text: str) -> None:
    """Replace what stands between the markers of a file."""
    check_markers(path)
    before, _, rest = path.read_text("utf-8").partition(BEGIN)
    after = rest.partition(END)[2]
    write_whole(path, f"{before}{BEGIN}\n\n{text}\n\n{END}{after}")
