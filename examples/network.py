"""The network that `learn.py` teaches: what it makes of what a batch shows of many games."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from kafelki.batch import Seen, observation_of
from kafelki.batch.laying import laying_of
from kafelki.batch.trying import NEVER

NAMES = ("planes", "vector", "seats", "mask")


def shared(array: Any) -> Tensor:
    """Return an array of a batch as a tensor: the same memory, on either processor."""
    return torch.from_dlpack(array.view(np.uint8) if array.dtype == np.bool_ else array)


class Network(nn.Module):
    """Convolutions over the board, then a weight for each half of a tile on each cell.

    A move that lays a tile of two symbols on two cells has the weights of both halves together, by
    symbol, cell and the direction of the other half, each times how much its symbol is wanted;
    other moves have a weight each. Beside what is seen there are planes of where tiles may lie.
    """

    def __init__(self, game: str, seen: Seen, width: int, blocks: int) -> None:
        super().__init__()
        sight, used = observation_of(game), shared(seen.planes).bool().any(0).any(0).cpu().numpy()
        laying = laying_of(game, used)
        self.window, self.shape = (..., *laying.window), torch.from_numpy(used[laying.window]).shape
        ways, way = np.unique(laying.cells[:, 1] - laying.cells[:, 0], return_inverse=True)
        halves = torch.from_numpy(laying.cells.T + way * self.shape.numel())
        self.register_buffer("halves", halves)  # where they are weighed: way by way, cell by cell
        numbers = np.concatenate([laying.moves.reshape(-1), laying.others])
        self.register_buffer("numbers", torch.from_numpy(numbers))  # of moves, as weights are given
        self.register_buffer("bits", torch.from_numpy(1 << numbers % 8).byte())  # in masks
        self.tiles, self.symbols = len(laying.tiles), round(len(laying.tiles) ** 0.5)
        self.ways, maps, told = len(ways), 2 * 2 * self.symbols * len(ways), len(sight.vector) + 2
        self.vector = nn.Sequential(nn.Linear(told, 256), nn.ReLU(), nn.Linear(256, width))
        self.first = nn.Conv2d(len(sight.planes) + self.ways, width, 5, padding=2, bias=False)
        twice = (nn.Conv2d(width, width, 3, padding=1, bias=False) for _ in range(2 * blocks))
        self.convolutions = nn.ModuleList(twice)
        self.laid = nn.Conv2d(width, maps or 1, 1)  # halves for both seats, and how they differ
        self.wanted = nn.Linear(width, self.symbols or 1)
        self.rest = nn.Linear(3 * width, self.tiles + len(laying.others))
        self.value = nn.Sequential(nn.Linear(3 * width, 256), nn.ReLU(), nn.Linear(256, 1))
        for last in (*self.convolutions[1::2], self.laid, self.wanted, self.rest, self.value[2]):
            nn.init.zeros_(last.weight)  # so blocks hand on what they get, and moves weigh alike

    @torch.autocast("cuda", torch.bfloat16, enabled=torch.cuda.is_available())
    def forward(self, step: dict[str, Tensor]) -> tuple[Tensor, Tensor]:
        """Return the weights of the moves, by their place in `numbers`, and what is expected."""
        rows, tiles, symbols = len(step["seats"]), self.tiles, self.symbols
        may = (step["mask"][:, self.numbers // 8] & self.bits) > 0
        seat = 1 - 2 * step["seats"].float()[:, None]
        told = torch.cat([step["vector"], seat, -seat], 1)
        known = self.vector(told.sign() * told.abs().log1p())
        board = step["planes"][self.window].float()
        if tiles:
            free = may[:, : tiles * self.halves.shape[1]].reshape(rows, tiles, -1).any(1).float()
            where = board.new_zeros(rows, self.ways * self.shape.numel())
            where = where.index_copy(1, self.halves[0], free).reshape(rows, -1, *self.shape)
            board = torch.cat([board, where], 1)
        x = self.first(board.contiguous(memory_format=torch.channels_last))
        x = x + known[:, :, None, None]
        for one, two in zip(self.convolutions[::2], self.convolutions[1::2], strict=True):
            x = x + two(one(x.relu()).relu())
        x = x.relu()
        whole = torch.cat([x.mean((2, 3)), x.amax((2, 3)), known.relu()], 1)
        weights, value = self.rest(whole).float(), self.value(whole)[:, 0].float()
        if tiles:
            maps = self.laid(x).float().reshape(rows, 2, 2, symbols, -1)
            maps = maps[:, 0] + maps[:, 1] * seat[:, :, None, None]
            maps = maps * (1 + self.wanted(known).float())[:, None, :, None]
            first, second = (maps[:, k].index_select(2, self.halves[k]) for k in (0, 1))
            laid = weights[:, :tiles].reshape(rows, symbols, symbols, 1)
            laid = (first[:, :, None] + second[:, None] + laid).reshape(rows, -1)
            weights = torch.cat([laid, weights[:, tiles:]], 1)
        return weights.where(may, 10 * NEVER), value
