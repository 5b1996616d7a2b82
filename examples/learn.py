"""Learn a game for two from nothing, by playing against oneself: `python examples/learn.py exo`.

Thousands of games are played at once, on a graphics processor where there is one. A network sees
what the seat to act sees and gives each move a weight, and the seat a chance to win; after some
steps of all games it is made likelier to choose what turned out better than expected (PPO). Every
now and then it plays against bots, and the curve is written down. It needs PyTorch and CuPy.
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
from kafelki.bots.registry import bot_named, bots_of
from kafelki.play.game import Move, new_game
from kafelki.rules.engine import load_compiled
from kafelki.rules.registry import rules_of

RIVALS = ("random", "greedy", "level-3")
NEVER = -1e4  # the weight of a move that may not be played


def shared(array: Any) -> Tensor:
    """Return an array of a batch as a tensor: the same memory, on either processor."""
    return torch.from_dlpack(array.view(np.uint8) if array.dtype == np.bool_ else array)


class Form:
    """What the network must know of a game: which cells are in use, and which moves lie where.

    A move that lays a tile of two symbols on two cells is known by symbols and cells: what one half
    is worth does not depend on the other, but for its direction. All other moves are only counted.
    """

    def __init__(self, game: str, seen: Seen, device: str) -> None:
        sight, rules = observation_of(game), rules_of(game)
        self.depth, rows, columns = sight.plane_shape
        self.vector = len(sight.vector) + 2  # and which seat it is
        used = shared(seen.planes).bool().any(0).any(0).cpu()
        if sight.places:
            rows, columns = (int(each.max()) + 1 for each in used.nonzero(as_tuple=True))
        self.shape = rows, columns
        lies = {
            name: place // used.shape[1] * columns + place % used.shape[1]
            for name, place in sight.places.items()
            if used.flatten()[place]
        }
        laid: dict[tuple[int, int], dict[str, int]] = {}
        others = []
        for move in range(rules.move_count):
            symbols, *cells = rules.move_text(move).split()
            if len(symbols) == len(cells) == 2 and set(cells) <= set(lies):
                laid.setdefault((lies[cells[0]], lies[cells[1]]), {})[symbols] = move
            elif not (len(cells) == 2 and set(cells) <= set(sight.places)):
                others.append(move)
        self.symbols = sorted({symbol for ways in laid.values() for way in ways for symbol in way})
        ways = [a + b for a in self.symbols for b in self.symbols]
        steps = sorted({second - first for first, second in laid})
        self.steps, self.others = len(steps), len(others)
        area = rows * columns
        halves = [[steps.index(b - a) * area + a, steps.index(b - a) * area + b] for a, b in laid]
        self.halves = torch.tensor(halves, dtype=torch.long, device=device).reshape(-1, 2).T
        """Where each half of each pair of cells is among the weights of steps and cells."""
        numbers = [laid[pair][way] for way in ways for pair in laid]
        self.numbers = torch.tensor(numbers + others, device=device)
        """The number of each move in the order of the network's weights."""

    def seen(self, planes: Tensor, vector: Tensor, seats: Tensor) -> tuple[Tensor, Tensor]:
        """Return what the network is shown."""
        rows, columns = self.shape
        seat = functional.one_hot(seats.long().clamp(0), 2)
        return planes[:, :, :rows, :columns].contiguous(), torch.cat([vector, seat], 1)

    def may(self, packed: Tensor) -> Tensor:
        """Return which moves may be played, in the network's order, from masks of bits."""
        bits = torch.arange(8, device=packed.device, dtype=torch.uint8)
        return ((packed[:, self.numbers // 8] >> bits[self.numbers % 8]) & 1).bool()


class Network(nn.Module):
    """Convolutions over the board, then a weight for each half of a tile on each cell."""

    def __init__(self, form: Form, width: int, blocks: int) -> None:
        super().__init__()
        self.form = form
        self.first = nn.Conv2d(form.depth, width, 3, padding=1)
        self.vector = nn.Sequential(
            nn.Linear(form.vector, 2 * width), nn.ReLU(), nn.Linear(2 * width, width)
        )
        pairs = [nn.Conv2d(width, width, 3, padding=1) for _ in range(2 * blocks)]
        self.pairs = nn.ModuleList(pairs)
        for second in pairs[1::2]:
            nn.init.zeros_(second.weight)  # each block does nothing at first
        ways = len(form.symbols)
        self.laid = nn.Conv2d(width, 3 * 2 * ways * form.steps, 1)  # for both seats, and each
        self.rest = nn.Linear(3 * width, ways**2 + form.others)
        self.value = nn.Sequential(nn.Linear(3 * width, 128), nn.ReLU(), nn.Linear(128, 1))
        for last in (self.laid, self.rest, self.value[2]):
            nn.init.normal_(last.weight, std=0.01)

    def forward(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, Tensor]:
        """Return the weights of all moves and the seat's chances, from −1 to 1."""
        form, count, ways = self.form, len(planes), len(self.form.symbols)
        numbers = vector.float()
        known = self.vector(numbers.sign() * numbers.abs().log1p())
        board = planes.float().contiguous(memory_format=torch.channels_last)
        x = self.first(board) + known[:, :, None, None]
        for one, two in zip(self.pairs[::2], self.pairs[1::2], strict=True):
            x = x + two(one(x.relu()).relu())
        x = x.relu()
        whole = torch.cat([x.mean((2, 3)), x.amax((2, 3)), known.relu()], 1)
        rest = self.rest(whole)
        value = self.value(whole)[:, 0].float().tanh()
        if not ways:
            return rest.float(), value
        by_seat = self.laid(x).reshape(count, 3, -1)
        own = vector[:, -2:].to(by_seat.dtype)
        halves = by_seat[:, 0] + (by_seat[:, 1:] * own[:, :, None]).sum(1)
        halves = halves.reshape(count, 2, ways, -1)
        one, two = (halves[:, k][:, :, form.halves[k]] for k in (0, 1))
        tiles = rest[:, : ways**2].reshape(count, ways, ways, 1)
        laid = one[:, :, None] + two[:, None] + tiles
        return torch.cat([laid.reshape(count, -1), rest[:, ways**2 :]], 1).float(), value


def drawn(weights: Tensor, warmth: float = 1.0) -> Tensor:
    """Return a move for each row, by the weights: the colder, the surer the best one."""
    return (weights - warmth * torch.empty_like(weights).exponential_().log()).argmax(1)


class Learner:
    """A network and the games by which it learns."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, self.device = options, options.device
        self.batch = Batch(options.game, options.games, masks="packed", device=options.device)
        self.now = self.batch.reset()
        self.form = Form(options.game, self.now, self.device)
        self.network = Network(self.form, options.width, options.blocks).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), lr=options.rate, eps=1e-5)
        self.worth = torch.zeros(options.games, 2, device=self.device)
        self.steps = 0

    def judged(self, planes: Tensor, vector: Tensor) -> tuple[Tensor, Tensor]:
        """Return what the network says, by half as many bits where that is quicker."""
        with torch.autocast(self.device, torch.bfloat16, enabled=self.device == "cuda"):
            weights, value = self.network(planes, vector)
        return weights, value

    def play(self, shaping: float) -> dict[str, Tensor]:
        """Return some steps of all games, and how much better each was than expected."""
        told: list[dict[str, Tensor]] = []
        for _ in range(self.options.steps):
            seats = shared(self.now.seats).clone()
            planes, vector = self.form.seen(shared(self.now.planes), shared(self.now.vector), seats)
            packed = shared(self.now.mask).clone()
            with torch.no_grad():
                weights, value = self.judged(planes, vector)
            weights = weights.masked_fill(~self.form.may(packed), NEVER)
            chosen = drawn(weights)
            likely = weights.log_softmax(1).gather(1, chosen[:, None])[:, 0]
            self.now = self.batch.step(self.form.numbers[chosen].int())
            rewards = shared(self.now.rewards)[:, 0] + self._points(shaping)
            step = {"planes": planes, "vector": vector, "packed": packed, "chosen": chosen}
            step |= {"likely": likely, "value": value, "seats": seats}
            # What is good for one seat is bad for the other.
            told.append(step | {"reward": rewards * (1 - 2 * seats), "ended": self._ended()})
        self.steps += len(told) * self.options.games
        seats = shared(self.now.seats)
        shown = self.form.seen(shared(self.now.planes), shared(self.now.vector), seats)
        with torch.no_grad():
            follows = self.judged(*shown)[1]
        better = torch.zeros_like(follows)
        for step in reversed(told):
            same = torch.where(seats == step["seats"], 1.0, -1.0) * (1 - step["ended"])
            surprise = step["reward"] + same * follows - step["value"]
            better = surprise + self.options.trace * same * better
            step["better"], step["target"] = better, better + step["value"]
            seats, follows = step["seats"], step["value"]
        return {name: torch.cat([step[name] for step in told]) for name in told[0]}

    def _ended(self) -> Tensor:
        return shared(self.now.ended).float()

    def _points(self, shaping: float) -> Tensor:
        """Return a part of the points that the step brought the first seat more than the other."""
        points = shared(self.now.points).float()
        if not points.shape[2] or not shaping:
            return torch.zeros(len(points), device=self.device)
        worth = points.mean(2) + points.amin(2)
        gained = worth - self.worth
        self.worth = worth * (1 - self._ended())[:, None]
        return shaping * (gained[:, 0] - gained[:, 1])

    def learn(self, told: dict[str, Tensor], part: float) -> None:
        """Make better moves likelier and the network's expectations truer."""
        options = self.options
        self.optimizer.param_groups[0]["lr"] = options.rate * (1 - 0.9 * part)
        better = told["better"]
        told["better"] = (better - better.mean()) / (better.std() + 1e-6)
        for _ in range(options.passes):
            for some in torch.randperm(len(better), device=self.device).split(options.rows):
                row = {name: values[some] for name, values in told.items()}
                weights, value = self.judged(row["planes"], row["vector"])
                chances = weights.masked_fill(~self.form.may(row["packed"]), NEVER).log_softmax(1)
                now = chances.gather(1, row["chosen"][:, None])[:, 0]
                ratio = (now - row["likely"]).exp()
                near = ratio.clamp(0.8, 1.2)
                gain = torch.minimum(ratio * row["better"], near * row["better"]).mean()
                variety = -(chances.exp() * chances).sum(1).mean()
                missed = functional.mse_loss(value, row["target"])
                loss = missed - gain - options.variety * (1 - 0.9 * part) * variety
                self.optimizer.zero_grad(set_to_none=True)
                loss.backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    @torch.no_grad()
    def beaten(self, rival: str, games: int) -> float:
        """Return the part of some games against a bot that the network wins; a draw is a half."""
        name, device = self.options.game, self.device
        bot, random = bot_named(rival, name), Random(1)
        tables = [new_game(name, 2, seed=k) for k in range(games)]
        while live := [(k, table) for k, table in enumerate(tables) if not table.over]:
            ours = [table for k, table in live if table.to_act[0] == k % 2]
            for _, table in [each for each in live if each[1] not in ours]:
                table.play(bot.choose(Turn(table, table.to_act[0], random)))
            if ours:
                seats = [table.to_act[0] for table in ours]
                sights = [observed(*each) for each in zip(ours, seats, strict=True)]
                planes, vector = (
                    torch.from_numpy(np.stack(part)).to(device)
                    for part in zip(*sights, strict=True)
                )
                masks = np.stack([mask_of(*each) for each in zip(ours, seats, strict=True)])
                may = torch.from_numpy(masks).to(device)[:, self.form.numbers]
                to_act = torch.tensor(seats, device=device)
                weights = self.judged(*self.form.seen(planes, vector, to_act))[0]
                chosen = drawn(weights.masked_fill(~may, NEVER), 0.2)
                for table, number in zip(ours, self.form.numbers[chosen].tolist(), strict=True):
                    table.play(Move(name, number))
        return sum((1 + rewards_of(table)[k % 2]) / 2 for k, table in enumerate(tables)) / games


def main() -> None:
    """Learn for some minutes, and look at times how strong the network has become."""
    ready = "cuda" if torch.cuda.is_available() else "cpu"
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--minutes", type=float, default=10.0, help="of learning alone")
    reader.add_argument("--device", default=ready, choices=("cpu", "cuda"))
    reader.add_argument("--games", type=int, default=4096, help="at once")
    reader.add_argument("--steps", type=int, default=32, help="of all games before it learns")
    reader.add_argument("--rows", type=int, default=4096, help="of steps learnt from at once")
    reader.add_argument("--passes", type=int, default=1, help="over all steps")
    reader.add_argument("--width", type=int, default=64, help="of the network")
    reader.add_argument("--blocks", type=int, default=4, help="of two convolutions")
    reader.add_argument("--rate", type=float, default=1e-3, help="of learning, at first")
    reader.add_argument("--trace", type=float, default=0.9, help="how far a surprise goes back")
    reader.add_argument("--variety", type=float, default=0.02, help="how much it is rewarded")
    reader.add_argument("--shaping", type=float, default=0.05, help="what points count, at first")
    reader.add_argument("--looks", type=int, default=5, help="at its strength")
    reader.add_argument("--matches", type=int, default=100, help="against each bot")
    reader.add_argument("--curve", type=Path, help="a CSV file")
    reader.add_argument("--out", type=Path, help="where the network is written to")
    options = reader.parse_args()
    load_compiled([options.game])
    torch.set_float32_matmul_precision("high")
    learner = Learner(options)
    rivals = [rival for rival in RIVALS if rival in bots_of(options.game)]
    print("   minutes         steps", *(f"{rival:>9}" for rival in rivals), flush=True)
    lines, spent, due = [], 0.0, 0.0
    while True:
        if spent >= due:
            shares = [learner.beaten(rival, options.matches) for rival in rivals]
            lines.append([round(spent / 60, 2), learner.steps, *shares])
            print(f"{spent / 60:10.2f}{learner.steps:14,}", *(f"{x:9.1%}" for x in shares), flush=True)
            due = len(lines) * 60 * options.minutes / options.looks
        part = spent / 60 / options.minutes
        if part >= 1:
            break
        start = time.perf_counter()
        learner.learn(learner.play(options.shaping * (1 - part)), part)
        if learner.device == "cuda":
            torch.cuda.synchronize()
        spent += time.perf_counter() - start
    if options.curve:
        with options.curve.open("w", newline="") as file:
            csv.writer(file).writerows([["minutes", "steps", *rivals], *lines])
    if options.out:
        torch.save(learner.network.state_dict(), options.out)


if __name__ == "__main__":
    main()
