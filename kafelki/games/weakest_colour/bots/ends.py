"""How games of bots that look one move deep end, from any position on: thousands of them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.bots.levels import Careless
from kafelki.bots.protocol import Bot
from kafelki.bots.random_bot import RandomBot
from kafelki.bots.valuing import Ends
from kafelki.games.weakest_colour.bots import playing_on
from kafelki.games.weakest_colour.bots.greedy import OneDeep
from kafelki.games.weakest_colour.bots.playing_on import ANY_MOVE, ANY_OF_BEST, styles_of
from kafelki.games.weakest_colour.bots.workspace import Workspace, kernels_of, network_for
from kafelki.kernels.language import Position
from kafelki.kernels.randomness import random_state
from kafelki.play.header import Header
from kafelki.rules.engine import compiled_engine, loop_for


class Style(NamedTuple):
    """How a bot chooses, as the loop knows it."""

    among: int
    has_network: bool = False
    slack: float = 1.0


def style_of(bot: Bot) -> Style | None:
    """Return how a bot chooses; None where the loop cannot choose like it."""
    if isinstance(bot, RandomBot):
        return Style(ANY_MOVE)
    if isinstance(bot, OneDeep):
        return Style(ANY_OF_BEST, bot.network)
    if isinstance(bot, Careless) and isinstance(bot.judge, OneDeep):
        return Style(bot.among, bot.judge.network, bot.slack)
    return None


def ends_of(header: Header, bots: Sequence[Bot]) -> Ends | None:
    """Return what plays these bots' games to their ends; None where one of them thinks longer."""
    styles = [style_of(bot) for bot in bots]
    known = [style for style in styles if style is not None]
    if len(known) < len(styles):
        return None
    written = styles_of.empty()
    fields = written.view(styles_of.dtype)[0]
    for seat, style in enumerate(known):
        fields["among"][seat], fields["has_network"][seat], fields["slack"][seat] = style
    work = Workspace(compiled_engine(header.game), network_for(header))
    size = header.rules.layout.size
    room = np.zeros((2, size), dtype=np.uint8)

    def play(start: Position, games: int, seed: int) -> npt.NDArray[np.uint8]:
        ends = np.zeros((games, size), dtype=np.uint8)
        run = compiled_loop(header.game)
        run(start, ends, room, random_state(seed), written, work.state)
        return ends

    return play


@cache
def compiled_loop(game: str) -> Any:
    """Return the loop of a game as machine code."""
    from kafelki.kernels import compiler

    kernels = kernels_of(game)
    loop = loop_for(game, playing_on, shortlist=kernels.shortlist, desk=kernels.desk)
    position, rows = compiler.POSITION, compiler.POSITION.copy(ndim=2)
    kind = compiler.NOTHING(position, rows, rows, compiler.RANDOM, position, position)
    return compiler.compiled_for(loop.play_games, kind)
