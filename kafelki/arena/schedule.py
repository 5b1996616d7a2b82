"""Which games a tournament plays: a fixed list in which nobody gains from seats or luck.

A deal is one chance seed. On every deal every lineup is played in all its seat
rotations, so each bot meets the same draws from each seat equally often. More games
only add deals at the end: a longer tournament goes on where a shorter one stopped.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations, product

from kafelki.bots.protocol import Budget
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal


@dataclass(frozen=True)
class Match:
    """One scheduled game: its number, its deal, and the bot of each seat."""

    index: int
    deal: int
    lineup: tuple[str, ...]


@dataclass(frozen=True)
class TournamentPlan:
    """A tournament: what is played, by whom, how often, from which seed, thinking how long."""

    header: Header
    bots: tuple[str, ...]
    games: int
    """Games for every lineup, rounded up to whole deals."""
    seed: str
    budget: Budget = field(default_factory=Budget)
    compiled: bool = True
    """Whether the rules run as machine code; the games are the same either way."""
    verbose: bool = False
    """Whether what programs say beside their answers is shown."""

    def __post_init__(self) -> None:
        if not self.bots:
            raise Refusal("a tournament needs at least one bot")
        twice = [name for name in self.bots if self.bots.count(name) > 1]
        if twice:
            raise Refusal(f"{twice[0]!r} is named twice; a bot always meets itself as a draw")
        if self.games < 1:
            raise Refusal(f"the number of games cannot be {self.games}")

    @property
    def sides(self) -> int:
        """How many play against each other: two where seats form teams."""
        return 2 if self.header.teams else self.header.players

    @property
    def deals(self) -> int:
        """How many chance seeds there are."""
        rotations = self.sides if len(self.bots) > 1 else 1
        return -(-self.games // rotations)

    @property
    def key(self) -> str:
        """A fingerprint of all that decides the games, except how many there are."""
        header = self.header
        settings = [header.game, header.rules.version, header.players, header.variant]
        settings += [dict(header.options), self.bots, self.seed]
        settings += [self.budget.seconds, self.budget.nodes]
        return hashlib.sha256(json.dumps(settings, sort_keys=True).encode()).hexdigest()[:16]

    def matches(self) -> list[Match]:
        """Return the games to be played, in order."""
        cycles = [cyclic_orders(lineup) for lineup in lineups_of(self.bots, self.sides)]
        times = self.header.players // self.sides  # partners sit opposite
        matches: list[Match] = []
        for deal, orders in product(range(self.deals), cycles):
            # Who sits behind whom matters too: the orders take turns from deal to deal.
            for order in rotations(orders[deal % len(orders)]):
                matches.append(Match(len(matches), deal, order * times))
        return matches

    def chance(self, deal: int) -> bytes:
        """Return the chance seed of a deal."""
        return seed_for(self.seed, "chance", deal)

    def stream(self, match: Match, seat: int) -> bytes:
        """Return the seed of the random stream that the bot at a seat is given in a game."""
        return seed_for(self.seed, "bots", match.index, seat)


def seed_for(*words: object) -> bytes:
    """Return the seed that words and numbers stand for, the first being a seed itself."""
    return hashlib.sha256("/".join(map(str, words)).encode()).digest()


def lineups_of(bots: Sequence[str], sides: int) -> list[tuple[str, ...]]:
    """Return every set of bots that fills the sides with as many different ones as possible.

    >>> lineups_of("ABC", 2)
    [('A', 'B'), ('A', 'C'), ('B', 'C')]
    >>> lineups_of("AB", 3)
    [('A', 'A', 'B'), ('A', 'B', 'B')]
    """
    different = min(len(bots), sides)
    most = sides - different + 1
    return [
        tuple(bot for bot, count in zip(chosen, counts, strict=True) for _ in range(count))
        for chosen in combinations(bots, different)
        for counts in product(range(most, 0, -1), repeat=different)
        if sum(counts) == sides
    ]


def cyclic_orders(lineup: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the different ways to sit around a table, wherever the first seat may be.

    >>> cyclic_orders("AABB")
    [('A', 'A', 'B', 'B'), ('A', 'B', 'A', 'B')]
    """
    found = {min(rotations(order)) for order in permutations(lineup)}
    return sorted(found)


def rotations(order: Sequence[str]) -> list[tuple[str, ...]]:
    """Return an order as seen from every seat, without repeats.

    >>> rotations("ABAB")
    [('A', 'B', 'A', 'B'), ('B', 'A', 'B', 'A')]
    """
    turned = [(*order[k:], *order[:k]) for k in range(len(order))]
    return list(dict.fromkeys(turned))
