"""A bot's move and a hint on a Ray cluster; `test_worker_pool.py` runs this as a program."""

from __future__ import annotations

import asyncio
import json
import sys

import ray

from kafelki.play.game import new_game
from kafelki.server import bot_work
from kafelki.server.worker_pool import RayPool
from tests.games.examples import WITHOUT_CHANCE


async def told() -> dict[str, object]:
    pool = RayPool("auto")
    game = new_game(WITHOUT_CHANCE, options={"size": 5}, seed=1)
    game.seed = None
    move = await pool.run(bot_work.choose, game, 0, "level-1", "stream", 0.2)
    again = await pool.run(bot_work.choose, game, 0, "level-1", "stream", 0.2)
    legal = game.legal_texts(0)
    await pool.close()
    return {"legal": move.move in legal, "same": move == again}


if __name__ == "__main__":
    ray.init(
        address="local",
        num_cpus=1,
        include_dashboard=False,
        log_to_driver=False,
        object_store_memory=80_000_000,
    )
    print(json.dumps(asyncio.run(told())), file=sys.stdout)
