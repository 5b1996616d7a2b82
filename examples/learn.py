"""Learn a game for two from nothing, by playing against oneself: `python examples/learn.py exo`.

Thousands of games go on at once, on a graphics processor where there is one. A network gives each
move a weight, and says what the seat to act will gain; after some steps of all games it learns to
choose what turned out better than expected (PPO). Now and then it plays against bots.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from kafelki.arena.duels import share_won
from kafelki.batch import Batch, Seen, observation_of
from kafelki.batch.laying import laying_of
from kafelki.batch.observing import shown
from kafelki.bots.protocol import Turn
from kafelki.play.game import Move
from kafelki.rules.engine import load_compiled

RIVALS = ("random", "greedy", "level-3")


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
        sight = observation_of(game)
        planes, self.rows, self.columns = sight.plane_shape
        used = shared(seen.planes).bool().any(0).any(0).cpu()
        if sight.places:  # what lies beyond the cells in use is cut off
            self.rows, self.columns = (int(k.max()) + 1 for k in used.nonzero(as_tuple=True))
        laying = laying_of(game, set(used.flatten().nonzero()[:, 0].tolist()))
        cells = laying.cells // sight.shape[1] * self.columns + laying.cells % sight.shape[1]
        ways, way = np.unique(cells[:, 1] - cells[:, 0], return_inverse=True)
        halves = torch.from_numpy(cells.T + way * self.rows * self.columns)
        numbers = np.concatenate([laying.moves.reshape(-1), laying.others])
        self.symbols = round(len(laying.tiles) ** 0.5)
        self.register_buffer("halves", halves)
        self.register_buffer("numbers", torch.from_numpy(numbers))  # of moves, as weights are given
        maps, told = 3 * 2 * self.symbols * len(ways), len(sight.vector) + 2
        self.vector = nn.Sequential(nn.Linear(told, 128), nn.ReLU(), nn.Linear(128, width))
        self.first = nn.Conv2d(planes, width, 3, padding=1)
        twice = (nn.Conv2d(width, width, 3, padding=1) for _ in range(2 * blocks))
        self.convolutions = nn.ModuleList(twice)
        self.laid = nn.Conv2d(width, maps or 1, 1)  # halves for all, and for each seat
        self.rest = nn.Linear(3 * width, len(laying.tiles) + len(laying.others))
        self.value = nn.Sequential(nn.Linear(3 * width, 128), nn.ReLU(), nn.Linear(128, 1))
        for last in (*self.convolutions[1::2], self.laid, self.rest, self.value[2]):
            nn.init.zeros_(last.weight)  # so blocks hand on what they get, and moves weigh alike

    @torch.autocast("cuda", torch.bfloat16, enabled=torch.cuda.is_available())
    def forward(self, step: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return the weights of the moves, by their place in `numbers`, and what is expected."""
        seat, symbols = functional.one_hot(step["seats"].long(), 2), self.symbols
        told = torch.cat([step["vector"], seat], 1).float()
        known = self.vector(told.sign() * told.abs().log1p())
        board = step["planes"][:, :, : self.rows, : self.columns].float()
        board = board.contiguous(memory_format=torch.channels_last)
        x = self.first(board) + known[:, :, None, None]
        for one, two in zip(self.convolutions[::2], self.convolutions[1::2], strict=True):
            x = x + two(one(x.relu()).relu())
        x = x.relu()
        whole = torch.cat([x.mean((2, 3)), x.amax((2, 3)), known.relu()], 1)
        rest, value = self.rest(whole), self.value(whole)[:, 0]
        if symbols:
            maps = self.laid(x).reshape(len(x), 3, 2, symbols, -1)
            maps = maps[:, 0] + (maps[:, 1:] * seat[:, :, None, None, None]).sum(1)
            first, second = (maps[:, k].index_select(2, self.halves[k]) for k in (0, 1))
            tiles = rest[:, : symbols**2].reshape(-1, symbols, symbols, 1)
            laid = (first[:, :, None] + second[:, None] + tiles).reshape(len(x), -1)
            rest = torch.cat([laid, rest[:, symbols**2 :]], 1)
        bits = torch.arange(8, device=x.device, dtype=torch.uint8)
        may = (step["mask"][:, self.numbers // 8] >> bits[self.numbers % 8]) & 1
        return rest.float().masked_fill(may == 0, -1e4), value.float()


class Learner:
    """A network and the games by which it learns; as a bot it plays by the mean of late ones."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, device = options, options.device
        self.batch = Batch(options.game, options.games, masks="packed", device=device)
        self.now = self.batch.reset()
        network = Network(options.game, self.now, options.width, options.blocks)
        self.network = network.to(device, memory_format=torch.channels_last)
        self.mean = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(0.998))
        self.optimizer = torch.optim.Adam(network.parameters(), options.rate, eps=1e-5)
        self.worth = torch.zeros(options.games, 2, device=device)

    @torch.no_grad()
    def play(self, shaping: float) -> dict[str, Tensor]:
        """Return some steps of all games, and how much better each was than expected."""
        told = []
        for _ in range(self.options.steps):
            step = self._seen()
            weights, step["value"] = self.network(step)
            chances = weights.log_softmax(1)
            step["chosen"] = (chances - torch.empty_like(chances).exponential_().log()).argmax(1)
            step["likely"] = chances.gather(1, step["chosen"][:, None])[:, 0]
            self.now = self.batch.step(self.network.numbers[step["chosen"]].int())
            step["goes on"] = 1 - shared(self.now.ended).float()
            gained = shared(self.now.rewards)[:, 0] + shaping * self._points(step["goes on"])
            step["reward"] = gained * (1 - 2 * step["seats"])  # what one gains the other loses
            told.append(step)
        then, better = self._seen(), 0
        follows = self.network(then)[1]
        for step in reversed(told):
            same = torch.where(then["seats"] == step["seats"], 1, -1) * step["goes on"]
            better = step["reward"] + same * (follows + self.options.trace * better) - step["value"]
            step["better"], step["target"] = better, better + step["value"]
            then, follows = step, step["value"]
        return {name: torch.cat([step[name] for step in told]) for name in told[0]}

    def _seen(self) -> dict[str, Tensor]:
        names, like = ("planes", "vector", "seats", "mask"), torch.contiguous_format
        return {name: shared(getattr(self.now, name)).clone(memory_format=like) for name in names}

    def _points(self, goes_on: Tensor) -> Tensor:
        """Return how much more the points of the first seat have grown than those of the other."""
        if not self.batch.observation.points:
            return self.worth[:, 0]
        points, before = shared(self.now.points).float(), self.worth
        worth = points.mean(2) + points.amin(2)
        self.worth = worth * goes_on[:, None]
        return (worth - before).diff()[:, 0].neg()

    def learn(self, told: dict[str, Tensor], left: float) -> None:
        """Make better moves likelier and expectations truer: less so when little time is left."""
        self.optimizer.param_groups[0]["lr"] = self.options.rate * left
        told["better"] = (told["better"] - told["better"].mean()) / (told["better"].std() + 1e-6)
        order = torch.randperm(len(told["better"]), device=told["better"].device)
        for some in order.split(self.options.rows):
            row = {name: values[some] for name, values in told.items()}
            weights, value = self.network(row)
            chances = weights.log_softmax(1)
            ratio = (chances.gather(1, row["chosen"][:, None])[:, 0] - row["likely"]).exp()
            gain = torch.minimum(ratio * row["better"], ratio.clamp(0.8, 1.2) * row["better"])
            variety = -(chances.exp() * chances).sum(1).mean()
            loss = functional.mse_loss(value, row["target"]) - gain.mean() - 0.01 * left * variety
            self.optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
            self.optimizer.step()
            self.mean.update_parameters(self.network)

    @torch.no_grad()
    def choose(self, turn: Turn) -> Move:
        """Return the move of the most weight."""
        planes, vector, mask = shown(turn)
        bits, seats = np.packbits(mask, bitorder="little"), np.array(turn.seat)
        step: dict[str, Any] = {"planes": planes, "vector": vector, "seats": seats, "mask": bits}
        rows = {name: shared(array[None]).to(self.options.device) for name, array in step.items()}
        return Move(turn.header.game, int(self.network.numbers[self.mean(rows)[0].argmax()]))


def main() -> None:
    """Learn for some minutes, and look at times how strong the network has become."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    usual = {"minutes": 10.0, "games": 4096, "steps": 32, "rows": 4096, "width": 64, "blocks": 4}
    usual |= {"rate": 7e-4, "trace": 0.9, "shaping": 0.05, "looks": 5, "matches": 100}
    for name, value in usual.items():
        reader.add_argument(f"--{name}", type=type(value), default=value)
    options = reader.parse_args()
    load_compiled([options.game])
    learner, steps, spent = Learner(options), 0, 0.0
    print(*(f"{name:>12}" for name in ("minutes", "steps", *RIVALS)), flush=True)
    for look in range(options.looks + 1):
        while (part := spent / 60 / options.minutes) < look / options.looks:
            start = time.perf_counter()
            learner.learn(learner.play(options.shaping * (1 - part)), 1 - 0.9 * part)
            learner.batch.fetched(learner.now.seats)  # which waits for the graphics processor
            spent += time.perf_counter() - start
            steps += options.games * options.steps
        won = [share_won(learner, each, options.game, options.matches) for each in RIVALS]
        print(f"{spent / 60:12.2f} {steps:12}", *(f"{x:12.3f}" for x in won), flush=True)


if __name__ == "__main__":
    main()
