"""Learn a game for two from nothing, by playing against oneself: `python examples/learn.py exo`.

Thousands of games go on at once, on a graphics processor where there is one. A network gives each
move a weight, and the seat to act a chance to win; after some steps of all games it learns to
choose what turned out better than expected (PPO). Now and then it plays against bots.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from kafelki.batch import Batch, Seen, observation_of
from kafelki.batch.observing import mask_of, observed, rewards_of
from kafelki.bots.protocol import Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Move, new_game
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import rules_of

NEVER = -1e4  # the weight of a move that may not be played


def shared(array: Any) -> Tensor:
    """Return an array of a batch as a tensor: the same memory, on either processor."""
    return torch.from_dlpack(array.view(np.uint8) if array.dtype == np.bool_ else array)


class Network(nn.Module):
    """Convolutions over the board, then a weight for each half of a tile on each cell.

    A move that lays a tile of two symbols on two cells has the weights of both halves together, by
    symbol, cell and the direction of the other half; other moves have a weight each.
    """

    def __init__(self, game: str, seen: Seen, width: int, blocks: int) -> None:
        super().__init__()
        sight, rules = observation_of(game), rules_of(game)
        planes, rows, columns = sight.plane_shape
        used = shared(seen.planes).bool().any(0).any(0).cpu()
        if sight.places:  # what lies beyond the cells in use is cut off
            rows, columns = (int(each.max()) + 1 for each in used.nonzero(as_tuple=True))
        self.rows, self.columns = rows, columns
        spots = {name: divmod(place, sight.shape[1]) for name, place in sight.places.items()}
        on_board = {name: row * columns + k for name, (row, k) in spots.items() if used[row, k]}
        laid: dict[tuple[int, int], dict[str, int]] = {}
        others = []
        for move in range(rules.move_count):
            symbols, *cells = rules.move_text(move).split()
            if len(symbols) != 2 or len(cells) != 2 or not set(cells) <= set(spots):
                others.append(move)
            elif set(cells) <= set(on_board):
                laid.setdefault((on_board[cells[0]], on_board[cells[1]]), {})[symbols] = move
        steps = sorted({b - a for a, b in laid})
        starts = [steps.index(b - a) * rows * columns for a, b in laid]
        halves = [[k + a for k, (a, _) in zip(starts, laid, strict=True)]]
        halves += [[k + b for k, (_, b) in zip(starts, laid, strict=True)]]
        ways = sorted({way for pair in laid.values() for way in pair})
        numbers = [laid[pair][way] for way in ways for pair in laid] + others
        self.symbols = round(len(ways) ** 0.5)
        self.register_buffer("halves", torch.tensor(halves, dtype=torch.long))
        self.register_buffer("numbers", torch.tensor(numbers))  # of all moves, as weights are given
        self.first = nn.Conv2d(planes, width, 3, padding=1)
        self.vector = nn.Sequential(
            *(nn.Linear(len(sight.vector) + 2, 2 * width), nn.ReLU(), nn.Linear(2 * width, width))
        )
        self.convolutions = nn.ModuleList(
            nn.Conv2d(width, width, 3, padding=1) for _ in range(2 * blocks)
        )
        self.laid = nn.Conv2d(width, 3 * 2 * self.symbols * len(steps), 1)  # for all, and each seat
        self.rest = nn.Linear(3 * width, len(ways) + len(others))
        self.value = nn.Sequential(nn.Linear(3 * width, 128), nn.ReLU(), nn.Linear(128, 1))
        for second in self.convolutions[1::2]:
            nn.init.zeros_(second.weight)  # so each block does nothing at first
        for last in (self.laid, self.rest, self.value[2]):
            nn.init.normal_(last.weight, std=0.01)

    def forward(self, planes: Tensor, vector: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Return the weights of all moves and the seat's chances, from −1 to 1."""
        count, symbols = len(planes), self.symbols
        seat = functional.one_hot(seats.long(), 2)
        told = torch.cat([vector, seat], 1).float()
        known = self.vector(told.sign() * told.abs().log1p())
        board = planes[:, :, : self.rows, : self.columns].float()
        x = self.first(board.contiguous(memory_format=torch.channels_last))
        x = x + known[:, :, None, None]
        for one, two in zip(self.convolutions[::2], self.convolutions[1::2], strict=True):
            x = x + two(one(x.relu()).relu())
        x = x.relu()
        whole = torch.cat([x.mean((2, 3)), x.amax((2, 3)), known.relu()], 1)
        rest, value = self.rest(whole), self.value(whole)[:, 0].float().tanh()
        if not symbols:
            return rest.float(), value
        maps = self.laid(x).reshape(count, 3, -1)
        maps = maps[:, 0] + (maps[:, 1:] * seat[:, :, None]).sum(1)
        maps = maps.reshape(count, 2, symbols, -1)
        one, two = (maps[:, k].index_select(2, self.halves[k]) for k in (0, 1))
        tiles = rest[:, : symbols**2].reshape(count, symbols, symbols, 1)
        laid = (one[:, :, None] + two[:, None] + tiles).reshape(count, -1)
        return torch.cat([laid, rest[:, symbols**2 :]], 1).float(), value

    def judged(self, step: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return the weights of what may be played and the chances; by short numbers if quicker."""
        packed, bits = step["mask"], torch.arange(8, device=self.numbers.device, dtype=torch.uint8)
        may = (packed[:, self.numbers // 8] >> bits[self.numbers % 8]) & 1
        with torch.autocast(packed.device.type, torch.bfloat16, enabled=packed.is_cuda):
            weights, value = self(step["planes"], step["vector"], step["seats"])
        return weights.masked_fill(may == 0, NEVER), value


def drawn(weights: Tensor, warmth: float = 1.0) -> Tensor:
    """Return a move for each row, by the weights: the colder, the surer the best one."""
    return (weights - warmth * torch.empty_like(weights).exponential_().log()).argmax(1)


class Learner:
    """A network and the games by which it learns."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, device = options, options.device
        self.batch = Batch(options.game, options.games, masks="packed", device=device)
        self.now = self.batch.reset()
        network = Network(options.game, self.now, options.width, options.blocks)
        self.network = network.to(device, memory_format=torch.channels_last)
        self.optimizer = torch.optim.Adam(network.parameters(), options.rate, eps=1e-5)
        self.worth = torch.zeros(options.games, 2, device=device)
        self.steps = 0

    @torch.no_grad()
    def play(self, shaping: float) -> dict[str, Tensor]:
        """Return some steps of all games, and how much better each was than expected."""
        told = []
        for _ in range(self.options.steps):
            step = self._seen()
            weights, step["value"] = self.network.judged(step)
            step["chosen"] = drawn(weights)
            step["likely"] = weights.log_softmax(1).gather(1, step["chosen"][:, None])[:, 0]
            self.now = self.batch.step(self.network.numbers[step["chosen"]].int())
            step["goes on"] = 1 - shared(self.now.ended).float()
            gained = shared(self.now.rewards)[:, 0] + shaping * self._points(step["goes on"])
            step["reward"] = gained * (1 - 2 * step["seats"])  # what one gains the other loses
            told.append(step)
        self.steps += len(told) * self.options.games
        then = self._seen()
        follows, better = self.network.judged(then)[1], torch.zeros_like(told[0]["value"])
        for step in reversed(told):
            same = torch.where(then["seats"] == step["seats"], 1, -1) * step["goes on"]
            better = step["reward"] + same * (follows + self.options.trace * better) - step["value"]
            step["better"], step["target"] = better, better + step["value"]
            then, follows = step, step["value"]
        return {name: torch.cat([step[name] for step in told]) for name in told[0]}

    def _seen(self) -> dict[str, Tensor]:
        names = ("planes", "vector", "seats", "mask")
        return {
            name: shared(getattr(self.now, name)).clone(memory_format=torch.contiguous_format)
            for name in names
        }

    def _points(self, goes_on: Tensor) -> Tensor:
        """Return how much more the points of the first seat have grown than those of the other."""
        if not self.batch.observation.points:
            return self.worth[:, 0]
        points = shared(self.now.points).float()
        worth = points.mean(2) + points.amin(2)
        gained = worth - self.worth
        self.worth = worth * goes_on[:, None]
        return gained[:, 0] - gained[:, 1]

    def learn(self, told: dict[str, Tensor], left: float) -> None:
        """Make better moves likelier and expectations truer: less so when little time is left."""
        self.optimizer.param_groups[0]["lr"] = self.options.rate * left
        told["better"] = (told["better"] - told["better"].mean()) / (told["better"].std() + 1e-6)
        order = torch.randperm(len(told["better"]), device=told["better"].device)
        for some in order.split(self.options.rows):
            row = {name: values[some] for name, values in told.items()}
            weights, value = self.network.judged(row)
            chances = weights.log_softmax(1)
            ratio = (chances.gather(1, row["chosen"][:, None])[:, 0] - row["likely"]).exp()
            near = ratio.clamp(0.8, 1.2)
            gain = torch.minimum(ratio * row["better"], near * row["better"]).mean()
            variety = -(chances.exp() * chances).sum(1).mean()
            loss = functional.mse_loss(value, row["target"]) - gain - 0.01 * left * variety
            self.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
            self.optimizer.step()

    @torch.no_grad()
    def beaten(self, rival: str, games: int) -> float:
        """Return the part of some games against a bot that the network wins; a draw is a half."""
        name, bot, random = self.options.game, bot_named(rival, self.options.game), Random(1)
        tables = [new_game(name, 2, seed=k) for k in range(games)]
        while live := [(k % 2, table) for k, table in enumerate(tables) if not table.over]:
            own = [table for seat, table in live if table.to_act[0] == seat]
            for seat, table in live:
                if table.to_act[0] != seat:
                    table.play(bot.choose(Turn(table, 1 - seat, random)))
            sights = [
                (*observed(t, t.to_act[0]), t.to_act[0], mask_of(t, t.to_act[0])) for t in own
            ]
            for columns in [[*zip(*sights, strict=True)]] if own else []:
                columns[3] = [np.packbits(mask, bitorder="little") for mask in columns[3]]
                parts = zip(("planes", "vector", "seats", "mask"), columns, strict=True)
                step = {key: torch.from_numpy(np.stack(part)) for key, part in parts}
                step = {key: part.to(self.options.device) for key, part in step.items()}
                chosen = drawn(self.network.judged(step)[0], 0.2)
                for table, number in zip(own, self.network.numbers[chosen].tolist(), strict=True):
                    table.play(Move(name, number))
        return sum((1 + rewards_of(table)[k % 2]) / 2 for k, table in enumerate(tables)) / games


def main() -> None:
    """Learn for some minutes, and look at times how strong the network has become."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    for name, usual, text in (
        ("minutes", 10.0, "of learning alone"),
        ("games", 4096, "at once"),
        ("steps", 32, "of all games before it learns"),
        ("rows", 4096, "learnt from at once"),
        ("width", 64, "of the network"),
        ("blocks", 4, "of two convolutions"),
        ("rate", 1e-3, "of learning, at first"),
        ("trace", 0.9, "how far a surprise goes back"),
        ("shaping", 0.05, "what points count, at first"),
        ("looks", 5, "at its strength"),
        ("matches", 100, "against each bot"),
    ):
        reader.add_argument(f"--{name}", type=type(usual), default=usual, help=text)
    reader.add_argument("--curve", type=Path, help="where to write it as CSV")
    options = reader.parse_args()
    load_compiled([options.game])
    learner, rivals = Learner(options), ("random", "greedy", "level-3")
    curve, spent = [["minutes", "steps", *rivals]], 0.0
    print(*(f"{name:>12}" for name in curve[0]), flush=True)
    while True:
        part = spent / 60 / options.minutes
        if part * options.looks >= len(curve) - 1:
            shares = [learner.beaten(rival, options.matches) for rival in rivals]
            curve.append([f"{spent / 60:.2f}", f"{learner.steps}", *(f"{x:.3f}" for x in shares)])
            print(*(f"{cell:>12}" for cell in curve[-1]), flush=True)
        if part >= 1:
            break
        start = time.perf_counter()
        learner.learn(learner.play(options.shaping * (1 - part)), 1 - 0.9 * part)
        learner.batch.fetched(learner.now.seats)  # which waits for the graphics processor
        spent += time.perf_counter() - start
    if options.curve:
        with options.curve.open("w", newline="") as file:
            csv.writer(file).writerows(curve)


if __name__ == "__main__":
    main()
