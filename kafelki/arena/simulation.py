"""Games between bots, as records that can be replayed and verified."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from random import Random

from kafelki.bots.guarded import Fault, Guarded
from kafelki.bots.protocol import Bot, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Game
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal


def simulate(
    header: Header,
    bots: Sequence[str],
    games: int,
    seed: str,
    report: Callable[[Fault], None] = lambda fault: None,
) -> Iterator[Game]:
    """Yield finished games between bots; the same seed gives the same games.

    One bot's name stands for every seat, otherwise each seat has its own. `report` is
    told what a bot got wrong; the games go on.
    """
    names = list(bots) * header.players if len(bots) == 1 else list(bots)
    if len(names) != header.players:
        raise Refusal(f"{header.players} seats need 1 or {header.players} bots, not {len(names)}")
    if games < 0:
        raise Refusal(f"the number of games cannot be {games}")
    players = [Guarded(bot_named(name, header.game), report, name) for name in names]
    seats = [{"name": f"{name} {seat}", "bot": name} for seat, name in enumerate(names)]
    try:
        for number in range(games):
            game = Game(header, seats=seats, seed=_bytes_of(seed, "chance", number), deals=True)
            yield play_out(game, players, Random(_bytes_of(seed, "bots", number)))
    finally:
        for player in players:
            player.close()


def _bytes_of(seed: str, use: str, number: int) -> bytes:
    return hashlib.sha256(f"{seed}/{use}/{number}".encode()).digest()


def play_out(game: Game, bots: Sequence[Bot], random: Random) -> Game:
    """Let bots play a game to its end and return it; where several may act, any goes first."""
    while not game.over:
        acting = game.to_act
        seat = acting[random.randrange(len(acting))] if len(acting) > 1 else acting[0]
        game.play(bots[seat].choose(Turn(game, seat, random)), seat)
    return game
