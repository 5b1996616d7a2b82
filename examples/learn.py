"""Learn a game for two from nothing, by playing against oneself: `python -m examples.learn exo`.

Thousands of games go on at once, on a graphics processor where there is one. A network gives each
move a weight, and says what the seat to act will gain; after some steps of all games it learns to
choose what turned out better than expected (PPO), and to keep its choice as varied as it can
afford. Now and then it plays against bots, and then looks a move and an answer ahead.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from examples.network import NAMES, Network, shared
from kafelki.arena.duels import share_won
from kafelki.batch import WAIT, Batch, Seen
from kafelki.batch.trying import Ahead, Judged
from kafelki.rules.engine import load_compiled


class Learner:
    """A network and the games by which it learns; as a judge it is the mean of late networks."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options, device = options, options.device
        self.batch = Batch(options.game, options.games, masks="packed", device=device)
        network = Network(options.game, self.batch.reset(), options.width, options.blocks)
        self.network = network.to(device, memory_format=torch.channels_last)
        self.mean = AveragedModel(self.network, multi_avg_fn=get_ema_multi_avg_fn(0.95))
        self.optimizer = torch.optim.Adam(self.network.parameters(), eps=1e-5, fused=True)
        plays = torch.randint(64, (options.games,), device=device)
        for k in range(64):  # at random, some more and some less: else all would end together
            self.now = self.batch.step(shared(self.batch.sample()).where(plays > k, WAIT))
        self.worth = self._worth(self.now) * (1 - shared(self.now.ended).float())

    @torch.no_grad()
    def think(self) -> dict[str, Tensor]:
        """Return what there is to see in all games, a move for each, and what is expected."""
        step = {name: shared(getattr(self.now, name)).clone() for name in NAMES}
        weights, step["value"] = self.network(step)
        chance = torch.empty_like(weights).exponential_()
        step["chosen"] = (weights - chance.log_()).argmax(1)  # each as likely as its weight says
        step["likely"] = weights.log_softmax(1).gather(1, step["chosen"][:, None])[:, 0]
        return step

    def play(self) -> dict[str, Tensor]:
        """Return some steps of all games, and how much better each was than expected."""
        told = []
        for _ in range(self.options.steps):
            step = self.think()
            self.now = self.batch.step(self.network.numbers[step["chosen"]].int())
            step["goes on"] = 1 - shared(self.now.ended).float()
            before, worth = self.worth, self._worth(self.now)
            gained, self.worth = worth - before, worth * step["goes on"]
            gained = gained + shared(self.now.rewards)[:, 0]
            step["reward"] = gained * (1 - 2 * step["seats"])  # what one gains the other loses
            told.append(step)
        then, better = self.think(), 0
        follows = then["value"]
        for step in reversed(told):
            same = torch.where(then["seats"] == step["seats"], 1, -1) * step["goes on"]
            better = step["reward"] + same * (follows + self.options.trace * better) - step["value"]
            step["better"], step["target"] = better, better + step["value"]
            then, follows = step, step["value"]
        return {name: torch.cat([step[name] for step in told]) for name in told[0]}

    def _worth(self, seen: Seen) -> Tensor:
        """Return what the first seat's lead in points counts: the weakest colour's most."""
        points = shared(seen.points).float()
        weakest = 0.5 ** torch.arange(points.shape[2], device=points.device)
        return self.options.shaping * (points.sort().values @ weakest).diff()[:, 0].neg()

    def learn(self, told: dict[str, Tensor], left: float) -> None:
        """Make better moves likelier and expectations truer: less so when little time is left."""
        self.optimizer.param_groups[0]["lr"] = self.options.rate * left
        told["better"] = (told["better"] - told["better"].mean()) / (told["better"].std() + 1e-6)
        order = torch.randperm(len(told["better"]), device=told["better"].device)
        for some in order.split(self.options.rows):
            self.optimizer.zero_grad()
            self._loss({name: values[some] for name, values in told.items()}).backward()
            nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
            self.optimizer.step()
        self.mean.update_parameters(self.network)

    def _loss(self, row: dict[str, Tensor]) -> Tensor:
        weights, value = self.network(row)
        chances = weights.log_softmax(1)
        ratio = (chances.gather(1, row["chosen"][:, None])[:, 0] - row["likely"]).exp()
        gain = torch.minimum(ratio * row["better"], ratio.clamp(0.8, 1.2) * row["better"])
        gain = gain - self.options.variety * (chances.exp() * chances).sum(1)
        return functional.mse_loss(value, row["target"]) - gain.mean()

    @torch.no_grad()
    def judge(self, seen: Seen) -> Judged:
        """Return the likeliest moves, and what the first seat is to gain."""
        rows = {name: shared(getattr(seen, name)).to(self.options.device) for name in NAMES}
        weights, value = self.mean(rows)
        likely, places = weights.log_softmax(1).topk(min(32, weights.shape[1]))
        expected = shared(seen.rewards)[:, 0] + self._worth(seen)
        follows = value.cpu() * (1 - shared(seen.ended).float()) * (1 - 2 * shared(seen.seats))
        moves = self.network.numbers[places]
        return Judged(*(x.cpu().numpy() for x in (moves, likely, expected + follows)))


def main() -> None:
    """Learn for some minutes, and look at times how strong the network has become."""
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("game")
    reader.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    usual: dict[str, Any] = {"minutes": 10.0, "games": 16384, "steps": 16, "rows": 4096}
    usual |= {"width": 64, "blocks": 4, "rate": 1e-3, "variety": 0.03, "trace": 0.9}
    usual |= {"shaping": 0.1, "looks": 5, "matches": 100, "rivals": "random,greedy,level-3"}
    for name, value in usual.items():
        reader.add_argument(f"--{name}", type=type(value), default=value)
    options = reader.parse_args()
    load_compiled([options.game])
    learner, rivals, steps, spent = Learner(options), options.rivals.split(","), 0, 0.0
    bot = Ahead(options.game, learner.judge)
    print(*(f"{name:>12}" for name in ("minutes", "steps", *rivals)), flush=True)
    for look in range(1, options.looks + 1):
        while (part := spent / 60 / options.minutes) < look / options.looks:
            start = time.perf_counter()
            learner.learn(learner.play(), 1 - 0.95 * part)
            learner.batch.fetched(learner.now.seats)  # which waits for the graphics processor
            spent += time.perf_counter() - start
            steps += options.games * options.steps
        won = [share_won(bot, each, options.game, options.matches) for each in rivals]
        print(f"{spent / 60:12.2f} {steps:12}", *(f"{x:12.3f}" for x in won), flush=True)


if __name__ == "__main__":
    main()
