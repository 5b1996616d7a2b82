"""The batch: arrays of many games, and what may be done with them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.arena.executors import cores
from kafelki.batch import loops, sharing
from kafelki.batch.loops import HEAD, RESTART, WAIT
from kafelki.batch.sharing import SAMPLE, STEP
from kafelki.batch.threads import Ask, Crew, TakePart
from kafelki.kernels.bitset import words_for
from kafelki.kernels.language import filled
from kafelki.kernels.randomness import random_state, random_word
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.rules.engine import Engine, compiled_engine, loop_for
from kafelki.rules.observation import observation_of
from kafelki.rules.registry import package_of, rules_of

__all__ = ["RESTART", "WAIT", "Batch", "IllegalAction", "Seen"]

Masks = Literal["dense", "packed", "none"]

LARGE_MASK = 4096
"""From so many bytes on, a mask is not cleared as a whole but where moves were marked."""


class IllegalAction(Refusal):
    """An action that may not be played in a game of a batch."""


class Seen(NamedTuple):
    """What a step brought, a row a game: the batch's own arrays, which the next step overwrites."""

    seats: npt.NDArray[np.int8]
    """[game]: who is to act, −1 where that is chance."""
    mask: npt.NDArray[Any]
    """[game, move]: what that seat may play; eight moves a byte, lowest bit first, if packed."""
    planes: npt.NDArray[np.int8]
    """[game, plane, row, column]: what that seat sees of the board."""
    vector: npt.NDArray[np.int16]
    """[game, number]: what else it knows."""
    rewards: npt.NDArray[np.float32]
    """[game, seat]: what the step brought each seat."""
    ended: npt.NDArray[np.bool_]
    """[game]: whether the step ended the game; all but `rewards` and `points` is of the next."""
    points: npt.NDArray[np.int16]
    """[game, seat, number]: the points after the step, at the end of a game the last ones."""


class Batch:
    """Many games of one kind at once.

    A seat's reward comes at the end: the part of its rivals that it beat, less the part that beat
    it. Who plays alone gets what the game measures, as it grows. Each game has random numbers of
    its own, so the same seed and actions give the same whatever the number of threads.
    """

    def __init__(
        self,
        game: str,
        games: int,
        players: int = 2,
        variant: str = "standard",
        options: Mapping[str, Any] | None = None,
        *,
        seed: int = 0,
        masks: Masks = "dense",
        observe: bool = True,
        chance: bool = False,
        threads: int | None = None,
        compiled: bool = True,
    ) -> None:
        """Set up so many games; `reset` begins them.

        With `chance` it is a player, too: where it is to act, `outcomes` tells what may happen,
        and the action is one of them.
        """
        self.header = Header(game, players, variant, dict(options or {}))
        self.observation = observation_of(game)
        self.games = games
        self.ended_games = 0
        """How many games have ended so far."""
        self._engine = compiled_engine(game) if compiled else Engine(self.header.rules)
        self._crew = Crew(games, (threads or cores()) if self._engine.compiled else 1)
        self._crew.stay_with(self)
        self._chance = int(chance)
        self._rivals = players // 2 if self.header.teams else players - 1
        self._start = self._engine.first_position(*self.header.numbers)
        self.rows = np.zeros((games, (HEAD + len(self._start) + 63) // 64 * 64), dtype=np.uint8)
        """[game, byte]: all of each game. Copies of rows put back bring games back: see `look`."""
        self.rows[:, HEAD : HEAD + len(self._start)] = self._start
        self._streams = np.zeros((games, HEAD), dtype=np.uint8)
        self._actions = np.zeros((2, games), dtype=np.int32)  # those that are played, and sampled
        self._make_room(masks, observe)
        self._ask, self._take_part = self._loops()
        self.seed(seed)

    def _make_room(self, masks: Masks, observe: bool) -> None:
        rules, games, players = self.header.rules, self.games, self.header.players
        if masks not in ("dense", "packed", "none"):
            raise Refusal(f"masks are 'dense', 'packed' or 'none', not {masks!r}")
        words = words_for(rules.move_count) if masks == "packed" else 0
        flags = rules.move_count if masks == "dense" else 0
        sight = self.observation
        by_list = 8 * words + flags >= LARGE_MASK and not (words and sight.mark)
        marked = 1 + rules.most_moves if by_list else 0
        plane_room = sight.plane_shape if observe else (0, 0, 0)
        self._packed = np.zeros((games, words), dtype=np.uint64)
        self._dense = np.zeros((games, flags), dtype=np.uint8)
        self._marks = np.zeros((games, marked), dtype=np.int32)
        self._refused = np.zeros(games, dtype=np.uint8)
        planes = np.zeros((games, *plane_room), dtype=np.int8)
        self._seen = Seen(
            seats=np.zeros(games, dtype=np.int8),
            mask=self._packed.view(np.uint8) if words else self._dense.view(np.bool_),
            planes=planes,
            vector=np.zeros((games, len(sight.vector) if observe else 0), dtype=np.int16),
            rewards=np.zeros((games, players), dtype=np.float32),
            ended=np.zeros(games, dtype=np.bool_),
            points=np.zeros((games, players, len(sight.points)), dtype=np.int16),
        )

    def seed(self, seed: int) -> None:
        """Give every game random numbers that follow from a seed; the next `reset` uses them."""
        source = random_state(seed).data
        words = [random_word(source) for _ in range(2 * self.games)]
        numbers = np.array(words, dtype=np.uint64).reshape(2, self.games, 1)
        self.rows[:, :HEAD] = numbers[0].view(np.uint8)
        self._streams[:] = numbers[1].view(np.uint8)

    def reset(self) -> Seen:
        """Begin every game anew and return what there is to see."""
        return self.step(np.full(self.games, RESTART, dtype=np.int32))

    def look(self) -> Seen:
        """Return what there is to see now, after rows were changed: nothing is played."""
        return self.step(np.full(self.games, WAIT, dtype=np.int32))

    def step(self, actions: npt.ArrayLike) -> Seen:
        """Play an action in every game and return what it brought.

        An action is the number of a legal move, `WAIT` or `RESTART`. With one that is neither,
        IllegalAction names the first game: those of that kind are left as they were, all others
        have gone on.
        """
        chosen = np.ascontiguousarray(actions, dtype=np.int32)
        if chosen.shape != (self.games,):
            raise Refusal(f"there is an action for each of {self.games} games, not {chosen.shape}")
        self._actions[0] = chosen
        self._crew.do(STEP, self._ask, self._take_part)
        self.ended_games += int(np.count_nonzero(self._seen.ended))
        if self._refused.any():
            game = int(self._refused.argmax())
            raise IllegalAction(f"game {game} cannot play {int(chosen[game])}")
        return self._seen

    def sample(self) -> npt.NDArray[np.int32]:
        """Return an action for every game, each as likely as any other that may be played.

        Chance, where it is a player, brings outcomes by their weights.
        """
        self._crew.do(SAMPLE, self._ask, self._take_part)
        sampled: npt.NDArray[np.int32] = self._actions[1].copy()
        return sampled

    def outcomes(self, game: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Return what chance may bring in a game, and how many tiles give each."""
        if self._seen.seats[game] >= 0:
            return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
        return self._engine.outcomes(self.position(game))

    def position(self, game: int) -> npt.NDArray[np.uint8]:
        """Return the position of a game: the bytes in its row, which the next step changes."""
        return self.rows[game, HEAD : HEAD + len(self._start)]

    def _loops(self) -> tuple[Ask, TakePart]:
        """Return what asks for something, and what does it with all that this batch has.

        The helpers keep it: so it holds the arrays, but not the batch.
        """
        seen, crew, games = self._seen, self._crew, self.games
        own = _shared(self.header.game, self._engine.compiled)
        desks = filled_in(self.header.game).desk.rows(crew.threads)
        room = (
            *(seen.seats, seen.rewards, seen.ended.view(np.uint8), self._refused),
            *(seen.points.reshape(games, -1), seen.planes.reshape(games, -1), seen.vector),
            *(self._packed, self._dense, self._marks),
        )
        played, sampled = (self._engine.buffer(each) for each in self._actions)
        given = (self.rows, self._start, played, self._chance, self._rivals, desks, room)
        streams, board = self._streams, crew.board

        def ask(chunks: int, what: int) -> int:
            return int(own.ask(board, chunks, what))

        def take_part(thread: int, chunks: int, patience: int) -> int:
            return int(own.take_part(board, thread, chunks, patience, *given, streams, sampled))

        return ask, take_part


@cache
def filled_in(game: str) -> ModuleType:
    """Return the loops of a batch for one game."""
    rules, sight = rules_of(game), observation_of(game)
    size = rules.layout.size
    return loop_for(
        game,
        loops,
        write=sight.write,
        count=sight.count,
        reached=sight.reached,
        mark=sight.mark or loops.mark_nothing,
        HAS_MARK=int(sight.mark is not None),
        SIZE=size,
        MOVES=rules.move_count,
        POINTS=len(sight.points),
        desk=loops.desk_layout(size, rules.most_moves, rules.most_outcomes),
    )


class _Shared(NamedTuple):
    """The loops that threads share."""

    ask: Any
    take_part: Any


@cache
def _shared(game: str, compiled: bool) -> _Shared:
    """Return the loops that threads share, of a game, as they are or as machine code."""
    loop = filled_in(game)
    own = filled(sharing, game, step=loop.step, sample=loop.sample)
    if not compiled:
        return _Shared(own.ask, own.take_part)
    from kafelki.kernels import compiler
    from kafelki.kernels.compiler import INTEGER, NUMBERS, POSITION, array_of, compiled_for

    board, rows = array_of("int64", 2), array_of("uint8", 2)
    room = compiler.together(
        *(array_of("int8"), array_of("float32", 2), POSITION, POSITION, array_of("int16", 2)),
        *(array_of("int8", 2), array_of("int16", 2), array_of("uint64", 2), rows),
        array_of("int32", 2),
    )
    given = rows, POSITION, NUMBERS, INTEGER, INTEGER, rows, room, rows, NUMBERS
    part = INTEGER(board, INTEGER, INTEGER, INTEGER, *given)
    package = package_of(game)
    return _Shared(
        compiled_for(sharing.ask, INTEGER(board, INTEGER, INTEGER)),
        compiled_for(own.take_part, part, package, threads=True),
    )
