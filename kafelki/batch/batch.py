"""The batch: arrays of many games, and what may be done with them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

import numpy as np
import numpy.typing as npt

from kafelki.batch.graphics import OnGraphics
from kafelki.batch.loops import RESTART, WAIT
from kafelki.batch.processor import OnProcessor
from kafelki.batch.room import Room
from kafelki.kernels.bitset import words_for
from kafelki.kernels.randomness import random_words
from kafelki.play.header import Header
from kafelki.play.refusal import Refusal
from kafelki.rules.engine import Engine, compiled_engine
from kafelki.rules.observation import observation_of

__all__ = ["RESTART", "WAIT", "Batch", "IllegalAction", "Seen"]

Masks = Literal["dense", "packed", "none"]
Device = Literal["cpu", "cuda"]


class IllegalAction(Refusal):
    """An action that may not be played in a game of a batch."""


class Seen(NamedTuple):
    """What a step brought, a row a game: the batch's own arrays, which the next step overwrites.

    They are NumPy's, or CuPy's on a graphics processor.
    """

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
    its own, so the same seed and actions give the same whatever the number of threads, and on a
    graphics processor, too.
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
        device: Device = "cpu",
    ) -> None:
        """Set up so many games; `reset` begins them.

        With `chance` it is a player, too: where it is to act, `outcomes` tells what may happen,
        and the action is one of them. With `device="cuda"` all games are on a graphics processor.
        """
        self.header = Header(game, players, variant, dict(options or {}))
        if masks not in ("dense", "packed", "none"):
            raise Refusal(f"masks are 'dense', 'packed' or 'none', not {masks!r}")
        if device not in ("cpu", "cuda"):
            raise Refusal(f"a device is 'cpu' or 'cuda', not {device!r}")
        self.observation = observation_of(game)
        self.games = games
        self._engine = compiled_engine(game) if compiled else Engine(self.header.rules)
        start = self._engine.first_position(*self.header.numbers)
        self._machine: OnProcessor | OnGraphics = (
            OnGraphics(game, games, start)
            if device == "cuda"
            else OnProcessor(game, games, start, threads, self._engine.compiled)
        )
        self._make_room(masks, observe)
        rivals = players // 2 if self.header.teams else players - 1
        self._machine.settle(int(chance), rivals, self._room)
        self.seed(seed)

    def _make_room(self, masks: Masks, observe: bool) -> None:
        rules, players, sight = self.header.rules, self.header.players, self.observation
        packed = words_for(rules.move_count) if masks == "packed" else 0
        dense = rules.move_count if masks == "dense" else 0
        is_listed = dense > 0 or (packed > 0 and not sight.mark)
        room, flat = self._machine.array, self._machine.flat
        planes = room("int8", *(sight.plane_shape if observe else (0, 0, 0)))
        points = room("int16", players, len(sight.points))
        self._room = Room(
            seats=room("int8"),
            rewards=room("float32", players),
            ended=room("uint8"),
            endings=room("int64"),
            refused=room("uint8"),
            points=flat(points),
            planes=flat(planes),
            vectors=room("int16", len(sight.vector) if observe else 0),
            packed=room("uint64", packed, whole_rows=True),
            dense=room("uint8", dense, whole_rows=True),
            marks=room("int32", 1 + rules.most_moves if is_listed else 0),
        )
        written = self._room
        self._refused = written.refused.view(np.bool_)
        self._seen = Seen(
            seats=written.seats,
            mask=written.packed.view(np.uint8) if packed else written.dense.view(np.bool_),
            planes=planes,
            vector=written.vectors,
            rewards=written.rewards,
            ended=written.ended.view(np.bool_),
            points=points,
        )

    @property
    def rows(self) -> Any:
        """[game, byte]: all of each game. Copies of rows put back bring games back: see `look`.

        On a graphics processor they are words, [game, word].
        """
        return self._machine.rows

    @property
    def ended_games(self) -> int:
        """How many games have ended so far."""
        return int(self._room.endings.sum())

    def seed(self, seed: int) -> None:
        """Give every game random numbers that follow from a seed; the next `reset` uses them."""
        numbers = random_words(seed, 2 * self.games)
        self._machine.seed(numbers[: self.games], numbers[self.games :])

    def reset(self) -> Seen:
        """Begin every game anew and return what there is to see."""
        return self.step(np.full(self.games, RESTART, dtype=np.int32))

    def look(self) -> Seen:
        """Return what there is to see now, after rows were changed: nothing is played."""
        return self.step(np.full(self.games, WAIT, dtype=np.int32))

    def step(self, actions: npt.ArrayLike | None = None) -> Seen:
        """Play an action in every game and return what it brought; without any, random ones.

        Those are what `sample` would have given, and it takes less time than to ask for them.

        An action is the number of a legal move, `WAIT` or `RESTART`. With one that is neither,
        IllegalAction names the first game: those of that kind are left as they were, all others
        have gone on. On a graphics processor actions may lie there, too, whoever's array it is.
        """
        if actions is None:
            chosen = self._machine.step_at_random()
        else:
            chosen = self._machine.numbers(actions)
            if chosen.shape != (self.games,):
                many, shape = self.games, chosen.shape
                raise Refusal(f"there is an action for each of {many} games, not {shape}")
            self._machine.step(chosen)
        if self._refused.any():
            game = int(self._refused.argmax())
            raise IllegalAction(f"game {game} cannot play {int(chosen[game])}")
        return self._seen

    def sample(self) -> npt.NDArray[np.int32]:
        """Return an action for every game, each as likely as any other that may be played.

        Chance, where it is a player, brings outcomes by their weights.
        """
        return self._machine.sample()

    def fetched(self, array: Any) -> npt.NDArray[Any]:
        """Return one of the batch's arrays on this processor, copied if it lies on another."""
        return self._machine.fetched(array)

    def outcomes(self, game: int) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.int32]]:
        """Return what chance may bring in a game, and how many tiles give each."""
        if self._seen.seats[game] >= 0:
            return np.zeros(0, dtype=np.int32), np.zeros(0, dtype=np.int32)
        return self._engine.outcomes(self.position(game))

    def position(self, game: int) -> npt.NDArray[np.uint8]:
        """Return the position of a game: the bytes in its row, which the next step changes.

        From a graphics processor they are copied.
        """
        return self._machine.position(game)
